"""The thread that computes: one pass after another for all answers that are under way.

Batching is in flight. An answer joins at the next pass once a slot is free, brings its
whole prompt, and leaves with its last token or when nobody wants it any more.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import randrange
from threading import Condition
from time import perf_counter

import torch
from torch import Tensor

from certlab.labs.llm_inference.cache import Blocks
from certlab.labs.llm_inference.real.paged_gpt import PagedGPT
from certlab.labs.nemo.real.tiny_gpt import TinyGPT
from certlab.labs.nemo.stories import Tokenizer
from certlab.labs.nim.real.server.job import ApiError, Job, Piece, Tell
from certlab.labs.nim.real.server.metrics import Metrics
from certlab.labs.nim.real.server.text import Text

_BLOCK = 16  # tokens of a block of the cache
_FAULT_AT = 2  # tokens that an answer has when its model raises


@dataclass(eq=False)
class _Row:
    """One answer on its way."""

    job: Job
    choice: int
    tell: Tell
    number: int
    text: Text
    dice: torch.Generator
    gone: bool = False  # nobody waits for it
    finish: str = ""
    out: list[int] = field(default_factory=list)
    since: float = field(default_factory=perf_counter)  # of the request, then the token

    @property
    def length(self) -> int:
        return len(self.job.prompt) + len(self.out)

    def take(self, scores: Tensor, pieces: tuple[bytes, ...]) -> None:
        """Choose the next token and tell what it adds."""
        if self.job.fault and len(self.out) == _FAULT_AT:
            raise RuntimeError("the model raised, as this server was started to do")
        token = self._drawn(scores)
        self.out.append(token)
        ended, full = token in self.job.ends, len(self.out) == self.job.most
        said = self.text.add(b"" if ended else pieces[token], last=ended or full)
        ended = ended or self.text.stopped
        self.finish = "stop" if ended else "length" if full else ""
        if not self.gone:
            self.tell(Piece(self.choice, said, len(self.out), self.finish))

    def _drawn(self, scores: Tensor) -> int:
        if not self.job.temperature:
            return int(scores.argmax())
        share = torch.softmax(scores / self.job.temperature, dim=-1)
        return int(torch.multinomial(share, 1, generator=self.dice))


class Engine:
    """A model, the answers in its slots, and those that wait for one."""

    def __init__(
        self,
        model: TinyGPT,
        tokenizer: Tokenizer,
        slots: int,
        queue: int,
        metrics: Metrics,
    ) -> None:
        """The cache has room for so many `slots`, however long their answers are."""
        self.tokenizer = tokenizer
        self.context: int = model.config.context
        self._gpt = PagedGPT(
            model, blocks=slots * -(-self.context // _BLOCK), block=_BLOCK
        )
        self._cache = Blocks(self._gpt.blocks, _BLOCK)
        self._slots, self._queue = slots, queue
        self._numbers = count()
        self._waiting: deque[_Row] = deque()
        self._batch: list[_Row] = []
        self._changed = Condition()
        self._metrics = metrics
        metrics.watch("num_requests_running", lambda: len(self._batch))
        metrics.watch("num_requests_waiting", lambda: len(self._waiting))
        blocks = self._gpt.blocks
        metrics.watch("kv_cache_usage_perc", lambda: 1 - self._cache.free / blocks)

    def submit(self, job: Job, tell: Tell) -> Callable[[], None]:
        """Queue a job; `tell` hears its pieces in the engine's thread.

        Returns: what to call when nobody wants the answer any more.

        Raises:
            ApiError: the queue has no room for all of its choices.
        """
        with self._changed:
            room = self._queue + self._slots - len(self._batch) - len(self._waiting)
            if job.choices > room:
                raise ApiError(429, "Too many requests wait; try again in a second.")
            rows = [self._row(job, choice, tell) for choice in range(job.choices)]
            self._waiting += rows
            self._changed.notify()

        def give_up() -> None:
            with self._changed:
                for row in rows:
                    row.gone = True
                self._changed.notify()

        return give_up

    def run(self) -> None:
        """Compute for ever."""
        while True:
            self.step()

    def step(self) -> None:
        """Wait until there is something to do, then one pass."""
        with self._changed:
            self._changed.wait_for(lambda: self._batch or self._waiting)
            self._leave()
            self._join()
        if not self._batch:
            return
        try:
            self._pass()
        except Exception as error:  # noqa: BLE001 - whatever it is, its clients are told
            for row in (row for row in self._batch if not row.finish):
                row.finish = "error"
                row.tell(ApiError(500, f"{type(error).__name__}: {error}."))
        with self._changed:
            self._leave()

    def _row(self, job: Job, choice: int, tell: Tell) -> _Row:
        first = randrange(2**62) if job.seed is None else job.seed
        dice = torch.Generator().manual_seed((first + choice) % 2**63)
        text = Text(job.stops, trim=job.trim)
        return _Row(job, choice, tell, next(self._numbers), text, dice)

    def _leave(self) -> None:
        """Free the slots and places of those that have ended or are not wanted."""
        for row in [row for row in self._batch if row.finish or row.gone]:
            self._batch.remove(row)
            self._cache.release(row.number)
            self._metrics.ended.labels(row.finish or "abort").inc()
        for row in [row for row in self._waiting if row.gone]:
            self._waiting.remove(row)
            self._metrics.ended.labels("abort").inc()

    def _join(self) -> None:
        """Give free slots to those that have waited longest."""
        while self._waiting and len(self._batch) < self._slots:
            row = self._waiting[0]
            # There is always room: the cache is made for all slots.
            self._cache.admit(row.number, "", 0, len(row.job.prompt) + row.job.most)
            self._batch.append(self._waiting.popleft())
            self._metrics.prompt_tokens.inc(len(row.job.prompt))

    def _pass(self) -> None:
        """One token for each answer; a new one brings its whole prompt."""
        ids: list[int] = []
        places: list[int] = []
        tables: list[list[int]] = []
        lasts: list[int] = []
        most = self._cache.needs(max(row.length for row in self._batch))
        for row in self._batch:
            new = row.out[-1:] or row.job.prompt
            table = self._cache.held[row.number][:most]
            ids += new
            places += range(row.length - len(new), row.length)
            tables += [table + [0] * (most - len(table))] * len(new)
            lasts.append(len(ids) - 1)
        scores = self._gpt.forward(*map(torch.tensor, (ids, places, tables)))
        for row, of_row in zip(self._batch, scores[lasts], strict=True):
            row.take(of_row, self.tokenizer.pieces)
            self._count(row)

    def _count(self, row: _Row) -> None:
        now = perf_counter()
        watch = self._metrics.between if row.out[1:] else self._metrics.first
        watch.observe(now - row.since)
        row.since = now
        self._metrics.tokens.inc()
