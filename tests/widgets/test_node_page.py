"""The machine of a notebook in a browser: lines, keys, pastes, the diagnosis, narrow places."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab import widgets
from certlab.labs.operations.node import remembered, view
from certlab.labs.operations.widgets import NodeTerminal
from tests.axe import in_both_themes
from tests.widgets.conftest import Bench

HOSTILE = "<img src=x onerror=\"document.title='broken'\">"
LINE = "[data-key='line']"
SHOWN = {"prompt": "root@head:~#", "clock": "then", "spent": 0, "seconds": 0, "exit": 0}
REPORT = {
    "passed": True,
    "score": 85,
    "parts": [{"part": "proof", "points": 25, "of": 25}],
    "diagnosis": {
        "given": ["off-bus", "node-a", 5],
        "truth": ["off-bus", "node-a", 5],
        "right": True,
        "mended_first": False,
    },
    "evidence": [{"line": f"dmesg {HOSTILE}", "excludes": ["not-seated"]}],
    "missed": [{"cause": "library-version", "line": "lsmod"}],
    "checks": [{"check": "node-a gpus 8", "settled": True, "worked": False}],
    "load_hours": 6,
    "under_load": [],
    "costs": {"minutes": 12},
    "harms": [],
    "wrong": [],
}
Draw = Callable[..., Bench]


@pytest.fixture
def drawn(page: Page) -> Iterator[Draw]:
    """Draw a game; an error in the page fails the test."""
    benches = []

    def draw(**given: Any) -> Bench:
        made = widgets.node("off-the-bus")
        for name, value in given.items():
            setattr(made, name, value)
        benches.append(Bench(page, made, "node_page.html"))
        expect(page.locator(".cl-prompt .cl-shell")).not_to_be_empty()
        return benches[-1]

    yield draw
    for bench in benches:
        assert bench.errors == []
    assert page.title() != "broken"


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let Python answer a line so, whatever it is."""

    def answer(**given: Any) -> None:
        reply = {**SHOWN, "text": "", "state": "open", "report": None, **given}
        nothing = {**SHOWN, "text": "", "state": "open", "report": None}
        monkeypatch.setattr(
            view, "reply", lambda asked: reply if asked["lines"] else nothing
        )

    return answer


def entered(page: Page, *lines: str) -> None:
    """Type lines, each with Enter."""
    for line in lines:
        page.locator(LINE).fill(line)
        page.keyboard.press("Enter")


def pasted(page: Page, text: str) -> None:
    """Paste where the caret is, as a browser tells of it; what is not taken stands in the line."""
    page.locator(LINE).focus()
    page.evaluate(
        """([where, text]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.querySelector(where).dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }""",
        [LINE, text],
    )


def test_a_line_shows_what_python_prints_and_the_prompt_follows(drawn: Draw) -> None:
    bench = drawn()
    page, log = bench.page, bench.page.get_by_role("log")
    entered(page, "help", "ssh node-a")
    expect(log).to_contain_text("root@head:~# ssh node-a")
    expect(page.locator(".cl-prompt .cl-shell")).to_have_text("root@node-a:~#")
    text = view.reply({"scenario": "off-the-bus", "seed": 1, "lines": ["help"]})["text"]
    assert log.locator("pre").first.inner_text() == str(text)
    bench.until(lambda: bench.widget.lines == ["help", "ssh node-a"], "Python has it")
    assert "line 2: ssh node-a" in repr(bench.widget)


def test_what_is_typed_and_what_comes_back_is_text(
    drawn: Draw, answered: Callable[..., None]
) -> None:
    scenario = {"id": "off-the-bus", "title": HOSTILE, "story": HOSTILE, "minutes": 1}
    bench = drawn(scenario=scenario)
    page = bench.page
    answered(text=f"{HOSTILE}\n</pre><script>", prompt=HOSTILE, report=REPORT)
    entered(page, HOSTILE)
    expect(page.get_by_role("log")).to_contain_text(f"root@head:~# {HOSTILE}")
    expect(page.locator(".cl-prompt .cl-shell")).to_have_text(HOSTILE)
    expect(page.locator(".cl-report code").first).to_have_text(f"dmesg {HOSTILE}")
    assert page.locator("#one :is(img, script)").count() == 0


def test_pasted_lines_run_one_by_one_and_what_follows_the_last_end_waits(
    drawn: Draw,
) -> None:
    bench = drawn()
    page = bench.page
    page.locator(LINE).fill("ssh ")
    pasted(page, "node-a\nhostname\r\nexit\nhost")
    bench.until(
        lambda: bench.widget.lines == ["ssh node-a", "hostname", "exit"], "they are run"
    )
    expect(page.locator(".cl-typed")).to_have_text(
        ["root@head:~# ssh node-a", "root@node-a:~# hostname", "root@node-a:~# exit"]
    )
    expect(page.locator(LINE)).to_have_value("host")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a" * 4001, "at most 4,000 characters, and this one has 4,001"),
        ("hostname\n" + "a" * 4001, "and this one has 4,001"),
        ("a\n" * 60_000, "120,000 characters were pasted"),
    ],
)
def test_what_is_too_long_is_not_cut_but_refused(
    drawn: Draw, text: str, says: str
) -> None:
    page = drawn().page
    pasted(page, text)
    expect(page.get_by_role("status")).to_contain_text(says)
    expect(page.get_by_role("status")).to_contain_text("Nothing was run.")
    expect(page.locator(LINE)).to_have_value("")
    assert page.locator(".cl-turn").count() == 0


def test_with_keys_alone(drawn: Draw) -> None:
    page = drawn().page
    line = page.locator(LINE)
    line.focus()
    page.keyboard.press("Tab")  # nothing is typed, so it leaves
    expect(page.get_by_role("button", name="Run")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(line).to_be_focused()
    page.keyboard.type("diagn")
    page.keyboard.press("Tab")
    expect(line).to_have_value("diagnose ")
    line.fill("h")
    page.keyboard.press("Tab")
    expect(page.get_by_role("status")).to_contain_text("help")
    expect(page.get_by_role("status")).to_contain_text("hint")
    expect(line).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run")).to_be_focused()
    entered(page, "hostname", "help")
    expect(page.locator(".cl-turn")).to_have_count(2)
    line.fill("half a li")
    for key, shown in (
        ("ArrowUp", "help"),
        ("ArrowUp", "hostname"),
        ("ArrowUp", "hostname"),
        ("ArrowDown", "help"),
        ("ArrowDown", "half a li"),
    ):
        page.keyboard.press(key)
        expect(line).to_have_value(shown)
    page.keyboard.press("Control+c")
    expect(line).to_have_value("")
    page.keyboard.press("Control+l")
    expect(page.locator(".cl-turn")).to_have_count(0)


def test_the_form_says_the_diagnosis_as_one_would_type_it(drawn: Draw) -> None:
    bench = drawn()
    page = bench.page
    entered(page, "diagnose")
    cause = page.get_by_label("What is wrong")
    expect(cause).to_be_focused()
    cause.select_option("nothing")
    expect(page.get_by_label("On which machine")).to_be_hidden()
    cause.select_option("manager-stopped")
    expect(page.get_by_label("At which GPU")).to_be_hidden()
    cause.select_option("off-bus")
    page.get_by_label("At which GPU").select_option("5")
    page.get_by_role("button", name="This is it").click()
    bench.until(
        lambda: bench.widget.lines == ["diagnose off-bus node-a slot 5"], "it is said"
    )
    expect(page.get_by_role("log")).to_contain_text("Your diagnosis:")
    expect(cause).to_be_hidden()


def test_a_fresh_start_is_asked_for_and_forgets_all(drawn: Draw) -> None:
    bench = drawn(lines=["ssh node-a"])
    page = bench.page
    expect(page.locator(".cl-turn")).to_have_count(1)  # taken up where it stood
    page.get_by_role("button", name="fresh").click()
    page.get_by_role("button", name="Go on").click()
    assert bench.widget.lines == ["ssh node-a"]
    entered(page, "fresh")
    page.get_by_role("button", name="Begin afresh").click()
    bench.until(lambda: bench.widget.lines == [], "it is forgotten")
    expect(page.locator(".cl-turn")).to_have_count(0)


def test_of_a_long_output_the_rest_comes_when_it_is_asked_for(
    drawn: Draw, answered: Callable[..., None]
) -> None:
    page = drawn().page
    answered(text="\n".join(f"row {n}" for n in range(3000)))
    entered(page, "dmesg")
    pre = page.locator(".cl-turn pre")
    expect(pre).to_contain_text("row 999")
    expect(pre).not_to_contain_text("row 1000")
    page.get_by_role("button", name="1,000 of 3,000 lines").click()
    expect(pre).to_contain_text("row 2999")


def test_what_python_refuses_is_said_and_the_line_is_kept(
    drawn: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    from certlab.errors import CourseError

    bench = drawn()
    page = bench.page

    def refuse(_request: object) -> dict[str, Any]:
        raise CourseError("This game has 2,000 lines; begin a fresh one.")

    monkeypatch.setattr(view, "reply", refuse)
    pasted(page, "hostname\nexit\n")
    expect(page.get_by_role("status")).to_contain_text("2,000 lines")
    expect(page.locator(LINE)).to_have_value("hostname")
    assert bench.widget.lines == []


def test_the_report_names_causes_in_words(
    drawn: Draw, answered: Callable[..., None]
) -> None:
    page = drawn().page
    answered(text="the same in a text", state="ended", report=REPORT)
    entered(page, "submit")
    report = page.get_by_role("region", name="Report")
    expect(report).to_contain_text("Solved: 85 points of 100.")
    expect(report).to_contain_text("A GPU has fallen off the bus. On node-a, slot 5.")
    expect(report).to_contain_text("A GPU does not sit in its socket. dmesg")
    expect(report).to_contain_text("What would have shown it: lsmod")
    expect(report).to_contain_text("held at first, and not after 6 h of work")
    expect(page.get_by_role("log")).not_to_contain_text("the same in a text")
    assert in_both_themes(page) == []


def test_a_phone_scrolls_the_log_and_not_the_page(drawn: Draw) -> None:
    page = drawn().page
    page.set_viewport_size({"width": 390, "height": 800})
    entered(page, "echo " + "a" * 300, "diagnose")
    expect(page.locator(".cl-turn")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        "(log => log.scrollWidth > log.clientWidth)(document.querySelector('.cl-log'))"
    )
    assert in_both_themes(page) == []


def test_what_a_notebook_keeps_is_the_same_in_every_run() -> None:
    first, second = (widgets.node("off-the-bus") for _ in range(2))
    assert isinstance(first, NodeTerminal)
    assert first.kept() == second.kept()
    assert "(off-the-bus, seed 1)" in first.kept()["text/plain"]


def test_a_game_that_is_submitted_is_recorded_once(
    drawn: Draw, answered: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[Any, ...]] = []

    def record(*given: Any) -> str:
        kept.append(given)
        return ""

    monkeypatch.setattr(remembered, "record", record)
    monkeypatch.setattr(NodeTerminal, "report", REPORT)
    bench = drawn()
    answered(state="ended", report=REPORT)
    entered(bench.page, "submit", "hostname")
    bench.until(lambda: bench.widget.lines == ["submit", "hostname"], "both are run")
    asked = {"scenario": "off-the-bus", "seed": 1, "lines": ["submit"]}
    assert kept == [(asked, REPORT, "lab")]
