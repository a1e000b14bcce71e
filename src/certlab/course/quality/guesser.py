"""A guesser without knowledge: it learns from other banks what keys look like.

It is a logistic regression over the CUES of an item's options, and it starts from
nothing and takes a fixed number of steps, so it needs no seed. An item is always
guessed by one that has not seen its key: learned on the other banks, or, while there
are few, on everything but half of its bank. What it picks right beyond chance is lift.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import mul

from certlab.course.catalogue import Course
from certlab.course.problems import Problem
from certlab.course.quality.cues import CUES, cues
from certlab.course.quality.shown import Shown, by_bank, shown

FEW = 4  # banks; with fewer, each is held out in halves, or too little would be learned
# Fewer items say nothing: even without lift its upper bound would lie above MOST.
ENOUGH = 75
SIGMAS = 1.96  # the interval holds the lift in 95 of 100 courses like this one
# Fails: a lift that is surely there. Two points more are let pass, as no two lists of
# words are equal; at a hundred items this is a rate of 35 % where 25 % is chance.
MARGIN = 0.02
# Warned: a lift that may be as large as 35 % on four options, for all these items say.
MOST = 0.10
STEPS, RATE = 80, 0.6  # more steps change no figure of a whole per cent
SHRINK = 1.0  # one item's worth of doubt that a cue says anything

Row = tuple[
    list[list[float]], tuple[int, ...]
]  # cues of the options, places of the key


@dataclass(frozen=True)
class Lift:
    """What the guesser picks right of items whose keys it has not seen.

    Attributes:
        picked: mean share of the key that it finds, from 0 to 1.
        chance: the same for blind choice.
        low, high: the interval of picked less chance.
    """

    items: int
    picked: float
    chance: float
    low: float
    high: float

    @property
    def lift(self) -> float:
        """Picked less chance."""
        return self.picked - self.chance


def a_guess_wins_little(course: Course) -> Iterator[Problem]:
    """Cues of form do not tell the key to somebody who knows nothing."""
    items = shown(course)
    if len(items) < ENOUGH:
        return
    got = lift(items, held_out(items))
    says = (
        f"without knowledge {got.picked:.0%} of the keys are found, by chance "
        f"{got.chance:.0%}; the lift is {got.low:+.0%} to {got.high:+.0%}"
    )
    if got.low > MARGIN:
        yield Problem("quizzes", "", f"{says}, it must be 0; {_mend(items)}.")
    elif got.high > MOST:
        warns = f"{says}, and may be above {MOST:.0%}; {_mend(items)}."
        yield Problem("quizzes", "", warns, warning=True)


def _mend(items: Sequence[Shown]) -> str:
    rows = [(cues(one), one.keys) for one in items]
    weights, scale = learn(rows), _scales(rows)
    # A weight counts by what its cue differs between options; scales are its inverse.
    gains = [w / s if s else 0.0 for w, s in zip(weights, scale, strict=True)]
    most = max(range(len(CUES)), key=lambda n: abs(gains[n]))
    way = "more" if gains[most] > 0 else "less"
    return f"make options alike, keys have {way} of the cue {CUES[most]!r}"


def lift(items: Sequence[Shown], found: dict[str, float]) -> Lift:
    """The lift over some items, by what was found of each."""
    gains = [found[one.id] - one.chance for one in items]
    chance = sum(one.chance for one in items) / len(items)
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    reach = SIGMAS * sqrt(spread / len(gains))
    return Lift(len(items), chance + mean, chance, mean - reach, mean + reach)


def held_out(items: Sequence[Shown]) -> dict[str, float]:
    """For each item the share of its key that is found without having seen it."""
    banks = by_bank(items)
    rows = {one.id: (cues(one), one.keys) for one in items}
    folds: dict[tuple[str, int], list[str]] = {}
    for one in items:
        half = _half(one.id) if len(banks) < FEW else 0
        folds.setdefault((one.bank, half), []).append(one.id)
    found: dict[str, float] = {}
    for fold in folds.values():
        kept = set(fold)
        weights = learn([row for id, row in rows.items() if id not in kept])
        found |= {id: pick(rows[id], weights) for id in fold}
    return found


def _half(id: str) -> int:
    """0 or 1, alike on every machine."""
    return hashlib.sha256(id.encode()).digest()[0] % 2


def learn(rows: Sequence[Row]) -> list[float]:
    """Weights of the CUES under which the keys of these items are likeliest."""
    if not rows:
        return [0.0] * len(CUES)
    scale = _scales(rows)
    scaled = [
        ([list(map(mul, cue, scale)) for cue in options], keys)
        for options, keys in rows
    ]
    weights = [0.0] * len(CUES)
    for _ in range(STEPS):
        slope = [-SHRINK * one for one in weights]
        for options, keys in scaled:
            odds = [exp(sum(map(mul, weights, cue))) for cue in options]
            whole = sum(odds)
            for place, cue in enumerate(options):
                miss = (place in keys) / len(keys) - odds[place] / whole
                slope = [s + miss * x for s, x in zip(slope, cue, strict=True)]
        weights = [
            w + RATE * s / len(rows) for w, s in zip(weights, slope, strict=True)
        ]
    return list(map(mul, weights, scale))


def _scales(rows: Sequence[Row]) -> list[float]:
    """What makes each cue spread by one; a cue that never differs counts nothing."""
    cells = [cue for options, _ in rows for cue in options]
    squares = [sum(x * x for x in column) for column in zip(*cells, strict=True)]
    return [sqrt(len(cells) / one) if one > 1e-12 else 0.0 for one in squares]


def pick(row: Row, weights: Sequence[float]) -> float:
    """The share of the key among the likeliest options; those that tie share it."""
    options, keys = row
    # Rounded, as the last digits differ between machines and would part what ties.
    scores = [round(sum(map(mul, weights, cue)), 9) for cue in options]
    last = sorted(scores, reverse=True)[len(keys) - 1]
    sure = [n for n, score in enumerate(scores) if score > last]
    even = [n for n, score in enumerate(scores) if score == last]
    share = (len(keys) - len(sure)) / len(even)
    right = sum(n in keys for n in sure) + share * sum(n in keys for n in even)
    return right / len(keys)
