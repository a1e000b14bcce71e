"""Matching each left entry with a right one."""

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Entry:
    """One entry of a side."""

    id: str
    text: str


@dataclass(frozen=True)
class Match:
    """Left entries, right entries, and the right id of each left id.

    Right entries that no pair names are distractors.
    """

    left: tuple[Entry, ...]
    right: tuple[Entry, ...]
    pairs: dict[str, str]
    whys: dict[str, str]


def read(table: Table) -> Match:
    """The body of a match item."""
    left = tuple(_entry(one) for one in table.tables("left", need=True))
    right = tuple(_entry(one) for one in table.tables("right", need=True))
    pairs, whys = table.any("pairs") or {}, table.any("whys") or {}
    if set(pairs) != {entry.id for entry in left}:
        table.problem("pairs must name each left entry once.")
    unknown = set(pairs.values()) - {entry.id for entry in right}
    if unknown:
        table.problem(f"pairs name a right entry {min(unknown)} that is not there.")
    return Match(left, right, dict(pairs), dict(whys))


def _entry(table: Table) -> Entry:
    entry = Entry(table.text("id"), table.text("text"))
    table.done()
    return entry
