"""The page of the exam's day shows the learner's own list for the last day, and the start leads there."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.app.assets import write_assets
from certlab.app.pages.exam_day import EXAM_DAY, LAST_DAY
from certlab.app.pages.output import write_pages
from certlab.course import Course
from certlab.course.programme import Programme, Rule
from certlab.day.last_day import last_set
from certlab.planner.goal import set_goal
from certlab.study.answers import Answer, stamp
from certlab.study.history import History
from tests.axe import violations
from tests.site.conftest import serving, watch
from tests.site.test_exam_first import MERGE

EXAM = "nca-aiio"


@pytest.fixture
def visited(
    fixed: Course, small_browser: Browser, tmp_path: Path
) -> Iterator[tuple[Page, str]]:
    """The start page of a course with a rule for the day; what it throws fails the test."""
    rule = Rule("Desk", "Empty.", "D", (next(iter(fixed.sources)),), True)
    course = replace(fixed, programme=Programme((rule,)))
    here = dict.fromkeys(course.labs, "")
    write_pages(course, tmp_path, write_assets(course, tmp_path), here)
    errors: list[str] = []
    with serving(tmp_path) as served:
        context = small_browser.new_context()
        page = context.new_page()
        watch(page, errors)
        page.goto(f"{served.address}/index.html")
        yield page, served.address
        context.close()
    assert errors == []


def lines(course: Course, folder: Path, days: int) -> str:
    """A history with a plan and some answers, as it is kept."""
    history, now = History(folder / "history.jsonl"), datetime.now(UTC)
    then = now - timedelta(days=30)
    data = last_set(course, EXAM)
    for n, id in enumerate(data["items"]):
        at = then + timedelta(microseconds=n)
        history.append(Answer(id, 1, "wrong", 0, at=stamp(at)), at)
    today = datetime.now().astimezone().date()
    day = today + timedelta(days=days)
    set_goal(course, history, EXAM, day, 30, today=today, surface="site")
    return history.path.read_text("utf-8")


def test_without_a_plan_the_page_says_what_helps_everybody(
    visited: tuple[Page, str],
) -> None:
    page, address = visited
    page.goto(f"{address}/{EXAM_DAY}.html")
    place = page.locator("[data-certlab=last]")
    expect(place).to_contain_text(
        "With a plan for your exam, your own list stands here."
    )
    expect(place.locator(".cl-last-day")).to_have_count(0)


def test_the_day_before_the_start_leads_to_the_own_list(
    visited: tuple[Page, str], fixed: Course, tmp_path: Path
) -> None:
    page, _ = visited
    page.evaluate(MERGE, lines(fixed, tmp_path / "kept", 1))
    page.reload()
    page.locator("[data-key=last-day]").click()
    page.wait_for_url(f"**/{EXAM_DAY}.html#{LAST_DAY}")
    place = page.locator(".cl-last-day")
    expect(place).to_contain_text("Made from your plan for NCA-AIIO")
    expect(place).to_contain_text("Where you are weakest")
    expect(place.locator(f"a[href*='drill.html?drill={EXAM}']")).to_be_visible()
    assert violations(page) == []
    place.locator("ul a").first.click()
    page.wait_for_url("**/modules/**")


def test_a_plan_that_is_far_off_has_a_list_and_no_link_to_it(
    visited: tuple[Page, str], fixed: Course, tmp_path: Path
) -> None:
    page, address = visited
    page.evaluate(MERGE, lines(fixed, tmp_path / "kept", 40))
    page.reload()
    page.locator(".cl-start-exam").wait_for()
    expect(page.locator("[data-key=last-day]")).to_have_count(0)
    page.goto(f"{address}/{EXAM_DAY}.html")
    expect(page.locator(".cl-last-day")).to_be_visible()


def test_an_exam_that_has_passed_has_no_list(
    visited: tuple[Page, str], fixed: Course, tmp_path: Path
) -> None:
    page, address = visited
    today = datetime.now().astimezone().date()
    text = lines(fixed, tmp_path / "kept", 5)
    past = (today - timedelta(days=2)).isoformat()
    text = text.replace((today + timedelta(days=5)).isoformat(), past)
    page.evaluate(MERGE, text)
    page.goto(f"{address}/{EXAM_DAY}.html")
    expect(page.locator("[data-certlab=last]")).to_contain_text("has passed")
    expect(page.locator(".cl-last-day")).to_have_count(0)
