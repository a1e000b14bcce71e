"""A newcomer who goes on: the questions that follow the five, and a place on the path."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import Course
from certlab.course.first_questions import COUNT
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.day.placement import asked_steps, may_skip
from certlab.study.exams.blueprint import objective_of
from tests.axe import violations
from tests.site.conftest import serving, watch
from tests.site.test_exam_first import rows

EXAM = "nca-aiio"
Open = Callable[[], Page]


@pytest.fixture(scope="module")
def placing(fixed: Course) -> Course:
    """The small course with a question to each objective, and a path."""
    exam = fixed.certifications[EXAM]
    single = [
        one
        for one in fixed.items.values()
        if one.kind == "single" and one.pool == "practice" and objective_of(one, EXAM)
    ]
    of_each = {objective_of(one, EXAM): one.id for one in single}
    rest = [one.id for one in single if one.id not in of_each.values()]
    first = tuple([*rest, *of_each.values()][-COUNT - 2 :])
    items = {
        id: replace(one, level="recall", status="reviewed") if id in first else one
        for id, one in fixed.items.items()
    }
    path = tuple(Step(module, (), "", "", 0) for module in fixed.modules)
    exam = replace(exam, first=first, path=path)
    return replace(
        fixed, items=items, certifications={**fixed.certifications, EXAM: exam}
    )


@pytest.fixture
def front(placing: Course, small_browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """The start page of somebody new; what it throws fails the test."""
    write_pages(
        placing,
        tmp_path,
        write_assets(placing, tmp_path),
        dict.fromkeys(placing.labs, ""),
    )
    errors: list[str] = []
    with serving(tmp_path) as served:
        context = small_browser.new_context()

        def begin() -> Page:
            page = context.new_page()
            watch(page, errors)
            page.goto(f"{served.address}/index.html")
            page.locator(f"[data-key={EXAM}]").click()
            return page

        yield begin
        context.close()
    assert errors == []


def right(item: Item) -> str:
    return next(one.id for one in item.body.offered if one.correct)


def answer(page: Page, item: Item) -> None:
    page.locator(f"[data-key=option-{right(item)}]").click()
    page.locator(".cl-verdict").wait_for()
    page.locator("[data-key=primary]").click()


def test_seven_more_place_on_the_path_and_broken_off_they_are_kept(
    front: Open, placing: Course
) -> None:
    page = front()
    asked = [placing.items[id] for id in placing.certifications[EXAM].first]
    for item in asked[:COUNT]:
        answer(page, item)
    expect(page.locator(".cl-score")).to_have_text("5 of 5 right")
    more = page.get_by_role("button", name="2 more questions")
    more.click()
    expect(page.locator(".cl-segments")).to_contain_text("1 of 2")
    answer(page, asked[COUNT])
    page.reload()  # it leads back to where one was, and says so
    page.locator(f"[data-key={EXAM}]").click()
    expect(page.get_by_text("You go on where you were: 1 of 2")).to_be_visible()
    expect(page.locator(".cl-segments")).to_contain_text("2 of 2")
    assert violations(page) == []
    page.get_by_role("button", name="Stop here").click()
    says = "You stopped after 6 of 7 questions; what you answered is kept."
    expect(page.get_by_text(says)).to_be_visible()
    assert violations(page) == []
    page.reload()
    page.locator(f"[data-key={EXAM}]").click()
    more.click()  # what was answered is not asked again
    answer(page, asked[-1])
    expect(page.locator(".cl-score")).to_have_text("7 of 7 right")
    steps = asked_steps(placing, EXAM)
    results = [(objective_of(one, EXAM), True) for one in asked]
    skipped = may_skip([one.objectives for one in steps], results)
    names = [steps[n].name for n in skipped]
    assert names
    expect(page.locator(".cl-estimate li")).to_have_text(names)
    expect(page.get_by_text("Nothing is ticked")).to_be_visible()
    assert violations(page) == []
    assert {one.item for one in rows(page)} == {one.id for one in asked}
