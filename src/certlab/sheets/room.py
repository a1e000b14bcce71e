"""Where there is more than two sides hold: what is left out."""

from collections.abc import Iterable
from dataclasses import replace

from certlab.sheets.rows import Section

# Lines of two columns below the title, on one side and on both. A sheet that would go a
# little over one side is cut to it, because nobody turns a sheet for three lines.
SIDE, ROOM = 118, 245
_OVER = 1.16


def fit(sections: Iterable[Section], room: float = ROOM) -> tuple[Section, ...]:
    """The sections without the rows for which there is no room, and without empty ones.

    Time and again the section that has most for its share gives up the row that its exams
    ask least for, of two such rows the later one.
    """
    left = [one for one in sections if one.rows]
    if SIDE < sum(one.lines for one in left) <= SIDE * _OVER:
        room = min(room, SIDE)
    while left and sum(one.lines for one in left) > room:
        most = max(left, key=lambda one: one.lines / one.share)
        left[left.index(most)] = _without_last(most)
        left = [one for one in left if one.rows]
    return tuple(left)


def _without_last(section: Section) -> Section:
    rows = section.rows
    goes = min(reversed(range(len(rows))), key=lambda n: rows[n].rank)
    return replace(section, rows=rows[:goes] + rows[goes + 1 :])
