"""What planning costs: the day's preparation, and one pick, apart.

The plan's own items are asked in its order, at no cost. What is picked after an answer is the
item to ask again, when the set is done.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial

from benchmarks.speed.rows import Row
from certlab.compute.timing import host_only, interleave, ratio
from certlab.planner import Candidate, plan_day
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import outlook
from certlab.study.answers import Answer, stamp
from certlab.study.forgetting_curve import Curve
from certlab.study.repeats import repeats_of

_DAYS, _SECONDS = 30, 1800.0
# Three kinds of items, as a plan of a learner has them.
_LEARNER = LearnerModel(spread=1.0)


def planner_rows(items: int, seconds: float) -> Iterator[Row]:
    """A plan of so many items against the least a scheduler does: recall of each, sorted."""
    candidates = _candidates(items)
    view, curve = outlook(_DAYS, float(_DAYS)), Curve()
    plain = partial(_by_recall, candidates, curve)
    both: dict[str, Callable[[], object]] = {
        "plan": partial(plan_day, candidates, view, _SECONDS, learner=_LEARNER),
        "plain": plain,
    }
    timings = interleave(both, warmup=1, seconds=0, synchronise=host_only)
    found = ratio(timings["plan"], timings["plain"])
    yield Row(
        f"the day's plan of {items:,} items, {_DAYS} days ahead",
        "recall of each, sorted",
        found,
        note=f"{timings['plan'].seconds:.2f} s here, once a day.",
    )
    end = datetime(2026, 11, 21, 18, tzinfo=UTC)
    repeats = repeats_of(_answers(items, end))
    both = {"pick": partial(repeats.ready, end), "plain": plain}
    timings = interleave(both, warmup=1, seconds=seconds, synchronise=host_only)
    yield Row(
        f"what to ask again, of {items:,} items answered",
        "recall of each, sorted",
        ratio(timings["pick"], timings["plain"]),
        goal=1.0,
        note=f"{timings['pick'].seconds * 1e3:.1f} ms here, after each answer.",
    )


def _candidates(items: int) -> list[Candidate]:
    """A third unseen, the others in all states, in five domains."""
    return [
        Candidate(
            n,
            1.0 + n % 5,
            memory,
            tuple((share, memory) for share, _ in _LEARNER.kinds),
        )
        for n in range(items)
        for memory in [_memory(n)]
    ]


def _answers(items: int, end: datetime) -> list[Answer]:
    """Each item once, one a second up to the end; a tenth of them wrong."""
    return [
        Answer(f"i{n}", 1, outcome, score, at=stamp(end - timedelta(seconds=items - n)))
        for n in range(items)
        for outcome, score in [("wrong", 0.0) if n % 10 == 0 else ("correct", 1.0)]
    ]


def _memory(n: int) -> tuple[float, float, float] | None:
    return None if n % 3 == 0 else (0.2 + n % 97, 1.0 + n % 9, 1.0 + n % 31)


def _by_recall(candidates: list[Candidate], curve: Curve) -> list[float]:
    met = (one.memory for one in candidates if one.memory is not None)
    return sorted(curve.recall(stability, days) for stability, _, days in met)
