"""What a simulator costs at the size of a cluster, against the bare arithmetic."""

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.speed.rows import Row
from certlab.compute.timing import host_only, interleave, ratio
from certlab.labs.distributed import collectives, pipeline

_LINK = collectives.Link("", 1e-6, 4e11)
_RING = collectives.Collective("all-reduce", "ring", 4096, 2**30, _LINK)
_GPIPE = pipeline.Pipeline(schedule="gpipe", stages=64, micro_batches=1024)


def simulator_rows() -> Iterator[Row]:
    """The ring and the pipeline of the goals: 1 s and 2 s on two cores."""
    yield _row(
        f"each step of a ring over {_RING.ranks:,} ranks",
        "adding up the times of its steps",
        partial(collectives.account, _RING),
        _ring_time,
        "the goal is under 1 s",
    )
    yield _row(
        f"GPipe, {_GPIPE.stages} stages by {_GPIPE.micro_batches:,} micro-batches",
        "adding up when each piece ends",
        partial(pipeline.run, _GPIPE),
        _pipeline_time,
        "the goal is under 2 s",
    )


def _row(
    what: str,
    against: str,
    ours: Callable[[], object],
    plain: Callable[[], object],
    goal: str,
) -> Row:
    both = {"ours": ours, "plain": plain}
    timings = interleave(both, warmup=1, seconds=0, synchronise=host_only)
    found = ratio(timings["ours"], timings["plain"])
    took = timings["ours"].seconds * 1e3
    return Row(what, against, found, note=f"{took:.0f} ms here; {goal}.")


def _ring_time() -> float:
    """Seconds of the ring: 2 (p - 1) steps of one chunk each."""
    ranks, elapsed = _RING.ranks, 0.0
    for _ in range(2 * (ranks - 1)):
        elapsed += _LINK.seconds(_RING.bytes // ranks)
    return elapsed


def _pipeline_time() -> float:
    """The length of the run: a piece begins when its stage and its input are there."""
    ends = [0.0] * _GPIPE.stages
    for way, lasts in (
        (range(_GPIPE.stages), _GPIPE.forward),
        (range(_GPIPE.stages - 1, -1, -1), _GPIPE.backward),
    ):
        for _ in range(_GPIPE.micro_batches):
            before = 0.0
            for stage in way:
                before = ends[stage] = max(before, ends[stage]) + lasts
    return max(ends)
