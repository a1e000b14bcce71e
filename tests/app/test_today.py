"""The plan in the app: which exam, what to do today, and the questions of a task."""

import json
from datetime import datetime, timedelta

from playwright.sync_api import Page, Route, expect

from certlab.planner.goal import goal_of
from certlab.study.answers import Answer
from certlab.study.history import History
from tests.app.conftest import Served
from tests.bound import until


def day() -> str:
    """One for an exam, four weeks from now, as a person picks it."""
    return (datetime.now().astimezone().date() + timedelta(days=28)).isoformat()


def plan(page: Page) -> str:
    """Plan an exam; its day."""
    on = day()
    open_form(page, "ncp-aii")
    page.locator("[data-key=day]").fill(on)
    page.get_by_role("button", name="Make my plan").click()
    page.get_by_role("heading", name="minutes today").wait_for()
    return on


def open_form(page: Page, exam: str = "") -> None:
    """The form of who wants no questions first, for an exam where one is named."""
    plan_now = page.get_by_role("button", name="I know my date: plan now")
    if exam:
        # The chosen exam's questions bring a button of their own. A press that has begun on the
        # one before is lost, so it waits until that one is gone.
        before = plan_now.element_handle()
        choose(page, exam)
        before.wait_for_element_state("hidden")
    plan_now.click()
    page.get_by_text("When is your exam?").wait_for()
    assert page.locator("select[data-key=exam]").count() == 0  # a chip has chosen it


def choose(page: Page, exam: str) -> None:
    """An exam by its chip; one of which little is here stands behind "more"."""
    page.locator(".cl-exams [aria-pressed=true]").wait_for()
    if not page.locator(f".cl-exams [data-key={exam}]").count():
        page.locator(".cl-exams [data-key=more]").click()
    page.locator(f".cl-exams [data-key={exam}]").click()


HEADS_AND_CELLS = """() => {
  const middles = (row) => [...row.querySelector(".cl-heat-cells").children].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return Math.round((left + right) / 2);
  });
  const [heads, ...rows] = [...document.querySelectorAll(".cl-heat-row")].map(middles);
  return { heads, rows };
}"""

# What each element of the widget looks like in the page, and beside it, as wide as it was.
STYLES = """() => {
  const widget = document.querySelector("[data-certlab=start]");
  const looks = () => [...widget.querySelectorAll("*")].map((one) => {
    const style = getComputedStyle(one);
    const place = /^(top|right|bottom|left|inset)/; // of what is hidden, on the page
    const says = [...style].filter((name) => !place.test(name)).map((name) => `${name}: ${style.getPropertyValue(name)}`);
    return [`${one.tagName} ${one.getAttribute("class")}`, says];
  });
  const within = looks();
  const { width } = widget.getBoundingClientRect();
  const beside = document.createElement("div");
  beside.style.width = `${width}px`;
  document.body.append(beside);
  beside.append(widget);
  const without = looks();
  return within.flatMap(([name, says], n) =>
    says.filter((one, i) => one !== without[n][1][i]).map((one) => `${name} { ${one} }`));
}"""


def begin(page: Page) -> None:
    """The questions of the first task that has some."""
    page.locator(".cl-tasks button.cl-task").first.click()
    page.get_by_role("button", name="Back to today").wait_for()


def test_an_exam_that_is_planned_is_a_row_and_is_there_after_a_reload(
    page: Page, server: Served
) -> None:
    on = plan(page)
    goal = goal_of(History(server.history).read().rows)
    assert goal is not None
    assert (goal.exam, goal.day.isoformat()) == ("ncp-aii", on)
    page.reload()
    page.get_by_role("heading", name="minutes today").wait_for()
    expect(page.locator(".cl-start-exam")).to_contain_text("NCP-AII")
    # With a plan the day is the only title.
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    found = page.evaluate(HEADS_AND_CELLS)  # each cell stands below its head
    assert all(row == found["heads"][: len(row)] for row in found["rows"]), found
    bar = page.locator("header .goal")
    expect(bar).to_have_text("NCP-AII in 28 days")
    page.locator("[data-key=change]").click()
    page.get_by_role("button", name="Study for no exam").click()
    page.locator(".cl-newcomer .cl-option").first.wait_for()
    expect(bar).to_be_hidden()
    assert goal_of(History(server.history).read().rows) is None


def test_a_widget_looks_in_an_article_as_it_does_outside(page: Page) -> None:
    plan(page)
    assert page.evaluate(STYLES) == []
    page.reload()
    page.locator(".cl-tasks button.cl-task").first.click()
    page.locator("[data-certlab=start] .cl-item [data-key=primary]").wait_for()
    page.mouse.move(0, 0)  # from what is under it
    assert page.evaluate(STYLES) == []


def test_what_cannot_be_planned_is_said_and_the_form_keeps_its_entries(
    page: Page, server: Served
) -> None:
    open_form(page, "ncp-aii")
    page.locator("[data-key=minutes]").fill("20")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.locator("[data-certlab=start]")).to_contain_text(
        "Choose your exam date."
    )
    assert page.locator("[data-key=exam]").input_value() == "ncp-aii"
    assert page.locator("[data-key=minutes]").input_value() == "20"
    assert not server.history.exists()


def test_the_list_is_ticked_while_one_works_ends_and_takes_more(
    page: Page, server: Served
) -> None:
    plan(page)
    history = History(server.history)
    (row,) = [one for one in history.read().rows if one.outcome == "today"]
    read, *_ = tasks = row.more["tasks"]
    items = [item for one in tasks for item in one["items"]]
    assert row.surface == "app"
    page.locator("a[data-key=begin]").click()
    page.get_by_role("button", name="Mark as read").click()
    expect(page.get_by_text("You have read this page.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You have read this page.")).to_be_visible()
    page.goto(f"{server.root}/certlab/")
    done = page.locator(".cl-tasks .cl-done")
    expect(done).to_contain_text("Read: ")
    expect(done).to_contain_text("Done")
    tally = page.locator(".cl-tally")
    whole = sum(one["minutes"] for one in tasks)
    each = tasks[1]["minutes"] / len(tasks[1]["items"])

    def minutes(answered: int) -> str:
        done = read["minutes"] + each * answered
        return f"{int(done + 0.5)} of {int(whole + 0.5)} min"

    expect(tally).to_contain_text(minutes(0))
    head = page.locator(".cl-day-card .cl-head")  # the day goes on by itself
    count = len(tasks[1]["items"])
    expect(head).to_contain_text(f"{count} questions on what you have read")
    history.append(Answer(items[0], 1, "wrong", 0.0))
    expect(tally).to_contain_text(minutes(1))
    expect(
        page.get_by_text("1 question was answered in another window")
    ).to_be_visible()
    page.reload()
    expect(tally).to_contain_text(minutes(1))
    expect(head).to_contain_text(f"{count - 1} question")
    for item in items[1:]:
        history.append(Answer(item, 1, "correct", 1.0))
    page.get_by_role("heading", name="Done for today.").wait_for()
    expect(page.locator(".cl-end")).to_contain_text("Tomorrow ")
    page.get_by_role("button", name="More").click()
    page.get_by_role("heading", name="minutes today").wait_for()
    expect(done).to_have_count(len(tasks))
    assert [one.outcome for one in history.read().rows][-1] == "more"
    assert read["kind"] == "page"


def test_a_tasks_questions_are_asked_and_recorded_and_the_list_comes_back(
    page: Page, server: Served
) -> None:
    plan(page)
    begin(page)
    before = len(History(server.history).read().answers)
    page.locator("[data-certlab=start] form [data-key=primary]").wait_for()
    card = page.locator("[data-certlab=start] .cl-frame .cl-frame")
    if card.locator(".cl-choice [type=radio]").count():
        card.locator(".cl-choice").first.click()
        card.locator("[data-key=primary]").click()
        until(
            lambda: len(History(server.history).read().answers) > before,
            "the answer is on disk",
        )
    page.get_by_role("button", name="Back to today").click()
    page.get_by_role("heading", name="minutes today").wait_for()


def test_a_plan_that_comes_late_takes_nobody_out_of_a_drill(
    page: Page, server: Served
) -> None:
    plan(page)
    held: list[Route] = []
    # Playwright marks a handler, which it cannot do to a list's own method.
    page.route("**/api/today", lambda route: held.append(route))  # noqa: PLW0108 -- so
    History(server.history).append(Answer("mig-slices", 1, "wrong", 0.0))
    until(lambda: page.wait_for_timeout(20) or held, "the page asks for a new plan")
    begin(page)
    with page.expect_response("**/api/today"):
        held[0].continue_()
    page.wait_for_timeout(200)  # in which it would have come
    expect(page.get_by_role("button", name="Back to today")).to_be_visible()


def test_the_list_is_back_at_once_while_the_next_plan_is_made(page: Page) -> None:
    plan(page)
    begin(page)
    page.route("**/api/today", lambda _: None)  # which never answers
    page.get_by_role("button", name="Back to today").click()
    page.get_by_role("heading", name="minutes today").wait_for()


def test_the_list_follows_what_is_answered_elsewhere(
    page: Page, server: Served
) -> None:
    plan(page)
    asks = page.expect_response
    with asks(lambda reply: reply.url.endswith("/api/today")) as found:
        History(server.history).append(Answer("mig-slices", 1, "wrong", 0.0))
    assert found.value.json()["phase"] == "today"


def test_the_last_plan_is_shown_before_the_next_is_made(
    page: Page, server: Served
) -> None:
    plan(page)
    ask = page.context.request
    address = f"{server.root}/certlab/api/today"
    assert ask.get(f"{address}?known").json()["holds"] is True
    History(server.history).append(Answer("mig-slices", 1, "wrong", 0.0))
    known = ask.get(f"{address}?known").json()
    assert (known["holds"], known["phase"]) == (False, "today")
    assert ask.get(address).json()["holds"] is True
    assert ask.get(f"{address}?known").json()["holds"] is True


REFUSED = [
    ({}, "Choose your exam."),
    ({"exam": "ncp-aii"}, "Choose your exam date."),
    ({"exam": "ncp-aii", "day": day(), "minutes": "x"}, "Give whole minutes a day."),
    ({"exam": "ncp-aii", "day": "2020-01-01", "minutes": 5}, "has passed"),
    ({"exam": "none", "day": day(), "minutes": 5}, "none"),
    ([], "Choose your exam."),
]


def test_a_goal_that_cannot_be_is_refused_in_a_sentence(
    page: Page, server: Served
) -> None:
    (token,) = (
        one["value"] for one in page.context.cookies() if one["name"] == "_xsrf"
    )
    replies = [
        page.context.request.post(
            f"{server.root}/certlab/api/today",
            data=json.dumps(goal),
            headers={"X-XSRFToken": token},
        )
        for goal, _ in REFUSED
    ]
    assert [one.status for one in replies] == [400] * len(REFUSED)
    for reply, (goal, says) in zip(replies, REFUSED, strict=True):
        assert says in reply.json()["message"], goal
    assert not server.history.exists()


def test_without_a_plan_from_the_server_the_page_says_so_and_has_the_form(
    page: Page,
) -> None:
    page.route("**/api/today*", lambda route: route.abort())
    page.reload()
    open_form(page)
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
