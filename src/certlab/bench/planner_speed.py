"""What planning costs: the day's preparation, and one pick, apart."""

from collections.abc import Callable, Iterator
from functools import partial

from certlab.bench.rows import Row
from certlab.compute.timing import host_only, interleave, ratio
from certlab.study.curve import Curve
from certlab.study.planner import Agenda, Candidate, plan_day
from certlab.study.planner.minds import Minds
from certlab.study.planner.outlook import outlook

_DAYS, _SECONDS = 30, 1800.0
_MINDS = Minds(spread=1.0)  # three kinds of items, as a plan of a learner has them


def planner_rows(items: int, seconds: float) -> Iterator[Row]:
    """A plan of so many items against the least a scheduler does: recall of each, sorted."""
    candidates = _candidates(items)
    view, curve = outlook(_DAYS, float(_DAYS)), Curve()
    plain = partial(_by_recall, candidates, curve)
    both: dict[str, Callable[[], object]] = {
        "plan": partial(plan_day, candidates, view, _SECONDS, minds=_MINDS),
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
    agenda = Agenda(plan_day(candidates, view, _SECONDS, minds=_MINDS, rounds=2))
    both = {"pick": agenda.pick, "plain": plain}
    timings = interleave(both, warmup=1, seconds=seconds, synchronise=host_only)
    yield Row(
        f"picking the next of {items:,} items",
        "recall of each, sorted",
        ratio(timings["pick"], timings["plain"]),
        goal=0.01,
        note=f"{timings['pick'].seconds * 1e6:.1f} us here, after each answer.",
    )


def _candidates(items: int) -> list[Candidate]:
    """A third unseen, the others in all states, in five domains."""
    return [
        Candidate(
            n,
            1.0 + n % 5,
            memory,
            tuple((share, memory) for share, _ in _MINDS.kinds),
        )
        for n in range(items)
        for memory in [_memory(n)]
    ]


def _memory(n: int) -> tuple[float, float, float] | None:
    return None if n % 3 == 0 else (0.2 + n % 97, 1.0 + n % 9, 1.0 + n % 31)


def _by_recall(candidates: list[Candidate], curve: Curve) -> list[float]:
    met = (one.memory for one in candidates if one.memory is not None)
    return sorted(curve.recall(stability, days) for stability, _, days in met)
