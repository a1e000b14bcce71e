"""Static and in-flight batching, iteration by iteration.

Work is done where something changes: a request that only gets its next token costs
nothing, so that a million requests take seconds.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from certlab.labs.llm_inference.cache import Blocks
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import Request
from certlab.labs.llm_inference.run import Outcome, Run

Watch = Callable[["Server"], None]


def simulate(
    trace: tuple[Request, ...], engine: Engine, watch: Watch | None = None
) -> Run:
    """Run a trace to its end.

    Args:
        trace: requests in order of arrival.
        engine: the server.
        watch: is handed the server before each iteration, once the batch is made up.

    Raises:
        Refusal: a request that can never be finished.
    """
    engine.check(trace)
    server = Server(trace, engine)
    while server.make_up_batch():
        if watch:
            watch(server)
        server.iterate()
    return server.run()


@dataclass(slots=True)
class _State:
    """A request on its way."""

    to_read: int  # tokens that still have to go through the model before the next one
    made: int = 0  # tokens it has got
    since: int = 0  # the iteration since which it gets a token each
    turn: int = 0  # how often it was thrown out; what was due before is void
    first: float = 0.0
    last: float = 0.0
    slot: int = -1


class Server:
    """The state of a server between two iterations."""

    def __init__(self, trace: tuple[Request, ...], engine: Engine) -> None:
        self.trace, self.engine = trace, engine
        self.now, self.iteration = 0.0, 0
        self.left = len(trace)
        self.waiting: deque[int] = deque()
        self.reading: dict[int, None] = {}
        self.writing: dict[int, None] = {}
        self.admitted: dict[int, None] = {}  # in order; the last one goes first
        self.states = [_State(request.prompt) for request in trace]
        self.preemptions = self.reread = self.reused = self.busy = self.offered = 0
        self.blocks = (
            None
            if engine.blocks is None
            else Blocks(engine.blocks, engine.block, reuse=engine.reuse)
        )
        self._arrived = 0
        self._slots = list(range(engine.slots))
        self._ends: dict[int, list[tuple[int, int]]] = {}
        self._grows: dict[int, list[tuple[int, int]]] = {}
        self._context = 0  # tokens in the cache
        self._still = 0  # rows of a static batch whose request has ended,
        self._kept = (
            0  # and the tokens in them, which go through every pass all the same
        )

    def make_up_batch(self) -> bool:
        """Let go who has ended, give room to who grows, let in who fits.

        Returns: whether there is anything left to do.
        """
        self._let_go()
        if not self.left:
            return False
        self._arrive()
        self._grow()
        self._let_in()
        while not self.admitted:
            self.now = self.trace[self._arrived].arrival
            self._arrive()
            self._let_in()
        return True

    def iterate(self) -> None:
        """One pass through the model."""
        sequences = len(self.writing)
        left, tokens, prompts, done = self.engine.budget - sequences, 0, 0, []
        for request in self.reading:
            part = self._part(request, left, alone=not (tokens or sequences))
            if not part:
                break
            self.states[request].to_read -= part
            tokens, prompts, left = tokens + part, prompts + 1, left - part
            if not self.states[request].to_read:
                done.append(request)
        self._context += tokens + sequences
        self.now += self.engine.cost.milliseconds(
            prompts, tokens, sequences + self._still, self._context + self._kept
        )
        self.busy += sequences + len(self.reading)
        self.offered += self.engine.slots
        self.iteration += 1
        for request in done:
            self._first_token(request)

    def run(self) -> Run:
        """What came out."""
        return Run(
            tuple(
                Outcome(request.arrival, state.first, state.last, request.output)
                for request, state in zip(self.trace, self.states, strict=True)
            ),
            self.now,
            self.iteration,
            self.busy / self.offered if self.offered else 0.0,
            self.preemptions,
            self.reread,
            self.reused,
        )

    def holds(self, request: int) -> int:
        """Tokens that a request has in the cache, with the one of the coming iteration."""
        state, asked = self.states[request], self.trace[request]
        if request in self.writing:
            return asked.prompt + state.made + self.iteration - state.since
        if request in self.reading:
            return asked.prompt + state.made - state.to_read
        return 0

    def _part(self, request: int, left: int, *, alone: bool) -> int:
        """Tokens of a prompt that this iteration reads."""
        to_read = self.states[request].to_read
        if self.engine.chunk is None:
            return to_read if to_read <= left or alone else 0
        return min(to_read, self.engine.chunk, left)

    def _first_token(self, request: int) -> None:
        """The prompt is read, and with its last token comes the next one."""
        state, asked = self.states[request], self.trace[request]
        del self.reading[request]
        self.writing[request] = None
        held = asked.prompt + state.made
        if self.blocks:
            self.blocks.keep(request, asked.prefix, asked.shared)
        state.made += 1
        state.since = self.iteration
        if state.made == 1:
            state.first = self.now
        self._ends.setdefault(self.iteration + asked.output - state.made, []).append(
            (request, state.turn)
        )
        if self.blocks and state.made < asked.output:
            full = self.blocks.needs(held) * self.engine.block - held
            self._grows.setdefault(self.iteration + full, []).append(
                (request, state.turn)
            )

    def _let_go(self) -> None:
        for request, turn in self._ends.pop(self.iteration, ()):
            state = self.states[request]
            if state.turn != turn:
                continue
            held = self.trace[request].prompt + self.trace[request].output - 1
            self._context -= held
            state.made, state.last = self.trace[request].output, self.now
            del self.writing[request]
            self.left -= 1
            if self.engine.joins == "static":
                self._still, self._kept = self._still + 1, self._kept + held
            self._leave(request)
        if self._still and not (self.reading or self.writing):
            self._still = self._kept = 0

    def _leave(self, request: int) -> None:
        del self.admitted[request]
        if self.blocks:
            self.blocks.release(request)
        self._slots.append(self.states[request].slot)
        self._slots.sort()

    def _arrive(self) -> None:
        while (
            self._arrived < len(self.trace)
            and self.trace[self._arrived].arrival <= self.now
        ):
            self.waiting.append(self._arrived)
            self._arrived += 1

    def _grow(self) -> None:
        """Give a block to each request whose last one is full, the oldest first."""
        for request, turn in sorted(self._grows.pop(self.iteration, ())):
            state = self.states[request]
            while self.blocks and state.turn == turn and request in self.writing:
                if self.blocks.grow(request):
                    after = self.iteration + self.engine.block
                    self._grows.setdefault(after, []).append((request, turn))
                    break
                self._throw_out(next(reversed(self.admitted)))

    def _throw_out(self, request: int) -> None:
        """Preempt: its blocks go back, and what it held is computed again later."""
        state, asked = self.states[request], self.trace[request]
        self._context -= self._held_now(request)
        if request in self.writing:
            state.made += self.iteration - state.since
            del self.writing[request]
        else:
            del self.reading[request]
        state.to_read = asked.prompt + state.made
        state.turn += 1
        self.preemptions += 1
        self.reread += state.to_read
        self._leave(request)
        self.waiting.appendleft(request)

    def _held_now(self, request: int) -> int:
        state, asked = self.states[request], self.trace[request]
        if request in self.writing:
            return asked.prompt + state.made - 1 + self.iteration - state.since
        return asked.prompt + state.made - state.to_read

    def _let_in(self) -> None:
        if self.engine.joins == "static" and self.admitted:
            return
        while self.waiting and self._slots:
            request = self.waiting[0]
            state, asked = self.states[request], self.trace[request]
            there = 0
            if self.blocks:
                spare = self.engine.watermark if self.admitted else 0
                tokens = asked.prompt + state.made
                room = self.blocks.admit(
                    request, asked.prefix, asked.shared, tokens, spare
                )
                if room is None:
                    return
                there = room
            self.waiting.popleft()
            state.to_read -= there
            self.reused += there
            self._context += there
            state.slot = self._slots.pop(0)
            self.admitted[request] = self.reading[request] = None
