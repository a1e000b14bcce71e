"""The gate's figures as a table: how far form tells the key, by bank and in all."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from certlab.course.catalogue import Course
from certlab.course.quality.guesser import held_out, lift
from certlab.course.quality.lengths import LEAKS, rate
from certlab.course.quality.shown import Shown, by_bank, shown


def figures(course: Course) -> list[dict[str, object]]:
    """A row for each bank and one for all: shares from 0 to 1, rounded to 0.001.

    `longest` and `shortest` are how often that option is a key, `place` is the mean
    place of keys among the lengths, `guessed` is what a guesser without knowledge finds
    of keys it has not seen, `lift` that less chance, with its interval.
    """
    items = shown(course)
    found = held_out(items)
    banks = {PurePosixPath(bank).stem: some for bank, some in by_bank(items).items()}
    rows = [_row(name, some, found) for name, some in banks.items()]
    return [*rows, _row("all", items, found)] if items else []


def _row(
    name: str, items: Sequence[Shown], found: dict[str, float]
) -> dict[str, object]:
    longest, shortest, place, _ = (rate(items, leak) for leak in LEAKS)
    got = lift(items, found)
    shares = {
        "chance": got.chance,
        "longest": longest,
        "shortest": shortest,
        "place": place,
        "guessed": got.picked,
        "lift": got.lift,
        "low": got.low,
        "high": got.high,
    }
    rounded = {name: round(share, 3) for name, share in shares.items()}
    return {"bank": name, "choices": len(items), **rounded}
