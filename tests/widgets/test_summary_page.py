"""The progress panel: numbers, export, import, reset, by mouse and by keys."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from certlab.study.answers import Answer, stamp, to_line
from certlab.study.history import History
from certlab.study.memory import fold
from certlab.words import text
from tests.axe import in_both_themes
from tests.bound import until
from tests.widgets.tabs import add, open_store, open_tab, refusal, rows, serve
from tests.words.latin import latin

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
BANKS: list[dict[str, Any]] = [
    {
        "module": "cuda",
        "title": "CUDA: the programming model, the toolkit and the driver",
        "items": [
            {"item": f"cuda-{n}", "reset": 0, "kind": "single"} for n in range(40)
        ],
    },
    {
        "module": "mig",
        "title": "MIG: one GPU as up to seven",
        "items": [{"item": f"mig-{n}", "reset": 2 * (n == 9)} for n in range(10)],
    },
]
Made = Callable[..., Page]


@pytest.fixture
def panel(chromium: Browser) -> Iterator[Made]:
    """A tab with the panel on a fixed day, where `lines` are recorded already."""
    contexts: list[BrowserContext] = []

    def draw(lines: str = "", script: str = "", **options: Any) -> Page:
        wide = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
        context = chromium.new_context(
            **{"timezone_id": "Europe/Berlin", **wide, **options}
        )
        contexts.append(context)
        serve(context)
        context.clock.set_fixed_time(NOW)
        if script:
            context.add_init_script(script)
        tab = open_tab(context)
        tab.evaluate("(lines) => store.merge(lines)", lines)
        mount(tab)
        return tab

    yield draw
    for context in contexts:
        context.close()


def mount(tab: Page) -> None:
    tab.evaluate(
        """async (banks) => {
          const { mountProgress } = await import("/day/static/summary.js");
          window.leave = await mountProgress(document.querySelector("#one"), { store, banks });
        }""",
        BANKS,
    )


def line(item: str, before: timedelta, *, right: bool, rev: int = 1) -> str:
    """An answer given a while before now."""
    at = stamp(NOW - before)
    outcome = "correct" if right else "wrong"
    answer = Answer(
        item,
        rev,
        outcome,
        float(right),
        at=at,
        ulid=re.sub(r"\W", "-", f"{item}-{at}")[:64],
    )
    return to_line(answer) + "\n"


DAY = timedelta(days=1)
# Right comes back after two days, wrong after one.
SOME = (
    line("cuda-0", DAY, right=True)  # tomorrow
    + line("cuda-1", DAY, right=True)  # tomorrow
    + line("cuda-2", 2 * DAY, right=True)  # now
    + line("cuda-3", 2 * DAY - timedelta(hours=9), right=True)  # this evening
    + line("cuda-4", DAY * 9, right=False)  # long ago
    + line("mig-0", timedelta(hours=1), right=False)  # tomorrow
    + line("mig-1", timedelta(hours=1), right=True)  # the day after tomorrow
    + line("mig-9", timedelta(hours=1), right=True)  # of a revision that counts no more
    + line("an-exercise", timedelta(hours=1), right=True)  # of no bank
)


def table(tab: Page) -> list[list[str]]:
    found: list[list[str]] = tab.locator("tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return found


def facts(tab: Page) -> dict[str, str]:
    terms = tab.locator(".cl-facts dt").all_text_contents()
    return dict(
        zip(terms, tab.locator(".cl-facts dd").all_text_contents(), strict=True)
    )


def press(tab: Page, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def focused(tab: Page) -> str | None:
    found: str | None = tab.evaluate("document.activeElement.dataset.key ?? null")
    return found


def test_the_numbers(panel: Made) -> None:
    tab = panel(SOME)
    expect(tab.locator(".cl-score")).to_have_text("9 answers, 7 right")
    assert facts(tab) == {
        "Due today": "3 items",
        "Due by tomorrow": "6 items",
    }
    assert table(tab) == [
        [BANKS[0]["title"], "2 of 40", "3"],
        [BANKS[1]["title"], "1 of 10", "0"],
    ]


def test_a_day_is_the_learner_s_own(panel: Made) -> None:
    """Due at 18:30 UTC: this evening in Berlin, tomorrow morning on Kiritimati."""
    evening = line("mig-1", 2 * DAY - timedelta(hours=9), right=True)
    assert facts(panel(evening)) == {"Due today": "1 item"}
    assert facts(panel(evening, timezone_id="Pacific/Kiritimati")) == {
        "Due today": "Nothing",
        "Due by tomorrow": "1 item",
    }


def test_nothing_recorded(panel: Made) -> None:
    tab = panel()
    expect(tab.locator(".cl-score")).to_have_text("Nothing is recorded.")
    expect(tab.get_by_text("Nothing is sent anywhere.")).to_be_visible()
    assert tab.locator("button").count() == 0
    expect(tab.get_by_label("Import a history")).to_be_visible()
    assert [row[1:] for row in table(tab)] == [["0 of 40", "0"], ["0 of 10", "0"]]


def test_python_counts_the_same(panel: Made, tmp_path: Path) -> None:
    chance = Random(6)
    items = [one["item"] for bank in BANKS for one in bank["items"]]
    text = ""
    for _ in range(300):
        ago = timedelta(minutes=chance.randrange(1, 60 * 24 * 60))
        item, rev = chance.choice(items), chance.choice([1, 2])
        text += line(item, ago, right=chance.random() < 0.7, rev=rev)
    tab = panel(text, timezone_id="UTC")
    path = tmp_path / "history.jsonl"
    path.write_text(tab.evaluate("store.lines()"), "utf-8")
    answers = History(path).read().answers
    resets = {one["item"]: one["reset"] for bank in BANKS for one in bank["items"]}
    memory = fold(answers, resets)
    today = NOW.date()
    for bank, row in zip(BANKS, table(tab), strict=True):
        own = [memory[one["item"]] for one in bank["items"] if one["item"] in memory]
        due = sum(one.due.date() <= today for one in own)
        known = sum(one.due.date() > today and one.last == "correct" for one in own)
        assert row[1:] == [f"{known} of {len(bank['items'])}", str(due)]


def test_what_is_answered_elsewhere_appears(panel: Made) -> None:
    tab = panel()
    other = open_tab(tab.context)
    add(other)
    expect(tab.locator(".cl-score")).to_have_text("1 answer, 1 right")
    press(tab, "Reset")
    add(other, outcome="wrong", score=0)
    expect(tab.get_by_role("button", name="Remove 2 answers")).to_be_visible()
    assert focused(tab) == "asks"
    tab.evaluate(
        """() => {
          leave();
          window.heard = [];
          store.follow(() => heard.push("a change"));
          store.all = async () => { heard.push("read"); return []; };
        }"""
    )
    add(other)
    until(lambda: tab.evaluate("heard.length"), "the change is heard")
    assert tab.evaluate("heard") == ["a change"]
    expect(tab.locator("#one > *")).to_have_count(0)


# Export and import


def test_an_export_is_a_history(panel: Made, tmp_path: Path) -> None:
    tab = panel(SOME)
    with tab.expect_download() as got:
        press(tab, "Export")
    assert got.value.suggested_filename == "certlab-history.jsonl"
    path = tmp_path / "history.jsonl"
    got.value.save_as(path)
    log = History(path).read()
    assert (len(log.answers), log.problems) == (9, ())
    assert path.read_text("utf-8") == tab.evaluate("store.lines()")
    said = "Exported 9 answers to certlab-history.jsonl."
    expect(tab.get_by_role("status")).to_have_text(said)


def choose(tab: Page, name: str, data: bytes) -> None:
    file = {"name": name, "mimeType": "", "buffer": data}
    tab.get_by_label("Import a history").set_input_files(file)


def test_an_import_is_told_in_words(panel: Made) -> None:
    tab = panel(line("cuda-0", DAY, right=True))
    status = tab.get_by_role("status")
    choose(tab, "mine.jsonl", SOME.encode())
    expect(status).to_have_text("mine.jsonl: 8 answers added; 1 was here already.")
    expect(tab.locator(".cl-score")).to_have_text("9 answers, 7 right")
    # A browser says nothing when the file that is chosen already is chosen again.
    expect(tab.get_by_label("Import a history")).to_have_value("")
    choose(tab, "mine.jsonl", SOME.encode())
    expect(status).to_have_text("mine.jsonl: 0 answers added; 9 were here already.")
    choose(tab, "mine.apkg", b"PK")
    expect(status).to_contain_text("mine.apkg: this is a deck and no history")
    assert tab.locator(".cl-problems li").count() == 0


def test_lines_that_are_none_are_listed(panel: Made) -> None:
    tab = panel()
    good = line("cuda-0", DAY, right=True)
    status, listed = tab.get_by_role("status"), tab.locator(".cl-problems li")
    choose(tab, "torn.jsonl", (good + good[:30]).encode())
    expect(status).to_have_text("torn.jsonl: 1 answer added.")
    expect(listed).to_have_text(["Line 2 is torn or corrupt; it was skipped."])
    choose(tab, "torn.jsonl", (good + "{}\n" * 9).encode())
    expect(listed).to_have_count(6)
    expect(listed.last).to_have_text("And 4 more.")
    choose(tab, "cat.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    expect(status).to_have_text(
        "cat.png: This is not a history; choose a certlab-history.jsonl that was "
        "exported, or the history.jsonl of a workspace."
    )
    expect(listed).to_have_count(0)
    choose(tab, "<b>empty</b>", b"")
    expect(status).to_have_text("<b>empty</b>: 0 answers added.")


def step(outcome: str, response: object = None, item: str = "") -> str:
    """A row that is no answer."""
    at, ulid = stamp(NOW), f"{outcome}-{response}"[:64]
    row = Answer(item, 0, outcome, 0, response, at=at, ulid=ulid, mode="exam")
    return to_line(row) + "\n"


def test_steps_and_grades_taken_back_are_rows_and_no_answers(panel: Made) -> None:
    back = SOME.splitlines()[-1]
    steps = step("begun") + step("given", item="cuda-5") + step("ended")
    undone = step("undone", json.loads(back)["ulid"])
    tab = panel(SOME + steps + undone)
    status = tab.get_by_role("status")
    expect(tab.locator(".cl-score")).to_have_text("8 answers, 6 right")
    with tab.expect_download() as got:
        press(tab, "Export")
    expect(status).to_have_text("Exported 8 answers to certlab-history.jsonl.")
    lines = Path(got.value.path()).read_text("utf-8").splitlines()
    assert len(lines) == 13
    choose(tab, "mine.jsonl", "\n".join(lines).encode())
    expect(status).to_have_text("mine.jsonl: 0 answers added; 8 were here already.")
    press(tab, "Reset")
    press(tab, "Remove 8 answers")
    choose(tab, "mine.jsonl", "\n".join(lines).encode())
    expect(status).to_have_text("mine.jsonl: 8 answers added.")
    assert len(tab.evaluate("store.lines()").splitlines()) == 13
    # A file of steps alone is a history too, with its bad lines listed.
    choose(tab, "steps.jsonl", (step("seen") + "{}\n{}\n").encode())
    expect(status).to_have_text("steps.jsonl: 0 answers added.")
    expect(tab.locator(".cl-problems li")).to_have_count(2)


def test_an_import_that_finds_no_room_says_so(panel: Made) -> None:
    script = """IDBObjectStore.prototype.add = () => {
      throw new DOMException("", "QuotaExceededError"); };"""
    tab = panel(script=script)
    choose(tab, "mine.jsonl", SOME.encode())
    expect(tab.get_by_role("status")).to_have_text(
        "Nothing was imported: the browser's storage is full; make room, then try again."
    )
    expect(tab.locator(".cl-score")).to_have_text("Nothing is recorded.")


# Reset


def test_a_reset_asks_first_and_offers_an_export(panel: Made) -> None:
    tab = panel(SOME)
    assert tab.locator(".cl-primary").all_text_contents() == ["Export"]
    press(tab, "Reset")
    asked = tab.get_by_role("group", name="Remove every answer")
    expect(asked).to_contain_text("Remove 9 answers from this browser?")
    assert asked.get_by_role("button").all_text_contents() == [
        "Export first",
        "Remove 9 answers",
        "Keep them",
    ]
    assert tab.locator(".cl-primary").count() == 0
    assert len(rows(tab)) == 9
    with tab.expect_download():
        press(tab, "Export first")
    expect(asked).to_be_visible()
    press(tab, "Keep them")
    expect(tab.get_by_role("button", name="Reset")).to_be_focused()
    assert len(rows(tab)) == 9
    press(tab, "Reset")
    press(tab, "Remove 9 answers")
    expect(tab.locator(".cl-score")).to_have_text("Nothing is recorded.")
    expect(tab.locator(".cl-score")).to_be_focused()
    said = "Removed 9 answers from this browser."
    expect(tab.get_by_role("status")).to_have_text(said)
    assert rows(tab) == []
    assert refusal(tab) == ""
    press(tab, "Reset")
    expect(tab.get_by_role("button", name="Remove 1 answer")).to_be_visible()


def test_a_reset_that_fails_keeps_the_answers(panel: Made) -> None:
    script = """IDBObjectStore.prototype.clear = () => {
      throw new DOMException("", "UnknownError"); };"""
    tab = panel(SOME, script=script)
    press(tab, "Reset")
    press(tab, "Remove 9 answers")
    status = tab.get_by_role("status")
    expect(status).to_contain_text("Nothing was removed: the browser refuses storage")
    expect(tab.locator(".cl-score")).to_have_text("9 answers, 7 right")


def test_by_keys_alone(panel: Made) -> None:
    tab = panel(SOME)
    key = tab.keyboard.press
    order = []
    for _ in range(4):
        key("Tab")
        order.append(focused(tab))
    assert order == ["modules", "export", "import", "reset"]
    key("Enter")
    expect(tab.get_by_text("Remove 9 answers from this browser?")).to_be_focused()
    key("Escape")
    expect(tab.get_by_role("button", name="Reset")).to_be_focused()
    key("Space")
    expect(tab.get_by_text("Remove 9 answers from this browser?")).to_be_focused()
    for wanted in ("export", "remove", "keep"):
        key("Tab")
        assert focused(tab) == wanted
    key("Shift+Tab")
    key("Enter")
    expect(tab.locator(".cl-score")).to_have_text("Nothing is recorded.")


# Refused storage, and how it looks

REFUSE = "IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError'); };"


def test_what_goes_wrong_is_said_in_the_panel_s_language(panel: Made) -> None:
    for error in (*NAMES, "SomeError"):
        refuse = REFUSE.replace("SecurityError", error)
        tab = panel(script=refuse)
        tab.evaluate(SPEAK, text("zh_TW").page)
        note = open_store(tab)
        assert latin(note, error) == [], note
        assert note.startswith("答案只會保留到離開本頁為止，請先匯出：")
    mount(tab)
    status = tab.get_by_role("status")
    for data in (b"{", b"\0", b"{}\n" * 9, b"\xff\n" + SOME.encode()):
        tab.get_by_label("匯入記錄").set_input_files(
            {"name": "mine.jsonl", "mimeType": "", "buffer": data}
        )
        expect(status).to_contain_text("mine.jsonl：")
        told = [status.inner_text(), *tab.locator(".cl-problems").all_inner_texts()]
        assert latin(" ".join(told)) == [], told
        tab.evaluate("document.querySelector('[role=status]').textContent = ''")
    problem = tab.evaluate("store.add({ item: 5 }).catch((error) => error.message)")
    assert latin(problem, "item") == [], problem


NAMES = (
    *("VersionError", "BlockedError", "QuotaExceededError", "TimeoutError"),
    *("NotFoundError", "AbortError"),
)
SPEAK = """async (words) => {
  (await import("/app/static/words.js")).setWords(words, "zh-TW");
}"""


def test_where_storage_is_refused_a_warning_stands_and_all_else_works(
    panel: Made,
) -> None:
    tab = panel(SOME, script=REFUSE)
    expect(tab.locator(".cl-note")).to_contain_text("Answers last only until you leave")
    expect(tab.locator(".cl-score")).to_have_text("9 answers, 7 right")
    with tab.expect_download() as got:
        press(tab, "Export")
    assert len(Path(got.value.path()).read_text("utf-8").splitlines()) == 9
    press(tab, "Reset")
    press(tab, "Remove 9 answers")
    expect(tab.locator(".cl-score")).to_have_text("Nothing is recorded.")


def full(panel: Made) -> Page:
    return panel(SOME)


def empty(panel: Made) -> Page:
    return panel()


def asking(panel: Made) -> Page:
    tab = panel(SOME)
    press(tab, "Reset")
    return tab


def told(panel: Made) -> Page:
    tab = panel()
    choose(tab, "certlab-history (3).jsonl", (SOME + "{}\n" * 9).encode())
    expect(tab.locator(".cl-problems li")).to_have_count(6)
    return tab


def refused(panel: Made) -> Page:
    return panel(SOME, script=REFUSE)


STATES = (full, empty, asking, told, refused)


@pytest.fixture(params=STATES, ids=lambda state: state.__name__)
def state(request: pytest.FixtureRequest, panel: Made) -> Page:
    """The panel in one of its states."""
    tab: Page = request.param(panel)
    return tab


def test_axe_finds_nothing_in_either_theme(state: Page) -> None:
    assert in_both_themes(state) == []


def test_a_phone_never_scrolls_sideways(state: Page) -> None:
    state.set_viewport_size({"width": 320, "height": 640})
    assert state.evaluate("document.documentElement.scrollWidth") <= 320


def test_nothing_to_press_is_smaller_than_24_pixels(state: Page) -> None:
    small = state.evaluate(
        """() => [...document.querySelectorAll("button, input")]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width < 24 || box.height < 24).length"""
    )
    assert small == 0
