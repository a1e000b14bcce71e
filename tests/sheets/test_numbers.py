"""Every number on a sheet comes from a fact: none is left when no fact is filled in."""

import re
from collections.abc import Iterator

import pytest

from certlab.course import Course
from certlab.course.template import PLACEHOLDER
from certlab.sheets.choice import sheet, sheet_names
from certlab.sheets.rows import Ask, Card, Command, Row, Table, Trap

CODE = re.compile(r"`[^`]*`")
# A digit behind a letter, or behind a hyphen or a point that stands behind one, is of a name.
NUMBER = re.compile(r"(?<![\w.-])\d[\d.,]*")


def texts(row: Row) -> Iterator[str]:
    """What a course's authors wrote; a `Run` and a `Renamed` are rows of facts themselves."""
    match row:
        case Table():
            yield from row.heads
            for cells in row.cells:
                yield from cells
        case Card():
            yield from (row.front, row.back)
        case Trap():
            yield from (row.says, row.holds)
        case Ask():
            yield row.text


@pytest.mark.parametrize("which", ["fixed", "whole"])
def test_without_facts_no_number_is_left(
    which: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    course: Course = request.getfixturevalue(which)
    monkeypatch.setattr(
        "certlab.sheets.gate.fill", lambda text, _values: PLACEHOLDER.sub("fact", text)
    )
    names = " ".join(fact.what for fact in course.facts.values())
    rows = [
        (name, row)
        for name in sheet_names(course)
        for section in sheet(course, name).sections
        for row in section.rows
    ]
    assert rows
    loose = [
        (name, text, number)
        for name, row in rows
        for text in texts(row)
        for number in NUMBER.findall(CODE.sub("code", text))
        if not re.search(rf"[A-Z][\w-]* {re.escape(number)}(?!\S)", names)
    ]
    assert loose == []
    for _, row in rows:
        if isinstance(row, Command):
            for number in NUMBER.findall(CODE.sub("code", row.does)):
                assert number.strip(".,") in row.line
