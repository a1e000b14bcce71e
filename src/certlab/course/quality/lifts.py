"""What form tells: how much of the keys a guesser without knowledge finds.

What it picks right beyond chance is lift. It is held against the same guesser on
shuffled keys, which says how far luck alone reaches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from certlab.course.catalogue import Course
from certlab.course.problems import Problem
from certlab.course.quality.cues import CUES, cues
from certlab.course.quality.guesser import Found, held_out, shuffled, weights
from certlab.course.quality.shown import VisibleChoice, by_bank, shown

# Fewer items say nothing: even without lift its upper bound would lie above MOST.
ENOUGH = 75
ENOUGH_OF_A_BANK = 20  # below, a mean is far from normal and its interval too short
MISS = 0.05  # a lift lies below its interval in 5 of 100 courses like this one
# Fails: a lift that is surely there. Two points more are let pass, as no two lists of
# words are equal; at a hundred items this is a rate of 35 % where 25 % is chance.
MARGIN = 0.02
# Warned: a lift that may be as large as 35 % on four options, for all these items say.
MOST = 0.10


@dataclass(frozen=True)
class Lift:
    """What the guesser picks right of items whose keys it has not seen.

    Attributes:
        picked: mean share of the key that it finds, from 0 to 1.
        chance: the same for blind choice.
        low, high: the interval of picked less chance.
        luck: what it picks of shuffled keys, in the mean and in 95 of 100 at most.
    """

    items: int
    picked: float
    chance: float
    low: float
    high: float
    luck: tuple[float, float]

    @property
    def lift(self) -> float:
        """Picked less chance."""
        return self.picked - self.chance


def lift(
    items: Sequence[VisibleChoice],
    found: Found,
    by_luck: Sequence[Found],
    tests: int = 1,
) -> Lift:
    """The lift over some items, by what was found of each, as one of several tests."""
    gains = [found[one.id] - one.chance for one in items]
    chance = sum(one.chance for one in items) / len(items)
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    # Bonferroni: of more tests, each interval is wider, so that all hold at once.
    sigmas = NormalDist().inv_cdf(1 - MISS / tests)
    reach = sigmas * sqrt(spread / len(gains))
    drawn = sorted(sum(one[x.id] for x in items) / len(items) for one in by_luck)
    luck = (sum(drawn) / len(drawn), drawn[int(0.95 * len(drawn))])
    return Lift(len(items), chance + mean, chance, mean - reach, mean + reach, luck)


def lifts(items: Sequence[VisibleChoice]) -> tuple[Lift, dict[str, Lift]]:
    """The lift of all items, and of each bank as one of so many tests."""
    found, by_luck = held_out(tuple(items)), shuffled(tuple(items))
    banks = by_bank(items)
    each = {
        bank: lift(some, found, by_luck, len(banks)) for bank, some in banks.items()
    }
    return lift(items, found, by_luck), each


def a_guess_wins_little(course: Course) -> Iterator[Problem]:
    """Cues of form do not tell the key to somebody who knows nothing."""
    items = shown(course)
    if len(items) < ENOUGH:
        return
    whole, each = lifts(items)
    if whole.low > MARGIN:
        says = f"{_says(whole)}, it must be 0; {_mend(items, items)}."
        yield Problem("quizzes", "", says)
    elif whole.high > MOST:
        says = f"{_says(whole)}, and may be above {MOST:.0%}; {_mend(items, items)}."
        yield Problem("quizzes", "", says, warning=True)
    for bank, some in by_bank(items).items():
        if len(some) >= ENOUGH_OF_A_BANK and each[bank].low > 0:
            says = f"{_says(each[bank])}, it must be 0; {_mend(some, items)}."
            yield Problem(bank, "", says)


def _says(got: Lift) -> str:
    return (
        f"without knowledge {got.picked:.0%} of the keys are found, by chance "
        f"{got.chance:.0%}, of shuffled keys {got.luck[0]:.0%} and seldom above "
        f"{got.luck[1]:.0%}; the lift is {got.low:+.0%} to {got.high:+.0%}"
    )


def _mend(some: Sequence[VisibleChoice], items: Sequence[VisibleChoice]) -> str:
    """The cue that tells most of these items' keys, and the items that it tells."""
    learned = weights(items)
    told = {one.id: _told(one, learned) for one in some}
    sums = [sum(column) for column in zip(*told.values(), strict=True)]
    most = max(range(len(CUES)), key=lambda n: sums[n])
    first = sorted(told, key=lambda id: told[id][most], reverse=True)[:5]
    way = "more" if learned[most] > 0 else "less"
    return (
        f"make options alike, keys have {way} of the cue {list(CUES)[most]!r}, "
        f"first in {', '.join(first)}"
    )


def _told(item: VisibleChoice, learned: Sequence[float]) -> list[float]:
    """How far each cue lifts the key of an item above its other options."""
    keys = [cues(item)[place] for place in item.keys]
    sums = map(sum, zip(*keys, strict=True))
    return [w * x / len(keys) for w, x in zip(learned, sums, strict=True)]
