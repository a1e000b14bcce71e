"""A page of the site without Python behind it: quiz, cards and marks."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from certlab.app.assets import bank_files
from certlab.app.esm import SOURCE
from certlab.app.exam_paths import exam_paths
from certlab.course import Course
from certlab.course.items import GRADED_KINDS
from certlab.study import browser
from certlab.study.answers import Answer, from_line, new_ulid, stamp, to_line
from certlab.study.bank import listing
from certlab.study.grading import grade
from certlab.study.history import FILE, History
from certlab.study.memory import fold
from certlab.study.pages_read import pages_read
from certlab.study.questions import Question, compile_item
from certlab.study.session import Session
from certlab.widgets.app_part import AppPart
from certlab.widgets.decks import Quiz
from tests.bound import until
from tests.widgets.conftest import Wire

HERE = Path(__file__).parent
# A name below localhost is as good as https to a browser; the site is below a path.
SITE = "http://certlab.localhost/class"
ASSETS = f"{SITE}/_static/certlab-0"
KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
}
VERDICT = ".cl-verdict"
Files = Callable[[str], str | None]
Made = Callable[..., BrowserContext]


@pytest.fixture
def files(bank: Course) -> Files:
    """The text of a file of the small site, None where there is none."""
    made = {
        "banks/index.json": json.dumps(listing(bank)),
        "banks/paths.json": json.dumps(exam_paths(bank)),
    }
    banks = bank_files(bank, "small")
    made |= {name: json.dumps(data) for name, data in banks.items()}
    made["banks/outlines.json"] = json.dumps([banks["banks/small/outline.json"]])

    def read(path: str) -> str | None:
        name = path.removeprefix("_static/certlab-0/")
        if name == path:
            page = (HERE / "stored_page.html").read_text("utf-8")
            whole = 'id="quiz" data-certlab="quiz" data-bank=""'
            mine = whole.replace('""', '"small"')
            return page.replace(mine, whole) if path == "modules/drill.html" else page
        there = SOURCE / name
        return there.read_text("utf-8") if there.exists() else made.get(name)

    return read


@pytest.fixture
def site(chromium: Browser, files: Files) -> Iterator[Made]:
    """A browser at the site; `script` runs before a page's own, `missing` is not there."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(
        script: str = "",
        missing: str = "nothing",
        late: str = "nothing",
        **options: Any,
    ) -> Any:
        context = chromium.new_context(color_scheme="light", **options)
        contexts.append(context)

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(f"{SITE}/").split("?")[0]
            if late in path:
                return
            text = None if missing in path else files(path)
            if text is None:
                route.fulfill(status=404)
            else:
                kind = KINDS[path.rsplit(".")[-1]]
                route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")

        context.route(f"{SITE}/**", answer)
        context.on("weberror", lambda one: errors.append(str(one.error)))
        if script:
            context.add_init_script(script)
        return context

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def visit(context: BrowserContext, *, module: str = "small") -> Page:
    """A tab on a module's page, once all of it is there."""
    page = context.new_page()
    page.goto(f"{SITE}/modules/{module}.html")
    ready(page)
    return page


def ready(page: Page) -> None:
    page.wait_for_selector("[data-mounted]", state="attached")


def rows(page: Page) -> list[Answer]:
    """What the browser's store holds, as Python reads its export."""
    lines: str = page.evaluate(
        """async (address) => {
          const { openStore } = await import(address);
          return (await openStore()).lines();
        }""",
        f"{ASSETS}/app/static/store/store.js",
    )
    return [from_line(line) for line in lines.splitlines()]


def asked_as(course: Course, row: Answer) -> Question:
    return compile_item(course, course.items[row.item], row.seed)


def the_quiz(page: Page) -> Locator:
    return page.locator("#quiz")


def button(page: Page, name: str) -> Locator:
    return the_quiz(page).get_by_role("button", name=name, exact=True)


def shown(page: Page, course: Course, seed: int = 0) -> Question:
    """The question that is on the page, as Python compiles it."""
    text = the_quiz(page).locator(".cl-ask").inner_text()
    for item in course.items.values():
        question = compile_item(course, item, seed)
        if text.startswith(question.show["ask"].replace("*", "")):
            return question
    raise AssertionError(text)


def answer(page: Page, question: Question, *, right: bool = True) -> None:
    """Answer by keys alone, from wherever the step before left the focus."""
    expect(page.locator(VERDICT)).to_have_count(0)
    key = question.key
    if key["kind"] == "numeric":
        page.keyboard.press("Tab")
        page.keyboard.type(str(key["answer"] if right else key["answer"] * 7))
        if key["unit"] and len(key["factors"]) > 1:
            page.keyboard.press("Tab")
            page.keyboard.type(key["unit"])
            page.keyboard.press("Shift+Tab")
    else:
        mixed = sorted(
            key["options"], key=lambda id: (id in key["correct"]) is not right
        )
        for id in mixed[: len(key["correct"])]:
            page.keyboard.press(str(key["options"].index(id) + 1))
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_have_text("Right" if right else "Wrong")
    expect(page.locator(VERDICT)).to_be_focused()


def answer_all(page: Page, course: Course, *rights: bool) -> None:
    """Answer a set of three to its end, by keys."""
    page.locator("#quiz input").first.focus()
    for number, right in enumerate(rights, 1):
        expect(the_quiz(page)).to_contain_text(f"item {number} of 3")
        answer(page, shown(page, course), right=right)
        page.keyboard.press("Enter")


def test_by_keys_to_the_end_and_graded_as_python_grades(
    site: Made, bank: Course
) -> None:
    page = visit(site())
    answer_all(page, bank, True, True, False)
    expect(page.locator(".cl-score")).to_have_text("2 of 3 right")
    expect(page.locator(".cl-score")).to_be_focused()
    answers = rows(page)
    assert [one.outcome for one in answers] == ["correct", "correct", "wrong"]
    told = {(one.surface, one.mode, one.seed) for one in answers}
    assert told == {("site", "drill", 0)}
    for one in answers:
        question = asked_as(bank, one)
        assert list(one.options) == question.key.get("options", [])
        verdict = grade(question.key, one.response)
        assert (verdict.outcome, verdict.score) == (one.outcome, one.score)


def test_the_questions_are_those_a_session_would_ask(
    site: Made, bank: Course, tmp_path: Path
) -> None:
    page = visit(site())
    path = tmp_path / FILE
    sets = []
    for _ in range(2):
        path.write_text("".join(f"{to_line(row)}\n" for row in rows(page)), "utf-8")
        session = Session(bank, History(path), "small", kinds=GRADED_KINDS, count=3)
        page.locator("#quiz input").first.focus()
        for number, question in enumerate(session.questions, 1):
            expect(the_quiz(page)).to_contain_text(f"item {number} of 3")
            assert shown(page, bank, question.seed).show == question.show
            answer(page, question)
            page.keyboard.press("Enter")
        sets.append({question.item for question in session.questions})
        before = rows(page)
        page.reload()
        ready(page)
        assert rows(page) == before
    assert len(sets[0] | sets[1]) == 6  # the second set brought others


def test_what_was_wrong_comes_back_as_another_variant(site: Made, bank: Course) -> None:
    page = visit(site())
    answer_all(page, bank, False, True, True)
    expect(page.locator(".cl-score")).to_have_text("2 of 3 right")
    button(page, "Ask the wrong ones again").press("Enter")
    expect(the_quiz(page)).to_contain_text("again: item 1 of 1")
    expect(page.locator("#quiz .cl-ask")).to_be_focused()
    answer(page, shown(page, bank, seed=1))
    first, *_, last = rows(page)
    assert (last.item, last.seed, first.seed) == (first.item, 1, 0)
    assert list(last.options) == asked_as(bank, last).key["options"]
    assert last.options != first.options


def test_what_was_wrong_comes_again_today_and_changes_no_memory(
    site: Made, bank: Course
) -> None:
    page = visit(site())
    answer_all(page, bank, False, True, True)
    expect(page.locator(".cl-score")).to_have_text("2 of 3 right")  # it is too fresh
    (first, *_) = before = rows(page)
    page.reload()
    ready(page)
    answer_all(page, bank, True, True, True)
    expect(the_quiz(page)).to_contain_text("again: 1 at most")
    expect(page.locator("#quiz .cl-ask")).to_be_focused()
    answer(page, shown(page, bank, seed=1))
    page.keyboard.press("Enter")
    expect(page.locator(".cl-score")).to_have_text("3 of 3 right")
    expect(the_quiz(page).locator(".cl-facts")).to_contain_text("1 of 1 right")
    after = rows(page)
    assert [one.mode for one in after] == ["drill"] * 6 + ["repeat"]
    assert (after[-1].item, after[-1].seed) == (first.item, 1)
    one, other = (fold(some)[first.item] for some in (before, after))
    assert (one.card, one.counted) == (other.card, other.counted)


def test_an_invalid_entry_costs_nothing(site: Made) -> None:
    page = visit(site())
    button(page, "Check answer").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Choose one option. Nothing was recorded."
    )
    assert rows(page) == []


# Transactions of the mode in window.holding stay open.
HOLD = """const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (tables, mode, options) {
  const made = begin.call(this, tables, mode, options);
  window.begun = mode;
  const table = made.objectStore("answers");
  const hold = () => { if (window.holding === mode) table.get("x").onsuccess = hold; };
  hold();
  return made;
};"""


def test_the_verdict_waits_for_the_disk(site: Made) -> None:
    page = visit(site(HOLD))
    page.evaluate("window.holding = 'readwrite'")
    page.locator("#quiz input").first.check()
    button(page, "Check answer").click()
    page.wait_for_timeout(300)
    expect(page.locator(VERDICT)).to_have_count(0)
    page.evaluate("window.holding = ''")
    expect(page.locator(VERDICT)).to_have_count(1)
    assert len(rows(page)) == 1


def test_a_slow_disk_and_a_second_press_record_once(site: Made) -> None:
    page = visit(site(HOLD))
    page.clock.install()
    page.evaluate("window.holding = 'readonly'")
    page.locator("#quiz input").first.check()
    button(page, "Check answer").click()
    page.clock.run_for(6_000)
    page.evaluate("window.holding = 'readwrite'; window.begun = ''")
    # The answer has been read, and is being written.
    until(lambda: page.evaluate("window.begun === 'readwrite'"), "it is being written")
    page.clock.run_for(5_000)
    expect(page.get_by_role("alert")).to_have_text(
        "Your answer has not been saved yet; wait, then press again."
    )
    button(page, "Check answer").click()
    page.evaluate("window.holding = ''")
    expect(page.locator(VERDICT)).to_have_count(1)
    button(page, "Next item").click()
    expect(the_quiz(page)).to_contain_text("item 2 of 3")
    assert len(rows(page)) == 1


def test_no_room_is_said_and_a_second_press_records(site: Made) -> None:
    page = visit(
        site(
            """const real = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = function (...given) {
              if (window.full) throw new DOMException("", "QuotaExceededError");
              return real.apply(this, given);
            };"""
        )
    )
    page.evaluate("window.full = true")
    page.locator("#quiz input").first.check()
    button(page, "Check answer").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "The answer was not recorded: the browser's storage is full"
    )
    expect(page.locator(VERDICT)).to_have_count(0)
    expect(page.locator("#quiz input").first).to_be_checked()
    assert rows(page) == []
    page.evaluate("window.full = false")
    button(page, "Check answer").click()
    page.wait_for_selector(VERDICT)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(rows(page)) == 1


def test_two_tabs_both_record_and_both_count(site: Made, bank: Course) -> None:
    context = site()
    one, other = visit(context), visit(context)
    for tab in (one, other):
        tab.locator("#quiz input").first.check()
        button(tab, "Check answer").click()
        tab.wait_for_selector(VERDICT)
    both = rows(one)
    assert [row.item for row in both] == [both[0].item] * 2
    due = fold(both)[both[0].item].due.astimezone().date()
    told = other.locator("#quiz .cl-facts")
    expect(told).to_contain_text(f"{due:%A} {due.day} {due:%B}")


def test_what_was_known_before_decides_when_it_comes_back(
    site: Made, bank: Course
) -> None:
    page = visit(site())
    before = datetime.now(UTC) - timedelta(days=30)
    old = Answer("small-warp-size", 1, "correct", 1, at=stamp(before), ulid="OLD")
    page.evaluate(
        """async ([address, line]) => {
          const { openStore } = await import(address);
          await (await openStore()).merge(line);
        }""",
        [f"{ASSETS}/app/static/store/store.js", to_line(old)],
    )
    page.reload()
    ready(page)
    question = shown(page, bank, seed=1)
    assert question.item == old.item  # it is due, so it comes first
    page.locator("#quiz input").first.focus()
    answer(page, question)
    due = fold(rows(page))[old.item].due.astimezone().date()
    assert due > datetime.now(UTC).date() + timedelta(days=10)
    told = page.locator("#quiz .cl-facts")
    expect(told).to_contain_text(f"{due:%A} {due.day} {due:%B}")


def test_refused_storage_is_said_and_questions_still_work(site: Made) -> None:
    page = visit(
        site(
            "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };"
        )
    )
    note = the_quiz(page).locator(".cl-note")
    expect(note).to_contain_text("Answers last only until you leave this page")
    page.locator("#quiz input").first.check()
    button(page, "Check answer").click()
    page.wait_for_selector(VERDICT)
    expect(page.get_by_role("button", name="Export")).to_be_visible()
    page.reload()
    ready(page)
    assert rows(page) == []


TYPES = """addEventListener("DOMContentLoaded", () => {
  const field = document.createElement("input");
  document.body.prepend(field);
  field.focus();
});"""


def drill(context: BrowserContext, mark: str = "") -> Page:
    """A tab on a page of questions, low enough that the card is below what is seen."""
    page = context.new_page()
    page.set_viewport_size({"width": 800, "height": 80})
    page.goto(f"{SITE}/modules/drill.html{mark}")
    ready(page)
    return page


def test_the_first_card_of_a_page_of_questions_has_the_focus(site: Made) -> None:
    page = drill(site())
    expect(the_quiz(page).locator(".cl-ask")).to_be_focused()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("why", ["typing", "a link's mark", "a page to read"])
def test_it_takes_the_focus_from_nothing_else(site: Made, why: str) -> None:
    context = site(TYPES if why == "typing" else "")
    mark = "#cards" if why == "a link's mark" else ""
    page = visit(context) if why == "a page to read" else drill(context, mark)
    expect(the_quiz(page).locator(".cl-ask")).to_be_visible()
    focused = "BODY" if why != "typing" else "INPUT"
    assert page.evaluate("document.activeElement.tagName") == focused


def test_a_question_waits_for_nothing_of_the_rest_of_the_page(site: Made) -> None:
    page = site(late="index.json").new_page()
    page.goto(f"{SITE}/modules/small.html")
    button(page, "Check answer").wait_for()


@pytest.mark.parametrize("missing", ["small/outline", "index.json"])
def test_a_bank_that_does_not_come_leaves_the_page_as_it_was(
    site: Made, missing: str
) -> None:
    page = visit(site(missing=missing))
    if missing == "index.json":  # what is not asked for is not missed
        expect(button(page, "Check answer")).to_be_visible()
        expect(page.locator("[data-certlab='mark']")).to_be_empty()
        return
    for id in ("#quiz", "#cards"):
        place = page.locator(id)
        expect(place.locator(".cl-note")).to_have_text(
            "The questions could not be loaded; reload the page to try again."
        )
        expect(place.get_by_role("link")).to_be_visible()


def test_answers_that_cannot_be_read_are_told_beside_the_questions(site: Made) -> None:
    made = site()
    made.add_init_script(
        "IDBObjectStore.prototype.getAll = () => { throw new Error('unreadable'); };"
    )
    page = made.new_page()
    page.goto(f"{SITE}/modules/small.html")
    for id in ("#quiz", "#cards"):
        expect(page.locator(f"{id} .cl-note").first).to_contain_text("reload the page")


def test_cards_by_keys(site: Made) -> None:
    page = visit(site())
    cards = page.locator("#cards")
    cards.get_by_role("button", name="Show the back").focus()
    page.keyboard.press("Space")
    expect(cards.locator(".cl-back")).to_be_focused()
    page.keyboard.press("1")
    expect(cards).to_contain_text("item 2 of 2")
    page.keyboard.press("Space")
    expect(cards.locator(".cl-back")).to_be_focused()
    page.keyboard.press("2")
    expect(cards.locator(".cl-score")).to_have_text("1 of 2 known")
    assert [(row.response, row.outcome) for row in rows(page)] == [
        ("forgotten", "wrong"),
        ("known", "correct"),
    ]


def test_marks_follow_the_answers_and_what_is_forgotten(
    site: Made, bank: Course
) -> None:
    page = visit(site())
    mark = page.locator("[data-certlab='mark']")
    expect(mark).to_be_empty()  # nothing is known yet
    page.locator("#quiz input").first.focus()
    answer(page, shown(page, bank))
    expect(mark).to_have_text("1 of 8 known")
    expect(mark.locator("progress")).to_have_attribute("value", "1")
    page.clock.set_fixed_time(page.evaluate("Date.now() / 1000 + 5 * 86400"))
    page.reload()
    ready(page)
    expect(mark).to_have_text("0 of 8 known")


def test_the_end_speaks_of_the_page(site: Made, bank: Course) -> None:
    page = visit(site())
    answer_all(page, bank, True, True, True)
    expect(page.locator(".cl-score")).to_have_text("3 of 3 right")
    expect(the_quiz(page)).to_contain_text("Reload the page for another set.")
    expect(the_quiz(page)).not_to_contain_text("cell")


def test_reading_up_leads_to_the_section_in_this_tab(site: Made, bank: Course) -> None:
    context = site()
    page = visit(context, module="other")
    link = the_quiz(page).get_by_role("link", name="Read: Warps")
    page.locator("#quiz input").first.focus()
    answer(page, shown(page, bank))
    link.click()
    page.wait_for_url(f"{SITE}/modules/small.html#warps")
    assert context.pages == [page]


# The same in JupyterLite, where Python brings the questions and the browser does the rest


@pytest.fixture
def lite(chromium: Browser) -> Iterator[Page]:
    """An empty page at JupyterLite's address."""
    context = chromium.new_context()
    context.route(
        f"{SITE}/**",
        lambda route: route.fulfill(
            body="<!doctype html><title>Lite</title><body>", content_type="text/html"
        ),
    )
    page = context.new_page()
    page.goto(f"{SITE}/lite/lab/index.html?path=quizzes/drill.ipynb")
    yield page
    context.close()


def draw(page: Page, widget: AppPart) -> None:
    """Draw a widget from what it sends, as anywidget does: one text, its traits, its Python."""
    wire = Wire()
    widget.comm = wire  # type: ignore[assignment]  # all of a comm that a widget uses
    state = widget.get_state()
    traits = {name: state[name] for name in state if not name.startswith("_")}
    plain = (str, int, list, dict)
    traits = {name: one for name, one in traits.items() if isinstance(one, plain)}

    def hear(message: dict[str, Any]) -> str:
        widget._handle_custom_msg(message, [])
        return json.dumps([one["content"] for one in wire.take()])

    page.expose_function("toPython", hear)
    page.evaluate(
        """async ([text, traits]) => {
          const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
          const { default: widget } = await import(address);
          const el = document.createElement("div");
          document.body.append(el);
          el.id = "drawn";
          const heard = [];
          const model = {
            get: (name) => traits[name],
            on: (_, hear) => heard.push(hear),
            send: async (content) => {
              const replies = JSON.parse(await toPython(content));
              for (const reply of replies) for (const hear of heard) hear(reply);
            },
          };
          window.leave = await widget.render({ model, el });
        }""",
        [widget._esm, traits],
    )


LITE_ROWS = """() => new Promise((resolve) => {
  indexedDB.open("certlab").onsuccess = ({ target }) => {
    const table = target.result.transaction("answers").objectStore("answers");
    table.getAll().onsuccess = (event) => resolve(event.target.result);
  };
})"""


def test_a_quiz_of_a_browser_s_python_keeps_its_answers_in_the_browser(
    lite: Page, bank: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "HERE", True)
    draw(lite, Quiz(bank, history, GRADED_KINDS, 2))
    drawn = lite.locator("#drawn")
    expect(drawn).to_contain_text("item 1 of 2")
    drawn.locator("input").first.check()
    drawn.get_by_role("button", name="Check answer").click()
    lite.wait_for_selector(VERDICT)
    (row,) = lite.evaluate(LITE_ROWS)
    assert (row["surface"], row["mode"]) == ("lite", "drill")
    assert not history.path.exists()
    # JupyterLite shows its commands as JupyterLab does, but has no page to open beside.
    lite.evaluate("window.jupyterapp = { commands: { execute: () => { throw 1; } } }")
    with lite.context.expect_page() as opened:
        drawn.get_by_role("link", name="Read: Warps").click()
    opened.value.wait_for_url(f"{SITE}/modules/small.html#warps")
    assert "index.html" in lite.url
    lite.evaluate("window.leave()")
    expect(drawn).to_be_empty()


# The exam that is planned.

MERGE = """async ([address, line]) => {
  const { openStore } = await import(address);
  return (await openStore()).merge(line);
}"""


def set_goal(page: Page, days: int, n: int) -> None:
    """As JupyterLite's start page does, in another tab of this browser."""
    now = datetime.now().astimezone() + timedelta(seconds=n)
    day = (now.date() + timedelta(days=days)).isoformat()
    told = {"exam": "nca-test", "day": day, "minutes": 30}
    made = {"at": stamp(now), "ulid": new_ulid(now), "device": "d0"}
    row = Answer("", 0, "goal", 0, told, mode="plan", **made)
    page.evaluate(MERGE, [f"{ASSETS}/app/static/store/store.js", to_line(row)])


def test_a_page_tells_the_exam_and_the_days_that_are_left(site: Made) -> None:
    page = visit(site())
    goal = page.locator("[data-certlab=goal]")
    expect(goal).to_be_hidden()
    set_goal(page, 23, 0)
    expect(goal).to_have_text("NCA-TEST in 23 days")
    set_goal(page, 1, 1)  # the last one counts
    expect(goal).to_have_text("NCA-TEST in 1 day")
    page.reload()
    ready(page)
    expect(goal).to_have_text("NCA-TEST in 1 day")
    set_goal(page, -1, 2)
    expect(goal).to_have_text("NCA-TEST day passed")


def test_a_page_is_marked_as_read_in_this_browser(site: Made) -> None:
    page = visit(site())
    page.get_by_role("button", name="Mark as read").click()
    says = page.get_by_text("You have read this page.")
    expect(says).to_be_visible()
    focused = page.evaluate("document.activeElement.textContent")
    assert focused.startswith("You have read this page.")
    (row,) = rows(page)
    assert (row.outcome, row.item, row.surface) == ("read", "", "site")
    assert pages_read([row]) == {"small"}
    page.reload()
    expect(says).to_be_visible()
    page.get_by_role("button", name="Mark as unread").click()
    expect(says).to_have_count(0)
    expect(page.get_by_role("button", name="Mark as read")).to_be_focused()
    assert pages_read(rows(page)) == set()
