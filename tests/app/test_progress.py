"""The page of progress in the app: its server says how the expected score came about."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from certlab.planner.goal import Goal
from certlab.study.answers import Answer
from certlab.study.history import History
from tests.app.conftest import Served

EXAM = "ncp-aii"


def set_goal(history: History) -> Goal:
    """An exam four weeks from now."""
    day = datetime.now(UTC).date() + timedelta(days=28)
    told = {"exam": EXAM, "day": day.isoformat(), "minutes": 30}
    history.append(Answer("", 0, "goal", 0, told, mode="plan"))
    return Goal(EXAM, day, 30)


def test_the_estimate_is_the_server_s_and_comes_with_each_answer(
    page: Page, server: Served
) -> None:
    history = History(server.history)
    api = f"{server.root}/certlab/api/progress"
    assert page.context.request.get(api).json() == {}  # no exam, no score
    page.goto(f"{server.root}/certlab/progress.html")
    page.get_by_role("heading", name="Nothing is here yet").wait_for()
    set_goal(history)
    history.append(Answer("mig-slices", 1, "correct", 1.0))
    page.get_by_role("heading", name="Your score for NCP-AII").wait_for()
    said = page.context.request.get(api).json()
    assert said["exam"] == EXAM
    rows = page.locator(".cl-progress .cl-standing li")
    expect(rows).to_have_count(len(said["outlook"]["domains"]))
    expect(page.locator(".cl-of-score")).to_contain_text(said["outlook"]["lacks"])
    # No second rule estimates anything where the server has no figure.
    assert said["points"] == []
    expect(page.locator(".cl-over-time")).to_have_count(0)


def test_what_is_unfolded_stays_so_when_an_answer_comes(
    page: Page, server: Served
) -> None:
    history = History(server.history)
    set_goal(history)
    history.append(Answer("mig-slices", 1, "correct", 1.0))
    page.goto(f"{server.root}/certlab/progress.html")
    table = page.locator(".cl-summary details")
    labs = page.locator(".cl-progress details", has=page.locator("[data-key=labs]"))
    expect(table).not_to_have_attribute("open", "")
    for fold in (labs, table):
        fold.locator("summary").click()
    history.append(Answer("mig-slices", 1, "wrong", 0.0))
    expect(page.locator(".cl-summary .cl-score")).to_contain_text("2 answers, 1 right")
    for fold in (labs, table):
        expect(fold).to_have_attribute("open", "")


def test_what_was_expected_and_what_was_known_stand_side_by_side(
    page: Page, server: Served
) -> None:
    history = History(server.history)
    set_goal(history)
    page.goto(f"{server.root}/certlab/progress.html")
    predicted = page.locator(".cl-progress section", has_text="What came back")
    expect(page.locator(".cl-of-score")).to_have_count(1)
    expect(predicted).to_have_count(0)  # of few answers nothing is said
    present = datetime.now(UTC)
    for days in range(25, 0, -1):
        for n, card in enumerate(("grid", "sizes", "starts", "order", "two-levels")):
            at = present - timedelta(days=days, minutes=n)
            history.append(Answer(f"mig-card-{card}", 1, "correct", 1.0), at)
    said = page.context.request.get(f"{server.root}/certlab/api/progress").json()
    rows = said["predicted"]["deciles"]
    assert sum(one["count"] for one in rows) >= 100
    page.reload()
    expect(predicted.locator("tbody tr")).to_have_count(len(rows))
    first = predicted.locator("tbody tr").first
    expect(first).to_contain_text(f"{rows[0]['low']} to {rows[0]['low'] + 10} %")
    expect(first).to_contain_text(f"{rows[0]['right']} of {rows[0]['count']}")
    expect(predicted).to_contain_text(said["predicted"]["says"])
