"""The gate's figures as a table: how far form tells the key, by bank and in all."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from certlab.course.catalogue import Course
from certlab.course.quality.lengths import LEAKS, rate
from certlab.course.quality.lifts import Lift, lifts
from certlab.course.quality.shown import VisibleChoice, by_bank, shown


def figures(course: Course) -> list[dict[str, object]]:
    """A row for each bank and one for all: shares from 0 to 1, rounded to 0.001.

    `longest` and `shortest` are how often that option is a key, `place` is the mean
    place of keys among the lengths, `guessed` is what a guesser without knowledge finds
    of keys it has not seen, `luck` the same of shuffled keys, with what it exceeds in one case
    of twenty, `lift` is guessed less chance, with its interval.
    """
    items = shown(course)
    if not items:
        return []
    whole, each = lifts(items)
    banks = by_bank(items)
    rows = [_row(PurePosixPath(one).stem, banks[one], each[one]) for one in banks]
    return [*rows, _row("all", items, whole)]


def _row(name: str, items: Sequence[VisibleChoice], got: Lift) -> dict[str, object]:
    longest, shortest, place, _ = (rate(items, leak) for leak in LEAKS)
    shares = {
        "chance": got.chance,
        "longest": longest,
        "shortest": shortest,
        "place": place,
        "guessed": got.picked,
        "luck": got.luck[0],
        "luck_high": got.luck[1],
        "lift": got.lift,
        "low": got.low,
        "high": got.high,
    }
    rounded = {name: round(share, 3) for name, share in shares.items()}
    return {"bank": name, "choices": len(items), **rounded}
