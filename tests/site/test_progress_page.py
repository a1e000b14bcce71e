"""The page of progress and the marks of labs on a static site, for histories of all kinds."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.course import Course
from certlab.study.answers import Answer, new_ulid, stamp, to_line
from certlab.study.exams import blueprint, draw
from tests.axe import in_both_themes
from tests.site.test_exam_first import EXAM, MERGE, address, browser, go, visit

__all__ = ["address", "browser", "visit"]
NOW = datetime.now(UTC)
LAB = "mig/10_slices"
WIDER = "document.documentElement.scrollWidth - innerWidth"
Open = Callable[..., Page]


def at(days: float, row: Answer) -> Answer:
    when = NOW - timedelta(days=days)
    return replace(row, at=stamp(when), ulid=row.ulid or new_ulid(when))


def goal(days: float = 30) -> Answer:
    day = (NOW + timedelta(days=28)).date().isoformat()
    told = {"exam": EXAM, "day": day, "minutes": 30}
    return at(days, Answer("", 0, "goal", 0, told, mode="plan"))


def answered(item: str, days: float, outcome: str = "correct", **more: Any) -> Answer:
    return at(days, Answer(item, 9, outcome, 1.0, **more))


def a_day(course: Course) -> list[Answer]:
    items = [id for id, one in course.items.items() if one.module == "mig"]
    return [goal(0.2), *(answered(id, 0.1) for id in items[:9])]


def a_mock(course: Course, days: float = 0.1) -> list[Answer]:
    paper = draw(blueprint(course, EXAM), 3)
    asked = [[one.item, one.rev, one.seed, one.domain] for one in paper.asked]
    seats = [[one.domain, one.wanted, one.filled] for one in paper.seats]
    told = {
        "exam": EXAM,
        "minutes": 60,
        "factor": None,
        "deadline": None,
        "asked": asked,
        "seats": seats,
        "lacks": [],
    }
    begun = at(days, Answer("", 0, "begun", 0, told, mode="exam"))
    own: dict[str, Any] = {"mode": "exam", "more": {"sitting": begun.ulid}}
    right = [answered(one.item, days, **own) for one in paper.asked[::2]]
    end = at(days, Answer("", 0, "ended", 0, "handed in", **own))
    return [goal(40), begun, *right, end]


def a_year(course: Course) -> list[Answer]:
    items = [*course.items]
    days = range(1, 365, 3)
    rows = [answered(items[n % len(items)], day) for n, day in enumerate(days)]
    exercises = [
        answered(one.id, 4, mode="exercise") for one in course.labs[LAB].exercises
    ]
    read = at(3, Answer("", 0, "read", 0, mode="plan", more={"page": "mig"}))
    mocks = [row for ago in (300, 90, 9) for row in a_mock(course, ago)]
    return [goal(370), *rows, *exercises, read, *mocks]


def odd(course: Course) -> list[Answer]:
    (first, *_) = course.labs[LAB].exercises
    taken = answered(first.id, 2, mode="exercise")
    return [
        goal(),
        answered("gone-item", 9000),
        answered("no-exercise", 5, mode="exercise"),
        at(8, Answer("", 0, "begun", 0, {"exam": EXAM}, mode="exam")),
        at(7, Answer("", 0, "ended", 0, "?", mode="exam", more={"sitting": 5})),
        at(6, Answer("x", 0, "strange", 0, [1])),
        at(5, Answer("", 0, "read", 0, mode="plan", more={"page": "no/such"})),
        taken,
        at(1, Answer("", 0, "undone", 0, taken.ulid)),
    ]


HISTORIES: dict[str, tuple[Callable[[Course], list[Answer]], int]] = {
    "a day": (a_day, 0),
    "a mock exam": (a_mock, 1),
    "a year": (a_year, 3),
    "odd rows": (odd, 0),
}


def with_rows(page: Page, root: str, rows: list[Answer]) -> None:
    lines = "\n".join(to_line(row) for row in sorted(rows, key=lambda row: row.at))
    page.evaluate(MERGE, lines)
    go(page, f"{root}/progress.html")


def looks_meant(page: Page) -> None:
    """Nothing that axe-core finds, and nothing that is wider than a phone."""
    assert in_both_themes(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(WIDER) <= 0


def test_nobody_s_page_says_what_will_stand_here(visit: Open, address: str) -> None:
    page = visit()
    go(page, f"{address}/progress.html")
    page.get_by_role("heading", name="Nothing is here yet").wait_for()
    expect(page.locator(".cl-over-time, .cl-weeks")).to_have_count(0)
    expect(page.locator(".cl-summary table")).to_be_hidden()
    looks_meant(page)


@pytest.mark.parametrize("kind", HISTORIES)
def test_a_history_of_any_kind_has_its_page(
    visit: Open, address: str, fixed: Course, kind: str
) -> None:
    page = visit()
    make, mocks = HISTORIES[kind]
    with_rows(page, address, make(fixed))
    heads = page.locator(".cl-progress h2")
    wanted = ["Your score for", "Domains", "Your way to", "Labs", "Pages", "Twelve"]
    expect(heads).to_contain_text(wanted)
    # Without Python there are mock exams and no estimate, and a sentence says why.
    expect(page.locator(".cl-over-time")).to_have_count(min(1, mocks))
    expect(page.locator(".cl-mock-star")).to_have_count(mocks)
    expect(page.locator(".cl-over-time .cl-line")).to_have_count(0)
    expect(page.locator(".cl-of-score [role=status]")).to_contain_text("Python")
    expect(page.locator(".cl-weeks > span")).to_have_count(84)
    expect(page.locator(".cl-progress .cl-is-here")).to_have_count(1)
    looks_meant(page)


def test_solved_exercises_stand_in_every_list_of_labs(
    visit: Open, address: str, fixed: Course
) -> None:
    page = visit()
    exercises = fixed.labs[LAB].exercises
    count = len(exercises)
    with_rows(page, address, [goal(), answered(exercises[0].id, 1, mode="exercise")])
    says = f"1 of {count}"
    expect(page.locator(".cl-known-rows li").first).to_contain_text(says)
    expect(page.locator(".cl-station.cl-is-lab").first).to_contain_text(says)
    for where, place in (
        ("library", f".shelf [data-lab='{LAB}']"),
        ("modules/mig", f".rows [data-lab='{LAB}']"),
        ("modules/mig", f".onward [data-lab='{LAB}']"),
        (f"certifications/{EXAM}", ".cl-station.cl-is-lab"),
        ("path", ".cl-station.cl-is-lab"),
        ("index", ".cl-station.cl-is-lab"),
    ):
        go(page, f"{address}/{where}.html")
        expect(page.locator(place).first).to_contain_text(says)


def test_an_exam_s_page_begins_with_the_way_on(visit: Open, address: str) -> None:
    page = visit()
    read = at(1, Answer("", 0, "read", 0, mode="plan", more={"page": "mig"}))
    with_rows(page, address, [goal(), read])
    go(page, f"{address}/certifications/{EXAM}.html")
    assert page.locator("article .actions a").all_inner_texts()[0] == "Today"
    expect(page.locator(".cl-way-here a")).to_have_text("Slices of a GPU")
    expect(page.locator(".cl-way-planned")).not_to_have_attribute("open", "")
    page.emulate_media(media="print")
    expect(page.locator(".cl-way-planned summary")).to_be_visible()
    expect(page.locator(".cl-station").first).to_be_visible()
