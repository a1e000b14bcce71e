"""A loader that feeds a GPU: workers, prefetch, one storage for all, and how long the GPU waits."""

from dataclasses import dataclass

from certlab.drawing import marks
from certlab.errors import Refusal

_LEFT, _ROW = 84, 30


@dataclass(frozen=True)
class Feed:
    """What a batch needs.

    Attributes:
        compute: seconds of the GPU.
        fetch: seconds in which the storage is busy with it, for one worker at a time.
        decode: seconds that a worker needs by itself afterwards.
        workers: processes that read ahead; 0 means that reading and computing take turns.
        prefetch: batches that each worker may have read and not handed over.
        late: each so many batches the storage is late.
        by: seconds of that.
    """

    compute: float
    fetch: float
    decode: float = 0.0
    workers: int = 0
    prefetch: int = 2
    late: int = 0
    by: float = 0.0


@dataclass(frozen=True)
class Fed:
    """When each batch was read and computed.

    Attributes:
        given: what was fed.
        reads: worker, begin, end of each batch.
        steps: begin of each step of the GPU.
    """

    given: Feed
    reads: tuple[tuple[int, float, float], ...]
    steps: tuple[float, ...]

    @property
    def every(self) -> float:
        """Seconds from one step to the next, on average."""
        return (self.steps[-1] - self.steps[0]) / (len(self.steps) - 1)

    @property
    def idle(self) -> float:
        """The share of the time in which the GPU waits, once it has begun."""
        return max(0.0, 1 - self.given.compute / self.every)


def feed(given: Feed, batches: int = 240) -> Fed:
    """Read and compute so many batches, in order; worker n reads batch n, n + workers, …"""
    if batches < 2:
        raise Refusal(f"{batches} batches have no pace; take at least 2.")
    if min(given.compute, given.fetch, given.decode, given.by) < 0 or not given.compute:
        raise Refusal("Times are not negative, and computing takes some; correct them.")
    if given.workers < 0 or given.prefetch < 1 or given.late < 0:
        raise Refusal("Workers are 0 or more and prefetch is 1 or more; correct them.")
    many = max(1, given.workers)
    ahead = given.workers * given.prefetch
    free, storage = [0.0] * many, 0.0
    reads: list[tuple[int, float, float]] = []
    steps: list[float] = []
    for batch in range(batches):
        worker, after = batch % many, 0.0
        if not ahead and batch:
            after = steps[-1] + given.compute  # reading waits for computing
        elif ahead and batch >= ahead:
            after = steps[batch - ahead]  # a place in the queue is free
        begin = max(free[worker], storage, after)
        is_late = given.late and batch % given.late == given.late - 1
        storage = begin + given.fetch + (given.by if is_late else 0.0)
        free[worker] = storage + given.decode
        reads.append((worker, begin, free[worker]))
        ready = steps[-1] + given.compute if steps else 0.0
        steps.append(max(ready, free[worker]))
    return Fed(given, tuple(reads), tuple(steps))


def svg(fed: Fed, batches: int = 8) -> str:
    """The first batches as a timeline: a row for each worker, one for the GPU."""
    given = fed.given
    many = max(1, given.workers)
    shown = fed.steps[:batches]
    end = shown[-1] + given.compute
    scale = 560 / end
    lines = []
    for row in range(many):
        name = f"worker {row + 1}" if given.workers else "reader"
        lines.append(marks.text(8, 20 + row * _ROW, name))
    for number, (worker, begin, done) in enumerate(fed.reads[:batches]):
        place, wide = _LEFT + begin * scale, max(2.0, (done - begin) * scale)
        lines += [
            marks.mark(place, 4 + worker * _ROW, wide, 24, 1),
            marks.text(place + 4, 20 + worker * _ROW, str(number + 1), small=True),
        ]
    foot = 4 + many * _ROW
    lines += [marks.text(8, foot + 16, "GPU"), marks.idle(_LEFT, foot, end * scale, 24)]
    for number, begin in enumerate(shown):
        place, wide = _LEFT + begin * scale, given.compute * scale
        lines += [
            marks.box(place, foot, wide, 24, marks.PAPER),
            marks.mark(place, foot, wide, 24, 2),
            marks.text(place + 4, foot + 16, str(number + 1), small=True),
        ]
    return marks.picture(664, foot + 34, "Feeding a GPU", words(fed), lines)


def words(fed: Fed) -> str:
    """The same in one sentence."""
    return (
        f"With {fed.given.workers} workers a batch comes every {1000 * fed.every:.0f} ms, "
        f"and the GPU is idle {100 * fed.idle:.0f} % of the time."
    )
