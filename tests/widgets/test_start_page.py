"""The start page in Chromium: plan an exam, see today's work, do it, see it done."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.course import Course
from certlab.day.today import serving
from certlab.planner.goal import goal_of
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.widgets.start import Start
from certlab.words import text
from tests.axe import in_both_themes
from tests.widgets.conftest import Bench


@pytest.fixture
def whole(fixed: Course) -> Course:
    """What is planned from these items stays the same while the course grows."""
    return fixed


@pytest.fixture
def start(page: Page, whole: Course, history: History) -> Iterator[Callable[[], Bench]]:
    """Run the cell; an error in the page fails the test."""
    benches: list[Bench] = []

    def run() -> Bench:
        own = page if not benches else page.context.new_page()
        benches.append(Bench(own, Start(whole, history)))
        return benches[-1]

    yield run
    for bench in benches:
        assert bench.errors == []


ELSEWHERE = """(item) => {
  const answer = { item, rev: 1, outcome: "wrong", score: 0, mode: "drill", response: 0 };
  return window.part.rows.store.add({ ...answer, surface: "lab" });
}"""


def plan(
    page: Page,
    days: int = 23,
    exam: str = "ncp-aii",
    button: str = "Make my plan",
) -> None:
    day = datetime.now().astimezone().date() + timedelta(days=days)
    page.locator("[data-key=exam]").select_option(exam)
    page.locator("[data-key=day]").fill(day.isoformat())
    page.get_by_role("button", name=button).click()


def test_a_new_learner_plans_an_exam(start: Callable[[], Bench]) -> None:
    bench = start()
    page = bench.page
    expect(page.get_by_text("Which exam, and when?")).to_be_visible()
    assert in_both_themes(page) == []
    plan(page)
    expect(page.get_by_text("AI Infrastructure, NCP-AII")).to_be_visible()
    expect(page.get_by_text("23 days")).to_be_visible()
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    expect(page.get_by_role("link", name="Read ").first).to_be_visible()
    expect(page.get_by_text("Not enough data for a score today.")).to_be_visible()
    expect(page.get_by_text("Each domain needs")).to_be_visible()
    expect(
        page.get_by_text("too few questions yet for domains 1, 4, 5")
    ).to_be_visible()
    page.get_by_text("Why this today").click()
    expect(page.get_by_text("nothing yet for domains 1, 4, 5")).to_be_visible()
    assert page.locator(".cl-primary").count() == 1
    expect(
        page.get_by_role("link", name=re.compile(r"^Read [A-Z].*, \d+ min$"))
    ).to_be_visible()
    assert in_both_themes(page) == []


def test_in_another_language_it_says_that_the_rest_is_english(
    page: Page, whole: Course, history: History
) -> None:
    bench = Bench(page, Start(whole, history, lang="zh_TW"))
    says = (
        "Only some pages and questions are in this language; the others are in English."
    )
    expect(page.get_by_text(text("zh_TW")(says))).to_be_visible()
    expect(page.get_by_text(says)).to_have_count(0)
    plan(page, button=text("zh_TW")("Make my plan"))
    expect(page.get_by_text(text("zh_TW")(says))).to_be_visible()
    assert in_both_themes(page) == []
    assert bench.errors == []


def test_a_goal_that_makes_no_sense_is_refused_with_a_sentence(
    start: Callable[[], Bench],
) -> None:
    page = start().page
    plan(page, days=-1)
    expect(page.get_by_role("alert")).to_contain_text("has passed; give the day")
    page.locator("[data-key=day]").fill("")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose your exam date.")


def test_what_was_entered_stays_when_something_is_missing(
    start: Callable[[], Bench], history: History
) -> None:
    page = start().page
    exam, day, minutes = (
        page.locator(f"[data-key={key}]") for key in ("exam", "day", "minutes")
    )
    expect(exam).to_have_value("")  # nobody else chooses it
    minutes.fill("45")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose your exam.")
    expect(minutes).to_have_value("45")
    exam.select_option("ncp-aii")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose your exam date.")
    expect(exam).to_have_value("ncp-aii")
    expect(minutes).to_have_value("45")
    assert history.read().rows == ()
    later = datetime.now().astimezone().date() + timedelta(days=23)
    day.fill(later.isoformat())
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    goal = goal_of(history.read().rows)
    assert goal is not None
    assert (goal.exam, goal.day, goal.minutes) == ("ncp-aii", later, 45)


def test_the_form_tells_how_far_the_course_goes_and_fills_dates_and_minutes(
    page: Page, whole: Course, history: History
) -> None:
    bare = replace(whole.certifications["ncp-aii"], id="x", code="NCP-X", domains=())
    exams = {bare.id: bare, **whole.certifications}
    bench = Bench(page, Start(replace(whole, certifications=exams), history))
    expect(page.get_by_text("Which exam, and when?")).to_be_visible()
    rows = bench.part("exams")
    exam, day, minutes = (
        page.locator(f"[data-key={key}]") for key in ("exam", "day", "minutes")
    )
    expect(exam).to_have_value("")
    for level in ("associate", "professional"):
        shown = exam.locator(f"optgroup[label={level.title()}] option")
        own = [one for one in rows if one["level"] == level]
        own.sort(key=lambda one: not one["covered"])  # stable
        expect(shown).to_have_text([re.compile(_option(one)) for one in own])
    (chosen,) = (one for one in rows if one["exam"] == "ncp-aii")
    says = page.get_by_role("status").filter(has_text="Covered: ")
    expect(says).to_be_visible()
    exam.select_option("ncp-aii")
    share = f"{chosen['covered']} of the {chosen['objectives']} objectives"
    expect(page.get_by_text(share)).to_be_visible()
    page.get_by_role("button", name="8 weeks").click()
    page.get_by_role("button", name="45 min").press("Enter")
    pressed = page.locator("[aria-pressed=true]")
    expect(pressed).to_have_text(["8 weeks", "45 min"])
    assert in_both_themes(page) == []
    minutes.fill("50")  # any other is taken too
    expect(pressed).to_have_text(["8 weeks"])
    later = date.fromisoformat(bench.part("today")) + timedelta(weeks=8)
    expect(day).to_have_value(later.isoformat())
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    goal = goal_of(history.read().rows)
    assert goal is not None
    assert (goal.exam, goal.day, goal.minutes) == ("ncp-aii", later, 50)
    assert bench.errors == []


def _option(exam: dict[str, Any]) -> str:
    """The words that an exam's entry begins and ends with."""
    share = f"{exam['covered']} of {exam['objectives']} objectives covered"
    return f"^{exam['code']} .*, {share if exam['covered'] else 'nothing yet'}$"


def test_it_says_that_it_plans_while_python_does(start: Callable[[], Bench]) -> None:
    page = start().page
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_be_visible()
    never = "() => { window.toPython = () => new Promise(() => {}); }"
    page.evaluate(never)  # Python is still planning
    plan(page)
    button = page.locator("[data-key=primary]")
    expect(button).to_have_text("Planning…")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("[data-key=exam]")).to_have_value("ncp-aii")


def test_todays_work_is_done_from_the_page(
    start: Callable[[], Bench], whole: Course, history: History
) -> None:
    now = datetime.now().astimezone()
    for item in serving(whole, "ncp-aii")[:40]:
        history.append(Answer(item.id, item.rev, "correct", 1), now - timedelta(days=9))
    bench = start()
    page = bench.page
    plan(page)
    # Not "again": nothing of it was asked in this drill before.
    expect(page.locator(".cl-place")).to_have_text(re.compile(r"^item 1 of \d+$"))
    asked = len(bench.part("asked")["items"])
    expect(page.locator(".cl-head")).to_contain_text(f"{asked} reviews")
    page.locator(".cl-ask, .cl-front").first.wait_for()
    page.keyboard.press("2")  # no click: the day begins in the page
    page.keyboard.press("Enter")
    expect(page.locator(".cl-verdict")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".cl-place")).to_have_text(re.compile(r"^item 2 of \d+$"))
    other = start()  # tomorrow's kernel finds the goal
    expect(other.page.get_by_text("AI Infrastructure, NCP-AII")).to_be_visible()
    other.page.get_by_role("button", name="Change").click()
    expect(other.page.locator("[data-key=exam]")).to_have_value("ncp-aii")
    other.page.get_by_role("button", name="Cancel").click()
    expect(other.page.get_by_role("heading", name="minutes today")).to_be_visible()
    other.page.set_viewport_size({"width": 390, "height": 900})
    wide = other.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


def test_the_list_is_the_days_and_ends(
    start: Callable[[], Bench], history: History
) -> None:
    bench = start()
    page = bench.page
    plan(page)
    page.locator(".cl-tasks button.cl-task").first.click()
    expect(page.get_by_text("item 1 of")).to_be_visible()
    first = bench.part("asked")["items"][0]
    page.evaluate(ELSEWHERE, first)  # heard of by the page, as of another window's
    note = page.get_by_text("was answered in another window")
    expect(note).to_be_visible()
    page.evaluate("window.part.look()")  # no plan is on its way after this one
    page.evaluate("window.part.tell('msg:custom', { type: 'refused', say: 'Away.' })")
    expect(page.get_by_text("Away.")).to_be_visible()
    page.evaluate("window.part.look()")
    expect(page.get_by_text("Away.")).to_have_count(0)  # a plan came since
    expect(note).to_be_visible()
    page.get_by_role("button", name="Back to today").click()
    expect(note).to_have_count(0)
    (row,) = (one for one in history.read().rows if one.outcome == "today")
    tasks = row.more["tasks"]
    expect(page.locator(".cl-tasks").get_by_text("1 of ")).to_be_visible()
    assert in_both_themes(page) == []
    for item in [id for one in tasks for id in one["items"] if id != first]:
        history.append(Answer(item, 1, "correct", 1.0))
    page = start().page  # tomorrow's kernel, and today's list
    expect(page.get_by_role("heading", name="Done for today.")).to_be_visible()
    expect(page.locator(".cl-end")).to_contain_text("Tomorrow ")
    assert page.locator(".cl-primary").count() == 0
    assert in_both_themes(page) == []
    page.set_viewport_size({"width": 390, "height": 900})
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    steps = [one.outcome for one in history.read().rows if not one.item]
    assert steps == ["goal", "today", "more"]


def test_cards_and_questions_are_asked_in_one_round(
    start: Callable[[], Bench], whole: Course, history: History
) -> None:
    bench = start()
    page = bench.page
    plan(page)
    items = serving(whole, "ncp-aii")
    both = [next(one.id for one in items if one.kind == k) for k in ("card", "single")]
    page.locator(".cl-tasks button.cl-task").first.click()
    expect(page.get_by_text("item 1 of")).to_be_visible()
    drill = """(items) => {
      const asked = { ...window.part.get("asked"), items, count: 2 };
      window.part.take({ asked });
    }"""
    page.evaluate(drill, both)
    expect(page.get_by_text("item 1 of 2")).to_be_visible()
    page.get_by_role("button", name="Show the back").click()
    page.get_by_role("button", name="Knew it").click()
    expect(page.get_by_text("item 2 of 2")).to_be_visible()
    page.locator(".cl-choice").first.click()
    page.locator("[data-key=primary]").click()
    expect(page.locator(".cl-verdict")).to_be_visible()
    assert [one.item for one in history.read().answers] == both


SCORE = {"mean": 0.63, "low": 0.55, "high": 0.7}
KNOWN = {"share": 0.7, "low": 0.6, "high": 0.8}


def domain(number: int, **more: object) -> dict[str, object]:
    whole = {"domain": number, "name": f"Domain {number}", "weight": 50}
    known = {"missing": 0, "bare": False, "covered": 2, "objectives": 3}
    return {**whole, **known, **more}


def test_an_estimate_shows_its_interval_and_each_domain(
    start: Callable[[], Bench],
) -> None:
    page = start().page
    plan(page)
    expect(page.locator(".cl-day-card .cl-item")).to_be_visible()
    known = {
        "covers": "The course has questions on a part.",
        "plan": {**SCORE, "mean": 0.66},
        "now": SCORE,
        "then": {**SCORE, "mean": 0.6},
        "curve": [[60, 0.8], [70, 0.5], [80, 0.2]],
        "answers": 60,
        "fresh": 5,
        "publisher": "Acme",
        "domains": [domain(1, **KNOWN), domain(2, **KNOWN)],
    }
    page.evaluate("(outlook) => window.part.take({ outlook })", known)
    expect(page.locator(".cl-figure")).to_have_text(["63", "66"])
    expect(page.get_by_text("55–70 today, 55–70 on the day")).to_be_visible()
    expect(page.get_by_text("The course has questions on a part.")).to_be_visible()
    expect(page.get_by_text("60 (55–70)")).to_be_hidden()
    page.get_by_text("If you study nothing more").click()
    expect(page.get_by_text("60 (55–70)")).to_be_visible()
    expect(page.get_by_role("cell", name="50 %")).to_be_visible()
    expect(
        page.get_by_text("from 60 first answers. Acme publishes no pass mark.")
    ).to_be_visible()
    expect(page.get_by_text("70 (60–80)").first).to_be_visible()
    assert in_both_themes(page) == []
    none = known | {"curve": [[60, 0.004], [80, 0.0]], "publisher": ""}
    page.evaluate("(outlook) => window.part.take({ outlook })", none)
    expect(page.get_by_role("cell")).to_have_count(0)  # no row of zeros
    expect(page.get_by_text("publishes no")).to_have_count(0)
    lacking = [
        domain(1, **KNOWN),
        domain(2, missing=3),
        domain(3, missing=5, bare=True),
    ]
    known |= {"plan": None, "now": None, "then": None, "curve": []}
    known |= {"domains": lacking}
    page.evaluate("(outlook) => window.part.take({ outlook })", known)
    expect(page.locator(".cl-figure")).to_have_count(0)
    expect(page.get_by_text("3 more answers needed")).to_be_visible()
    expect(page.get_by_text("2 of 3 objectives covered").first).to_be_visible()
    expect(page.get_by_text("too few questions yet for domain 3")).to_be_visible()
    assert (
        page.locator(".cl-standing progress").count() == 1
    )  # no picture of what is not known
    page.set_viewport_size({"width": 390, "height": 900})
    assert in_both_themes(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide


def test_the_map_tells_not_asked_from_not_answered(
    start: Callable[[], Bench], whole: Course, history: History
) -> None:
    now = datetime.now().astimezone()
    for item in serving(whole, "ncp-aii"):
        if "ncp-aii.2.2" in (item.objective, *item.also):
            row = Answer(item.id, item.rev, "correct", 1)
            history.append(row, now - timedelta(days=9))
    page = start().page
    plan(page)
    known = page.locator("li[title^='2.2 ']")
    expect(known.get_by_role("link")).to_have_attribute("href", "../modules/mig.md")
    title = known.get_attribute("title") or ""
    percent = title.rpartition(": ")[2]
    assert percent.endswith(" %")
    expect(known).to_contain_text(percent.removesuffix(" %"))
    bare, few = page.locator("li[title^='1.1 ']"), page.locator("li[title^='3.5 ']")
    expect(bare).to_have_attribute("title", re.compile("no questions yet"))
    expect(few).to_have_attribute("title", re.compile("not enough data"))


def test_the_keyboard_is_enough(start: Callable[[], Bench], history: History) -> None:
    page = start().page
    press = page.keyboard.press
    key = "document.activeElement.dataset.key ?? ''"

    def tab_to(name: str) -> None:
        for _ in range(60):
            press("Tab")
            if page.evaluate(key) == name:
                return
        raise AssertionError(name)

    tab_to("exam")
    page.keyboard.type("NCP-AII")
    day = datetime.now().astimezone().date() + timedelta(days=23)
    tab_to("day")
    page.locator("[data-key=day]").fill(day.isoformat())  # its parts are the browser's
    tab_to("primary")
    press("Enter")
    expect(page.get_by_text("AI Infrastructure, NCP-AII")).to_be_visible()
    tab_to("task-1")
    press("Enter")
    expect(page.get_by_text("item 1 of")).to_be_visible()
    tab_to("home")
    press("Enter")
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    tab_to("why")
    press("Enter")
    expect(page.locator(".cl-whys li").first).to_be_visible()
    tab_to("change")
    press("Enter")
    tab_to("home")  # "Cancel"
    press("Enter")
    expect(page.get_by_role("heading", name="minutes today")).to_be_visible()
    assert [one.outcome for one in history.read().rows] == ["goal", "today"]


LAB = """() => {
  window.opened = [];
  const node = document.querySelector("main");
  const panel = { node, context: { path: "my work/labs/00_start_here.ipynb" } };
  window.jupyterapp = {
    shell: { widgets: () => [panel][Symbol.iterator]() },
    commands: { execute: (name, how) => window.opened.push([name, how]) },
  };
}"""


def test_a_link_opens_beside_the_notebook_wherever_its_folder_stands(
    start: Callable[[], Bench],
) -> None:
    page = start().page
    plan(page)
    page.evaluate(LAB)
    page.get_by_role("link", name="Read ").first.click()
    page.locator(".cl-weakest a, .cl-heat-cell a").first.click()
    first, second = page.evaluate("window.opened")
    assert first[0] == "docmanager:open"
    assert first[1]["factory"] == "Markdown Preview"
    for opened in (first, second):
        assert re.fullmatch(r"my work/modules/[a-z-]+\.md", opened[1]["path"])
    assert len(page.context.pages) == 1
