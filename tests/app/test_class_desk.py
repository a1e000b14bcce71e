"""The desk in Chromium: the agenda of a syllabus, who is here, why after a poll; a learner's plan."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from certlab.classroom.plan.syllabi import FOLDER
from tests.app.conftest import Command, Served
from tests.app.test_class import both, instructing, joined, opened, received, strip

PLAN = """\
title = "A day of <b>warps</b>"
audience = "All"

[[day]]
minutes = 40

[[day.step]]
title = "Hello"
minutes = 5
talk = true
notes = "Ask who is new."

[[day.step]]
title = "Warps"
minutes = 10
read = "cuda"
sections = ["warps"]
notes = "Draw one."

[[day.step]]
title = "Vote"
minutes = 5
poll = ["cuda-warp-size", "cuda-gone", "cuda-divergence-cost"]
notes = "Twice."

[[day.step]]
title = "Slices"
minutes = 20
lab = "mig/10_slices"
parts = ["What the exam asks"]
notes = "Walk round."
"""


@pytest.fixture
def plan(below: Served) -> Iterator[Path]:
    """A syllabus `warps` in the course that is served."""
    path = below.course / FOLDER / "warps.toml"
    path.parent.mkdir(parents=True)
    path.write_text(PLAN, "utf-8")
    yield path
    path.unlink()
    path.parent.rmdir()


def agenda(page: Page) -> Locator:
    return page.locator(".cl-part-agenda")


def step(page: Page, title: str) -> Locator:
    return page.locator(".cl-agenda > li").filter(has_text=title)


@pytest.mark.usefixtures("plan")
def test_a_class_is_led_through_its_agenda(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(lively=3, columns=2, plan="warps")
    page = instructing(learner, below, stub)
    expect(agenda(page)).to_contain_text("A day of <b>warps</b> · 40 min")
    expect(page.locator(".cl-agenda > li")).to_have_count(4)
    expect(step(page, "Slices")).to_contain_text("0:20 · 20 min · Lab")
    expect(step(page, "Vote")).to_contain_text("there is no item cuda-gone.")
    expect(step(page, "Vote").get_by_role("button")).to_have_count(2)

    page.get_by_role("button", name="Begin: Hello").click()
    expect(step(page, "Hello")).to_have_attribute("aria-current", "step")
    expect(step(page, "Hello")).to_contain_text("Now, since")
    onward = page.get_by_role("button", name="Next: Warps")
    expect(onward).to_be_focused()
    page.get_by_role("button", name="Gate to this step: Warps").click()
    expect(step(page, "Hello")).to_contain_text("Done")
    expect(step(page, "Warps")).to_contain_text("The class is sent here")

    page.get_by_role("button", name="Open this poll: How many").first.click()
    expect(step(page, "Vote")).to_contain_text("This poll is on")
    said = agenda(page).get_by_role("status")
    expect(said).to_have_text("The poll is open.")
    expect(page.get_by_text("0 of 3 have voted")).to_be_visible()
    agenda(page).get_by_role("button", name="Open this poll").click()
    expect(page.get_by_text("A vote is open; close it first.")).to_be_visible()
    page.get_by_role("button", name="Close the vote").click()
    page.get_by_role("button", name="End, and show why").click()
    expect(step(page, "Vote")).to_contain_text("Asked")
    expect(said).to_be_empty()

    page.get_by_role("button", name="Gate to this step: What the exam asks").click()
    expect(step(page, "Slices")).to_contain_text("The class is sent here")
    page.get_by_role("button", name="The class is over").click()
    expect(page.get_by_text("All steps are done.")).to_be_visible()
    page.get_by_role("button", name="Begin anew").click()
    expect(page.get_by_role("button", name="Begin: Hello")).to_be_visible()
    expect(step(page, "Vote").get_by_text("Asked")).to_have_count(0)
    assert page.locator("main b").count() == 0
    sent = {path: data for path, data in received(stub) if path in ("gate", "poll")}
    assert sent["poll"] == {"item": "cuda-warp-size", "at": 2}
    assert sent["gate"]["step"] == "What the exam asks"


def test_a_class_without_a_syllabus_and_one_whose_syllabus_is_gone(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = instructing(learner, below, stub)
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()
    expect(agenda(page)).to_be_hidden()
    stub(plan="gone")
    page.reload()
    expect(agenda(page)).to_contain_text(
        "There is no syllabus gone; this course has none."
    )
    expect(agenda(page).get_by_role("button")).to_have_count(0)


def test_who_joined_stands_there_before_any_answer(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    page = instructing(learner, below, stub)
    people = page.locator(".cl-part-people")
    expect(people.get_by_role("listitem")).to_have_count(0)
    at = "2026-11-23T09:00:00+00:00"
    ada = {"id": "a", "nickname": "Ada <b>", "joined": at, "seen": at, "stuck": None}
    bo = {
        **ada,
        "id": "b",
        "nickname": "Bo",
        "joined": "2026-11-23T08:59:00+00:00",
        "stuck": "",
    }
    stub(learners=[ada, bo], columns=[], cells=[])
    expect(people.get_by_role("listitem").locator("strong")).to_have_text(
        ["Bo", "Ada <b>"]
    )
    expect(people.get_by_role("listitem").first).to_contain_text("stuck")
    expect(people.get_by_role("listitem").first).to_contain_text("joined")
    expect(people.get_by_role("listitem").first).to_contain_text("last heard of")
    expect(people.get_by_role("listitem").last).not_to_contain_text("last heard of")


@pytest.mark.parametrize("item", ["cuda-warp-size", "cuda-grid-size"])
def test_the_instructor_reads_why_as_the_class_does(
    learner: BrowserContext, below: Served, stub: Command, item: str
) -> None:
    stub(lively=3, columns=2)
    page = instructing(learner, below, stub)
    why = page.locator(".cl-part-poll .cl-why")
    stub("poll", item=item)
    stub("poll/close")
    expect(page.get_by_role("button", name="Vote again")).to_be_visible()
    expect(why).to_have_count(0)
    stub("poll/end")
    expect(why.get_by_role("heading", name="Why")).to_be_visible()
    expect(why.get_by_role("link").first).to_be_visible()
    assert len(why.inner_text()) > 100
    expect(why).not_to_contain_text("Not answered")
    expect(why).not_to_contain_text("Your")


@pytest.mark.usefixtures("plan")
def test_a_learner_sees_what_comes_and_what_is_on(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(plan="warps")
    page = opened(learner, below)
    page.get_by_role("heading", name="Join the class").wait_for()
    expect(page.locator(".cl-plan")).to_have_count(0)
    page = joined(learner, below, stub)
    expect(page.locator(".cl-plan > summary")).to_have_text("A day of <b>warps</b>")
    expect(step(page, "Hello")).to_be_hidden()
    stub("agenda", at=1)
    expect(page.locator(".cl-plan > summary")).to_contain_text("Now: Warps")
    expect(step(page, "Hello")).to_contain_text("Done")
    expect(step(page, "Warps")).to_have_attribute("aria-current", "step")
    expect(page.locator(".cl-plan")).not_to_contain_text("Draw one.")
    stub("gate", page="cuda#warps", lab="", step="", text="Warps")
    link = strip(page).get_by_role("link", name="Read now: Warps")
    expect(link).to_have_attribute(
        "href", f"{below.root}/certlab/modules/cuda.html#warps"
    )
    link.click()
    page.wait_for_url("**/modules/cuda.html#warps")


@pytest.mark.usefixtures("plan")
def test_axe_finds_nothing_on_a_desk_with_an_agenda(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    stub(lively=4, columns=3, plan="warps")
    page = instructing(learner, below, stub)
    page.get_by_role("button", name="Begin: Hello").click()
    page.get_by_role("button", name="Open this poll: How many").first.click()
    page.get_by_role("button", name="Close the vote").click()
    page.get_by_role("button", name="End, and show why").click()
    page.locator(".cl-why").wait_for()
    both(page)
    stub(instructor=False)
    page = joined(learner, below, stub)
    page.locator(".cl-plan[open]").wait_for()
    both(page)


# Notes what the class has told a page, which has taken it in by then.
HEARD = """window.heard = 0;
window.SharedWorker = class extends SharedWorker {
  constructor(...given) {
    super(...given);
    this.port.addEventListener("message", ({ data }) => (heard += data.event ? 1 : 0));
  }
};
"""


def told(page: Page, tell: Callable[[], object]) -> None:
    """Let the class tell a page something."""
    before = page.evaluate("heard")
    tell()
    page.wait_for_function("(before) => heard > before", arg=before)


@pytest.mark.usefixtures("plan")
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_press_is_not_lost_when_the_desk_is_drawn_anew_meanwhile(
    learner: BrowserContext, below: Served, stub: Command, by: str
) -> None:
    stub(lively=3, columns=2, plan="warps")
    learner.pages[0].add_init_script(HEARD)
    page = instructing(learner, below, stub)
    begin = page.get_by_role("button", name="Begin: Hello")
    begin.hover()
    begin.focus()
    page.mouse.down() if by == "mouse" else page.keyboard.down("Space")
    told(page, lambda: stub("poll", item="cuda-warp-size"))
    page.mouse.up() if by == "mouse" else page.keyboard.up("Space")
    expect(step(page, "Hello")).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("button", name="Close the vote")).to_be_visible()
    expect(page.get_by_role("button", name="Next: Warps")).to_be_focused()


def test_a_press_is_not_lost_when_a_button_would_move_meanwhile(
    learner: BrowserContext, below: Served, stub: Command
) -> None:
    learner.pages[0].add_init_script(HEARD)
    learner.pages[0].set_viewport_size({"width": 1280, "height": 3000})
    page = instructing(learner, below, stub)
    page.get_by_role("button", name="Show the items").hover()
    page.mouse.down()
    at = "2026-11-23T09:00:00+00:00"
    many = [
        {"id": name, "nickname": name, "joined": at, "seen": at, "stuck": name}
        for name in "abcdefghijkl"
    ]
    told(page, lambda: stub(learners=many, columns=[], cells=[]))
    page.mouse.up()
    expect(page.get_by_role("button", name="Look again")).to_be_visible()
    expect(page.locator(".cl-part-people").get_by_role("listitem")).to_have_count(12)
    # What is pressed next is not held by what was pressed before.
    told(page, lambda: stub(learners=many[:2], columns=[], cells=[]))
    expect(page.locator(".cl-part-people").get_by_role("listitem")).to_have_count(2)
