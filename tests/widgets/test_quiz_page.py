"""The quiz in a page of its own: by mouse, by keys, and when things go wrong."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from certlab.study.questions import compile_item

Draw = Callable[..., Any]
VERDICT = ".cl-verdict"


def outcomes(bench: Any) -> list[tuple[str, str]]:
    answers = bench.widget._history.read().answers
    return [(one.item, one.outcome) for one in answers]


def focused(page: Page) -> str:
    """What has the focus: its key, else its class."""
    found: str = page.evaluate(
        "(document.activeElement.dataset.key ?? document.activeElement.className)"
    )
    return found


def test_by_mouse(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-memories")
    page = bench.page
    expect(page.get_by_text("item 1 of 2")).to_be_visible()
    page.get_by_text("4g.40gb + 4g.40gb").click()
    page.get_by_label("Unsure").check()
    assert outcomes(bench) == []
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(VERDICT)).to_have_text("Wrong")
    expect(page.locator(VERDICT)).to_be_focused()
    assert outcomes(bench) == [("small-slices", "wrong")]
    for said in ("Eight compute slices, of seven.", "each profile has a legal start"):
        expect(page.get_by_text(said, exact=False).first).to_be_visible()
    right = page.locator(".cl-choice.cl-is-right")
    expect(right).to_contain_text("Right answer")
    expect(page.locator(".cl-choice.cl-is-wrong")).to_contain_text("Your choice, wrong")
    facts = page.locator(".cl-facts")
    for said in ("A guide · NVIDIA · opened 21 Nov 2026", "Exam era", "Unsure"):
        expect(facts).to_contain_text(said)
    expect(facts).to_contain_text(
        re.compile(r"Next due(in \d days|tomorrow), \w+day \d")
    )
    read = page.get_by_role("link", name="Read: Warps")
    assert read.get_attribute("href") == "../modules/small.md#warps"
    page.get_by_role("button", name="Next item").click()
    expect(page.get_by_text("Choose 2.")).to_be_visible()
    page.get_by_text("The barrier").click()
    page.get_by_text("Shared memory").click()
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(VERDICT)).to_have_text("Right")
    page.get_by_role("button", name="Summary").click()
    expect(page.locator(".cl-score")).to_have_text("1 of 2 right")
    expect(page.get_by_text("1 item is due by tomorrow.")).to_be_visible()


def test_by_keys_alone(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-rate")
    page, press = bench.page, bench.page.keyboard.press
    press("Tab")
    assert focused(page).startswith("option-")
    press("4")
    assert focused(page) == "option-three-two-two-one"
    press("f")
    expect(page.get_by_role("button", name="Flagged")).to_have_attribute(
        "aria-pressed", "true"
    )
    press("1")
    press("Enter")
    expect(page.locator(VERDICT)).to_have_text("Right")
    press("Enter")
    expect(page.get_by_text("item 2 of 2")).to_be_visible()
    press("Tab")
    assert focused(page) == "number"
    page.keyboard.type("494.7")  # digits and an f in a number are not shortcuts
    press("Tab")
    page.keyboard.type("TF")
    press("Shift+Tab")
    press("Enter")
    expect(page.locator(VERDICT)).to_have_text("Wrong")
    expect(page.get_by_text("A multiply-add is two operations")).to_be_visible()
    facts = page.locator(".cl-facts")
    expect(facts).to_contain_text("Your answer494.7 TFLOPS")
    expect(facts).to_contain_text("Right answer989.4 TFLOPS")
    expect(page.get_by_text("528 × 512 × 2 × 1,830")).to_be_visible()
    press("Enter")
    expect(page.locator(".cl-score")).to_have_text("1 of 2 right")
    assert bench.part("flags") == ["small-slices"]
    press("Enter")  # one Enter too many does not throw the summary away
    expect(page.locator(".cl-score")).to_be_visible()


def test_arrows_move_and_space_ticks(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-memories")
    page, press = bench.page, bench.page.keyboard.press
    press("Tab")
    press("ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    press("Enter")
    page.wait_for_selector(VERDICT)
    press("Tab")
    press("ArrowDown")  # after the answer options are read, not changed
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.get_by_role("button", name="Next item").click()
    press("Tab")
    press("Space")
    press("3")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    press("3")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)


def test_an_invalid_entry_costs_nothing(quiz: Draw) -> None:
    bench = quiz("small-rate", "small-memories")
    page = bench.page
    number = page.get_by_label("Your answer, with its unit, to within 1 %")
    alert = page.get_by_role("alert")
    page.get_by_role("button", name="Check answer").click()
    expect(alert).to_have_text(
        "Enter a number, such as 1024 or 1,024.5 or 3e8. Nothing was recorded."
    )
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-invalid", "true")
    number.fill("989.4")
    number.press("Enter")
    expect(alert).to_have_text("Choose a unit as well. Nothing was recorded.")
    expect(page.get_by_label("Unit", exact=True)).to_be_focused()
    expect(number).to_have_value("989.4")
    assert outcomes(bench) == []
    page.get_by_label("Unit", exact=True).select_option("TFLOPS")
    number.press("Enter")
    expect(page.locator(VERDICT)).to_have_text("Right")
    page.keyboard.press("Enter")
    page.get_by_text("Registers").click()
    page.keyboard.press("Enter")
    expect(alert).to_have_text("Choose 2 options. Nothing was recorded.")
    assert outcomes(bench) == [("small-rate", "correct")]


def test_a_full_disk_keeps_the_entry(quiz: Draw, full_disk: Any) -> None:
    bench = quiz("small-rate")
    page = bench.page
    full_disk(True)
    page.get_by_label("Your answer").fill("989.4")
    page.get_by_label("Unit", exact=True).select_option("TFLOPS")
    page.get_by_label("Sure", exact=True).check()
    page.get_by_role("button", name="Check answer").click()
    expect(page.get_by_role("alert")).to_contain_text("No space left on device")
    expect(page.locator(VERDICT)).to_have_count(0)
    expect(page.get_by_label("Your answer")).to_have_value("989.4")
    expect(page.get_by_label("Sure", exact=True)).to_be_checked()
    assert outcomes(bench) == []
    full_disk(False)
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(VERDICT)).to_have_text("Right")
    assert outcomes(bench) == [("small-rate", "correct")]


def test_an_answer_waits_for_python_that_does_not_reply(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-warp-size")
    page = bench.page
    page.evaluate(
        '() => { window.real = toPython; window.toPython = async () => "[]"; }'
    )
    page.clock.install()
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.clock.run_for(7_000)
    expect(page.locator(VERDICT)).to_have_count(0)
    page.clock.run_for(2_000)
    expect(page.locator(VERDICT)).to_be_visible()
    waits = page.get_by_text("1 answer waits in this browser: Python does not answer")
    expect(waits).to_be_visible()
    assert outcomes(bench) == []
    page.evaluate("() => { window.toPython = window.real; }")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_be_visible()
    expect(waits).to_have_count(0)
    assert [item for item, _ in outcomes(bench)] == ["small-slices", "small-warp-size"]


def test_two_presses_record_once(quiz: Draw) -> None:
    bench = quiz("small-slices")
    page = bench.page
    page.get_by_text("4g.40gb + 4g.40gb").click()
    page.evaluate(
        "() => { const form = document.querySelector('form');"
        " form.requestSubmit(); form.requestSubmit(); }"
    )
    page.wait_for_selector(VERDICT)
    assert outcomes(bench) == [("small-slices", "wrong")]


def test_a_second_drawing_shows_the_same(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-memories")
    page = bench.page
    page.keyboard.press("Tab")
    page.keyboard.press("2")
    page.evaluate("window.second()")
    one, two = page.locator("#one"), page.locator("#two")
    expect(two.get_by_role("radio").nth(1)).to_be_checked()
    one.get_by_role("button", name="Check answer").click()
    expect(two.locator(VERDICT)).to_have_text("Wrong")
    expect(one.locator(VERDICT)).to_be_focused()
    two.get_by_role("button", name="Next item").click()
    expect(one.get_by_text("item 2 of 2")).to_be_visible()
    page.evaluate("window.leave()")
    expect(one).to_be_empty()
    two.get_by_role("button", name="Flag").click()
    expect(two.get_by_role("button", name="Flagged")).to_be_focused()


def test_a_bank_cannot_inject_markup(quiz: Draw) -> None:
    bench = quiz("small-hostile")
    page = bench.page
    expect(page.locator("legend").first).to_contain_text(
        "<script>window.hit = 1</script>"
    )
    page.get_by_text("javascript:").click()
    page.keyboard.press("Enter")
    page.wait_for_selector(VERDICT)
    expect(
        page.get_by_text("<b onclick='window.hit = 3'>Nothing</b> at <b>")
    ).to_be_visible()
    expect(page.locator(".cl-says strong")).to_have_text("text")
    assert page.evaluate("window.hit") is None
    inside = page.locator("#one")
    expect(inside.locator("script, img, b, [onclick], [onerror]")).to_have_count(0)
    expect(inside.locator("a[href^=javascript]")).to_have_count(0)


def test_wrong_ones_are_reviewed_and_asked_again(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-memories")
    page, press = bench.page, bench.page.keyboard.press
    press("Tab")
    press("2")
    press("Enter")
    page.wait_for_selector(VERDICT)
    press("Enter")
    page.get_by_text("Registers").click()
    page.get_by_text("The barrier").click()
    press("Enter")
    page.wait_for_selector(VERDICT)
    press("Enter")
    expect(page.locator(".cl-score")).to_have_text("0 of 2 right")
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(2)
    rows.first.get_by_role("button").click()
    expect(page.locator(VERDICT)).to_be_focused()
    expect(page.get_by_text("Right answer", exact=True)).to_be_visible()
    page.get_by_role("button", name="Summary").click()
    page.get_by_role("button", name="Ask the wrong ones again").click()
    expect(page.get_by_text("again: item 1 of 2")).to_be_visible()
    expect(page.locator(".cl-ask")).to_be_focused()
    page.get_by_text("4g.40gb + 2g.20gb").click()
    press("Enter")
    expect(page.locator(VERDICT)).to_have_text("Right")
    assert outcomes(bench)[-1] == ("small-slices", "correct")
    assert len(outcomes(bench)) == 3


def test_keys_stay_inside_and_act_only_inside(quiz: Draw) -> None:
    bench = quiz("small-slices")
    page = bench.page
    page.evaluate(
        "window.outside = [];"
        "document.addEventListener('keydown', (event) => outside.push(event.key))"
    )
    page.keyboard.press("1")
    page.keyboard.press("f")
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    assert bench.part("flags") == []
    page.get_by_role("radio").first.focus()
    for key in ("1", "d", "x", "ArrowDown", "Escape", "Control+s"):
        page.keyboard.press(key)
    assert page.evaluate("outside") == ["1", "f", "Escape", "Control", "s"]


def test_jupyterlab_opens_the_page_beside_the_notebook(quiz: Draw) -> None:
    bench = quiz("small-slices")
    page = bench.page
    page.evaluate(
        """() => {
          window.done = [];
          window.jupyterapp = { commands: { execute: (...call) => done.push(call) } };
          history.pushState(null, "", "/lab/workspaces/mine/tree/quizzes/drill.ipynb");
        }"""
    )
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Read: Warps").click()
    target = {"path": "modules/small.md", "id": "#Warps"}
    assert page.evaluate("done") == [["rendermime:handle-local-link", target]]


def test_what_the_history_could_not_read_is_shown(quiz: Draw, tmp_path: Path) -> None:
    path = tmp_path / "workspace" / "history.jsonl"
    path.parent.mkdir()
    path.write_text("torn", "utf-8")
    page = quiz("small-slices").page
    expect(page.locator(".cl-note")).to_contain_text("line 1 is torn or corrupt")


def test_what_was_wrong_comes_again_before_the_end(quiz: Draw) -> None:
    bench = quiz("small-slices", "small-hostile", "small-warp-size", "small-memories")
    page = bench.page
    page.locator(".cl-choice input").first.focus()
    for number, right in enumerate((False, True, True, True), 1):
        expect(page.get_by_text(f"item {number} of 4")).to_be_visible()
        press(bench, number - 1, right=right)
        page.keyboard.press("Enter")
    expect(page.locator(".cl-place")).to_have_text("again: 1 at most")
    press(bench, 4, right=True)
    page.keyboard.press("Enter")
    expect(page.locator(".cl-score")).to_have_text("3 of 4 right")
    expect(page.locator(".cl-facts")).to_contain_text("Asked again")
    expect(page.locator(".cl-facts")).to_contain_text("1 of 1 right")
    expect(page.get_by_text("Nothing to ask again.")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert found == []


def press(bench: Any, index: int, *, right: bool) -> None:
    """Choose by keys, and check."""
    page, show = bench.page, bench.part("questions")[index]
    expect(page.locator(".cl-verdict")).to_have_count(0)
    shown = [one["id"] for one in show["options"]]
    course = bench.widget._course
    correct = set(compile_item(course, course.items[show["item"]], 0).key["correct"])
    wanted = [id for id in shown if (id in correct) is right][: len(correct)]
    for id in wanted:
        page.keyboard.press(str(shown.index(id) + 1))
    page.keyboard.press("Enter")
    expect(page.locator(".cl-verdict")).to_have_text("Right" if right else "Wrong")
