"""The start page where the browser keeps the answers, in Chromium with the real Python side."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.course import Course
from certlab.day.today import serving
from certlab.study import browser
from certlab.study.answers import Answer, from_line, new_ulid, stamp, to_line
from certlab.study.history import History
from certlab.widgets.start import Start
from tests.widgets.conftest import Bench

IMPORT = """async (lines) => {
  const { openStore } = await import("/app/static/store/store.js");
  return (await openStore()).merge(lines);
}"""
LINES = """async () => {
  const { openStore } = await import("/app/static/store/store.js");
  return (await openStore()).lines();
}"""


@pytest.fixture
def whole(fixed: Course) -> Course:
    """What is planned from these items stays the same while the course grows."""
    return fixed


@pytest.fixture
def start(
    page: Page, whole: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Bench]]:
    """Run the cell in a tab of one browser; each time with a Python that knows nothing."""
    monkeypatch.setattr(browser, "HERE", True)
    benches: list[Bench] = []

    def run() -> Bench:
        own = page if not benches else page.context.new_page()
        benches.append(Bench(own, Start(whole, history)))
        return benches[-1]

    yield run
    for bench in benches:
        assert bench.errors == []


def plan(page: Page) -> None:
    day = datetime.now().astimezone().date() + timedelta(days=23)
    page.locator("[data-key=exam]").select_option("ncp-aii")
    page.locator("[data-key=day]").fill(day.isoformat())
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()


def kept(page: Page) -> list[Answer]:
    lines: str = page.evaluate(LINES)
    return [from_line(line) for line in lines.splitlines()]


def answered(course: Course, count: int = 40) -> str:
    """A history of last week: that many questions, answered once."""
    now = datetime.now().astimezone()
    lines = []
    for n, item in enumerate(serving(course, "ncp-aii")[:count]):
        at = now - timedelta(days=9, minutes=n)
        row: dict[str, Any] = {"at": stamp(at), "ulid": new_ulid(at), "device": "d0"}
        lines.append(to_line(Answer(item.id, item.rev, "correct", 1, **row)))
    return "\n".join(lines)


def test_a_goal_is_a_row_of_the_browser_and_another_python_finds_it(
    start: Callable[[], Bench],
) -> None:
    bench = start()
    page = bench.page
    expect(page.get_by_text("Which exam, and when?")).to_be_visible()
    plan(page)
    page.wait_for_function(f"({LINES})().then((text) => text.includes('today'))")
    row, listed = kept(page)
    pythons = bench.widget._history.path.parent / ".certlab" / "device"
    assert row.device != pythons.read_text("ascii").strip()
    assert (row.outcome, row.mode, row.response["exam"]) == ("goal", "plan", "ncp-aii")
    assert len(row.device) == 8  # this browser's own name
    assert (listed.outcome, listed.device) == ("today", row.device)
    again = start().page
    expect(again.get_by_text("AI Infrastructure, NCP-AII")).to_be_visible()
    assert kept(again) == [row, listed]


def test_the_plan_follows_what_the_browser_holds_and_what_is_answered(
    start: Callable[[], Bench], whole: Course
) -> None:
    page = start().page
    page.evaluate(IMPORT, answered(whole))  # as the progress panel of another tab
    plan(page)
    expect(page.locator(".cl-head")).to_contain_text(" reviews")
    expect(page.get_by_text("item 1 of")).to_be_visible()
    expect(page.get_by_text("again:")).to_have_count(0)
    answer(page)
    expect(page.locator(".cl-after, .cl-front").first).to_be_visible()
    page.wait_for_function(
        f"({LINES})().then((text) => text.split('\\n').length === 44)"
    )
    page.reload()
    expect(page.locator(".cl-head")).to_contain_text(" reviews")
    last = kept(page)[-1]
    assert (last.surface, last.mode) == ("lite", "drill")
    assert last.outcome in ("correct", "wrong")


def answer(page: Page) -> None:
    """Whatever the first item is."""
    page.get_by_role("button", name="Show the back").or_(
        page.locator(".cl-choice, input[type=text]")
    ).first.wait_for()
    if page.get_by_role("button", name="Show the back").count():
        page.get_by_role("button", name="Show the back").click()
        page.get_by_role("button", name="Knew it").click()
        return
    if page.locator(".cl-choice").count():
        told = re.search(r"Choose (\d)\.", page.locator(".cl-ask").inner_text())
        for number in range(int(told.group(1)) if told else 1):
            page.locator(".cl-choice").nth(number).click()
    else:
        command = page.get_by_label("Your command").count()  # it is to be readable
        page.locator("input[type=text]").first.fill("nvidia-smi" if command else "1")
    page.locator("[data-key=primary]").click()


def test_what_is_asked_is_what_the_plan_chose(
    start: Callable[[], Bench], whole: Course
) -> None:
    bench = start()
    page = bench.page
    page.evaluate(IMPORT, answered(whole, 10))
    plan(page)
    page.locator(".cl-tasks button.cl-task").first.click()
    expect(page.get_by_text("item 1 of")).to_be_visible()
    (task,) = [one for one in bench.part("tasks") if one["kind"] == "new"]
    assert bench.part("asked")["items"] == task["items"]
    expect(page.get_by_text(f"item 1 of {len(task['items'])}")).to_be_visible()


def test_a_goal_that_makes_no_sense_is_refused_and_not_kept(
    start: Callable[[], Bench],
) -> None:
    page = start().page
    page.locator("[data-key=exam]").select_option("ncp-aii")
    page.locator("[data-key=day]").fill("2020-01-01")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_contain_text("has passed")
    assert kept(page) == []


def test_labs_that_open_in_no_browser_are_not_planned(
    whole: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "HERE", True)
    first, *others = whole.labs.values()
    torch = replace(first, needs=("torch",))
    whole = replace(whole, labs={one.id: one for one in (torch, *others)})
    labs = Start(whole, history)._course.labs
    assert labs
    assert all("B" in one.paths and not one.needs for one in labs.values())
    assert len(labs) < len(whole.labs)
