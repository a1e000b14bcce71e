"""A run, looked at iteration by iteration."""

from dataclasses import dataclass
from itertools import groupby

from certlab.labs.llm_inference.batching import Server, simulate
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import Request
from certlab.labs.llm_inference.run import Run


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands where during one iteration.

    Attributes:
        start: milliseconds.
        rows: for each slot the request in it and whether it reads or writes, or nothing.
        waiting: requests that have arrived and have no slot.
        held: blocks of each request, in order.
        tokens: tokens that each request has in the cache after the iteration began.
    """

    start: float
    rows: tuple[tuple[int, str] | None, ...]
    waiting: tuple[int, ...]
    held: dict[int, tuple[int, ...]]
    tokens: dict[int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one request in one slot; milliseconds."""

    slot: int
    request: int
    kind: str  # read, write
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Film:
    """All iterations of a run."""

    trace: tuple[Request, ...]
    engine: Engine
    run: Run
    frames: tuple[Frame, ...]

    def spans(self) -> tuple[Span, ...]:
        """Iterations that show the same in a slot, joined."""
        ends = [frame.start for frame in self.frames[1:]] + [self.run.milliseconds]
        spans = []
        for slot in range(self.engine.slots):
            shown = [
                (frame.rows[slot], frame.start, end)
                for frame, end in zip(self.frames, ends, strict=True)
            ]
            for row, group in groupby(shown, key=lambda one: one[0]):
                if row:
                    same = list(group)
                    request, kind = row
                    spans.append(Span(slot, request, kind, same[0][1], same[-1][2]))
        return tuple(spans)

    def at(self, milliseconds: float) -> Frame:
        """The iteration that runs at a time."""
        return [one for one in self.frames if one.start <= milliseconds][-1]


def film(trace: tuple[Request, ...], engine: Engine) -> Film:
    """Run a trace and keep every iteration; for short traces."""
    frames: list[Frame] = []
    run = simulate(trace, engine, lambda server: frames.append(_frame(server)))
    return Film(trace, engine, run, tuple(frames))


def _frame(server: Server) -> Frame:
    rows: list[tuple[int, str] | None] = [None] * server.engine.slots
    for request in server.admitted:
        kind = "read" if request in server.reading else "write"
        rows[server.states[request].slot] = (request, kind)
    held = server.blocks.held if server.blocks else {}
    return Frame(
        server.now,
        tuple(rows),
        tuple(server.waiting),
        {request: tuple(blocks) for request, blocks in held.items()},
        {request: server.holds(request) for request in server.admitted},
    )
