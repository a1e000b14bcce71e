"""What the rules take from a module, and what they leave."""

from pathlib import Path
from typing import TypeVar

import pytest

from certlab.course import Course, load
from certlab.course.loading import in_language
from certlab.sheets.choice import sheet, sheet_names
from certlab.sheets.rows import (
    Ask,
    Card,
    Command,
    Renamed,
    Row,
    Run,
    Sheet,
    Table,
    Trap,
)
from tests.sheets import a_course

R = TypeVar("R", bound=Row)


@pytest.fixture
def made(small: Path) -> Sheet:
    return sheet(load(a_course.write(small)), "small")


def rows(made: Sheet, kind: type[R]) -> list[R]:
    return [row for one in made.sections for row in one.rows if isinstance(row, kind)]


def test_a_table_of_facts_is_taken_without_the_row_that_has_a_number_of_its_own(
    made: Sheet,
) -> None:
    (table,) = rows(made, Table)
    assert table.title == "Warps"
    assert table.heads == ("", "Threads", "Bandwidth", "Form")
    assert [row[0] for row in table.cells] == ["Warp", "Card", "Module"]
    assert table.cells[0][3] == "halves of 16"
    assert table.cells[2][2] == "4.8 TB/s"


def test_a_fact_that_is_asked_twice_stands_alone_unless_a_table_or_card_has_it(
    made: Sheet,
) -> None:
    labels = [one.label for one in rows(made, Run)]
    assert labels == ["Most threads in a block"]


def test_a_trap_is_what_people_say_and_the_whole_of_what_holds(made: Sheet) -> None:
    assert [(one.says, one.holds) for one in rows(made, Trap)] == [
        ('"All warps are alike."', "They are: a warp is 32 threads.")
    ]


def test_commands_come_from_the_page_and_the_practice_pool(made: Sheet) -> None:
    assert [(one.line, one.does) for one in rows(made, Command)] == [
        ("warps --list", "Which there are"),
        ("warps --device 3", "Those of device 3"),
        ("warps --device 5", "Show the warps of device 5."),
    ]


def test_cards_come_without_drafts_and_loose_numbers(made: Sheet) -> None:
    assert [one.front for one in rows(made, Card)] == [
        "Threads in a warp?",
        "When do lanes diverge?",
    ]


def test_what_was_renamed_and_what_the_exam_asks(made: Sheet) -> None:
    assert [(one.was, one.now) for one in rows(made, Renamed)] == [("warpctl", "warps")]
    assert [one.text for one in rows(made, Ask)] == ["**Warps**: how many threads."]


def test_its_foot_says_the_edition_the_day_and_whose_it_is_not(
    small: Path, made: Sheet
) -> None:
    assert "2026-11-21" in made.foot[0]
    settings = small / "content/course.toml"
    settings.write_text(
        'publisher = "ACME"\nrepository = "https://example.org/owner/name"\n', "utf-8"
    )
    foot = sheet(load(small), "small").foot
    assert foot[0].endswith("example.org/owner/name")
    assert "ACME" in foot[-1]


def test_a_module_in_another_language_has_a_sheet_in_it(fixed: Course) -> None:
    made = sheet(in_language(fixed, "zh_TW"), "mig")
    english = sheet(fixed, "mig")
    cards = [one.front for one in rows(made, Card)]
    assert len(cards) == len(rows(english, Card))
    assert cards != [one.front for one in rows(english, Card)]


def test_the_exam_pool_stays_closed_and_no_sheet_is_empty(whole: Course) -> None:
    kept = {
        one.ask
        for one in whole.items.values()
        if one.pool == "exam" or one.status != "reviewed"
    }
    for name in sheet_names(whole):
        made = sheet(whole, name)
        assert made.sections
        told = {one.front for one in rows(made, Card)}
        told |= {one.does for one in rows(made, Command)}
        assert not told & kept
