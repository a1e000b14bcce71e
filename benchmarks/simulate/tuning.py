"""Each baseline at its best: its settings are chosen per case, on seeds of their own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

from benchmarks.simulate.interfaces import Case
from benchmarks.simulate.trial import Settings, Trial, outcomes

# None of these is a seed of the table.
FIRST_SEEDS = (1001, 1002)
MORE_SEEDS = (1003, 1004, 1005, 1006)
_KEPT = 12  # settings that are tried on more seeds

_MEET = (0.25, 0.5, 0.75, 0.9)  # share of the days in which all new ones are to be met
_QUEUE: dict[str, Sequence[object]] = {
    "meet": _MEET[:3],
    "new_first": (False, True),
    "repeats": (0, 1),
}
_GRIDS: dict[str, dict[str, Sequence[object]]] = {
    "random": {"meet": _MEET, "repeats": (0, 1)},
    "leitner": {"base": (1.5, 2.0, 3.0), **_QUEUE},
    "fsrs-0.75": _QUEUE,
    "fsrs-0.8": _QUEUE,
    "fsrs-0.9": _QUEUE,
    "sweep": {
        "retention": (0.75, 0.8),
        "stretch": (0.5, 0.7, 1.0, 1.4),
        "weakest_last": (True, False),
        **_QUEUE,
    },
}


@dataclass(frozen=True)
class Seat:
    """One policy with one learner in one case; the last two as in `Trial`."""

    learner: str
    policy: str
    case: Case
    misses: float = 0.0
    speed: float = 1.0

    def trials(self, settings: Settings, seeds: Sequence[int]) -> list[Trial]:
        """A run a seed."""
        return [
            Trial(
                self.learner,
                self.policy,
                self.case,
                seed,
                settings,
                self.misses,
                self.speed,
            )
            for seed in seeds
        ]


def grid(policy: str, *, short: bool = False) -> list[Settings]:
    """All settings that are tried; one in twelve of them when short."""
    names = _GRIDS.get(policy, {})
    found: list[Settings] = [
        tuple(zip(names, values, strict=True)) for values in product(*names.values())
    ]
    return found[::12] if short else found


def tuned(
    seats: Sequence[Seat], processes: int, *, short: bool = False
) -> dict[Seat, Settings]:
    """The settings with the least forgotten, by seat.

    All are tried on two seeds, the best dozen on four more; the six decide.
    """
    wide = {seat: grid(seat.policy, short=short) for seat in seats}
    first = _means(wide, FIRST_SEEDS, processes)
    narrow = {
        seat: sorted(found, key=lambda one, of=found: of[one])[:_KEPT]  # type: ignore[misc]  # mypy does not infer a lambda's default
        for seat, found in first.items()
    }
    seeds = FIRST_SEEDS[:1] if short else FIRST_SEEDS + MORE_SEEDS
    second = _means(narrow, seeds, processes)
    return {
        seat: min(found, key=lambda one, of=found: of[one])  # type: ignore[misc]  # as above
        for seat, found in second.items()
    }


def _means(
    tried: dict[Seat, list[Settings]], seeds: Sequence[int], processes: int
) -> dict[Seat, dict[Settings, float]]:
    trials = [
        trial
        for seat, settings in tried.items()
        for one in settings
        for trial in seat.trials(one, seeds)
    ]
    came: Iterator[float] = iter([one.forgotten for one in outcomes(trials, processes)])
    return {
        seat: {one: fmean(next(came) for _ in seeds) for one in settings}
        for seat, settings in tried.items()
    }
