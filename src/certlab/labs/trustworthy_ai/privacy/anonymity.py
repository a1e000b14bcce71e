"""k-anonymity: rows that share all quasi-identifiers, and joining them with another table."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from certlab.errors import Refusal

Key = tuple[Any, ...]
Row = TypeVar("Row")
Other = TypeVar("Other")


def classes(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, list[Row]]:
    """Rows by their quasi-identifiers, in the order of their first row."""
    found: dict[Key, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def smallest(rows: Sequence[Row], key: Callable[[Row], Key]) -> int:
    """The k of a table: how many rows its smallest class has.

    Raises:
        Refusal: the table is empty, so it has no k.
    """
    if not rows:
        raise Refusal("The table has no rows, so it has no k; release nothing.")
    return min(len(one) for one in classes(rows, key).values())


def linked(
    rows: Iterable[Row],
    others: Iterable[Other],
    key: Callable[[Any], Key],
) -> list[tuple[Row, Other]]:
    """Pairs that an attacker is sure of: one row and one of the others have the key."""
    here, there = classes(rows, key), classes(others, key)
    return [
        (own[0], there[value][0])
        for value, own in here.items()
        if len(own) == 1 and len(there.get(value, ())) == 1
    ]


def coarser(year: int, years: int) -> str:
    """A year as a span of so many years, "1980-1989" for ten."""
    first = year // years * years
    return str(year) if years == 1 else f"{first}-{first + years - 1}"
