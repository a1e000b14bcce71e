"""A mock exam in a page: by keys alone, cut off in the middle, and read at the end."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from certlab.course import Course
from certlab.study.bank import compile_bank
from certlab.study.history import History
from certlab.widgets import exams
from certlab.widgets.exams import MockExam
from tests.axe import in_both_themes
from tests.study.exams.papers_course import EXAM, carrying
from tests.widgets.conftest import Bench
from tests.widgets.plain import english, plain

SEED = "120"  # ten questions of NCA-AIIO: single, multi, order, cloze and numeric
TIMER = "[role=timer]"
Begin = Callable[..., Bench]


@pytest.fixture
def whole(unfilled: Course) -> Course:
    """So many questions whatever the course comes to hold, and an exam without any."""
    return unfilled


@pytest.fixture
def open_(page: Page, whole: Course, history: History) -> Iterator[Callable[[], Bench]]:
    """Run the cell, as often as wanted; an error in the page fails the test."""
    benches: list[Bench] = []

    def run() -> Bench:
        own = page if not benches else page.context.new_page()
        benches.append(Bench(own, MockExam(whole, history)))
        return benches[-1]

    yield run
    for bench in benches:
        assert bench.errors == []


@pytest.fixture
def begin(open_: Callable[[], Bench]) -> Begin:
    """Ten questions of NCA-AIIO, the same ones each time."""

    def begun(time: str = "12 minutes", count: str = "10 questions") -> Bench:
        bench = open_()
        page = bench.page
        page.get_by_label("Seed").fill(SEED)
        page.get_by_label("Questions", exact=True).select_option(count)
        page.get_by_label(time).check()
        page.get_by_role("button", name="Begin").click()
        expect(
            page.locator(TIMER)
            if "limit" not in time
            else page.get_by_text("question 1 of")
        ).to_be_visible()
        return bench

    return begun


def kept(history: History) -> dict[str, object]:
    """What was given last to each item, as another program would read it."""
    rows = history.read().rows
    return {row.item: row.response for row in rows if row.outcome == "given"}


def place_of(bench: Bench, kind: str) -> int:
    return next(n for n, one in enumerate(bench.part("shows")) if one["kind"] == kind)


def jump(page: Page, place: int) -> None:
    page.get_by_role("button", name="Map").click()
    page.get_by_role("button", name=f"Question {place + 1},").click()


def hand_in(page: Page) -> None:
    page.get_by_role("button", name="Map").click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("button", name="Hand in now").click()
    expect(page.locator(".cl-big")).to_be_visible()


def test_the_start_says_what_is_drawn_and_what_is_missing(
    open_: Callable[[], Bench],
) -> None:
    page = open_().page
    expect(page.get_by_role("radio", name="NCA-AIIO")).to_be_checked()
    of = page.get_by_role(
        "radio", name=re.compile(r"^NCA-AIIO .* part-paper, 27 of 117 questions$")
    )
    expect(of).to_be_visible()
    part = (
        "This is a part-paper, because no question could be drawn for 42 % of this exam"
    )
    expect(page.get_by_text(f"{part}: objectives 2.1, 3.3.")).to_be_visible()
    short = re.compile(r"objective 1\.1 \(4 of \d+\), objective 1\.6 \(3 of \d+\), ")
    expect(page.get_by_text(short)).to_be_visible()
    expect(page.get_by_text("No questions yet for NCP-BARE")).to_be_visible()
    page.locator("[data-key=others]").click()
    page.get_by_role("radio", name="NCP-AIO / NCP-AIOL").check()
    expect(page.get_by_text("The exam has 3 hands-on labs too")).to_be_visible()
    expect(page.get_by_text("Its 30 questions have 45 of them here")).to_be_visible()
    page.get_by_role("radio", name="NCA-AIIO").check()
    usual = page.get_by_role("radio", name=re.compile(r"^\d+ minutes$"))
    expect(usual).to_be_checked()
    whole = usual.evaluate("one => one.closest('label').textContent")
    page.get_by_label("Questions", exact=True).select_option("10 questions")
    expect(page.get_by_label(whole, exact=True)).to_have_count(0)
    expect(usual).to_be_checked()
    page.get_by_label("Seed").fill("twelve")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_have_text(
        "Seed twelve: give a number from 0 to 9999."
    )
    expect(page.get_by_role("radio", name="NCA-AIIO")).to_be_checked()


def test_a_course_without_questions_says_so(
    page: Page, course: Course, history: History
) -> None:
    items = {id: replace(one, status="draft") for id, one in course.items.items()}
    bench = Bench(page, MockExam(replace(course, items=items), history))
    expect(page.get_by_text("No questions yet for NCA-TEST.")).to_be_visible()
    assert bench.errors == []


def test_a_whole_exam_by_keys_alone(begin: Begin, history: History) -> None:
    bench = begin()
    page, press = bench.page, bench.page.keyboard.press
    assert page.evaluate("document.activeElement.classList.contains('cl-ask')")
    for place, show in enumerate(bench.part("shows")):
        expect(page.get_by_text(f"question {place + 1} of 10")).to_be_visible()
        if show["kind"] in ("single", "multi"):
            press("1")
            press("2")  # a multi takes both, a single changes its mind
            expect(page.locator("input:checked").last).to_have_attribute(
                "data-key", f"option-{show['options'][1]['id']}"
            )
        if place in (2, 3):
            press("f")
        press("Enter")
    expect(page.locator(".cl-score")).to_contain_text("2 flagged")
    assert history.read().answers == ()
    press("m")  # back to the last question, and to the one before
    expect(page.get_by_text("question 10 of 10")).to_be_visible()
    press("p")
    expect(page.get_by_text("question 9 of 10")).to_be_visible()
    press("n")
    press("m")
    for _ in range(11):  # over the cells to the button
        press("Tab")
    expect(page.get_by_role("button", name="Hand in")).to_be_focused()
    press("Enter")
    expect(page.locator("[data-key=asks]")).to_be_focused()
    expect(page.locator("[data-key=asks]")).to_contain_text(
        "no answer and will count as wrong"
    )
    press("Tab")
    press("Enter")
    expect(page.locator(".cl-big")).to_be_focused()
    report = bench.part("report")
    answers = history.read().answers
    assert len(answers) == 10 - report["unanswered"]
    assert sum(one.outcome == "correct" for one in answers) == report["right"]
    assert {one.mode for one in answers} == {"exam"}
    expect(page.get_by_text(f"{report['right']} of 10 right").last).to_be_visible()
    expect(page.get_by_text("NVIDIA publishes no pass mark")).to_be_visible()
    assert "pass mark" in page.locator("main").inner_text()
    assert re.search(r"80 % interval: \d+ to \d+ %", page.locator("main").inner_text())


def test_nothing_is_said_of_right_or_wrong_before_the_end(
    begin: Begin,
) -> None:
    bench = begin()
    page = bench.page
    head = page.locator(".cl-head").inner_text()
    assert re.fullmatch(r"Question 1 of 10\s+1[0-2]:\d\d left", head)
    page.keyboard.press("1")
    bench.until(lambda: bench.part("responses"), "the response is on disk")
    for word in ("Right", "Wrong", "correct"):
        assert word not in page.locator("main").inner_text()
    assert "verdict" not in repr(bench.part("responses"))


def test_a_reload_in_the_middle_loses_nothing(
    begin: Begin, open_: Callable[[], Bench]
) -> None:
    bench = begin()
    page = bench.page
    single, cloze = place_of(bench, "single"), place_of(bench, "cloze")
    jump(page, single)
    page.keyboard.press("2")
    jump(page, cloze)
    page.locator("[data-gap]").first.fill("42")
    page.keyboard.press("f")  # types into the gap
    # The learner pauses; then the power goes.
    bench.until(lambda: "42f" in repr(bench.part("responses")), "the gap is on disk")
    gap = page.locator("[data-gap]").first.input_value()
    assert gap == "42f"
    other = open_()  # a new kernel, a new page, the same workspace
    page = other.page
    expect(page.locator(TIMER)).to_have_text(re.compile(r"^11:\d\d left$"))
    expect(page.locator(".cl-ask")).to_be_focused()
    jump(page, single)
    expect(page.locator("input:checked")).to_have_attribute(
        "data-key", f"option-{other.part('shows')[single]['options'][1]['id']}"
    )
    jump(page, cloze)
    expect(page.locator("[data-gap]").first).to_have_value("42f")
    hand_in(page)
    assert other.part("report")["unanswered"] >= 8


def test_a_new_drawing_leaves_the_caret_where_it_was(begin: Begin) -> None:
    bench = begin()
    page = bench.page
    jump(page, place_of(bench, "cloze"))
    gap = page.locator("[data-gap]").first
    gap.fill("42")
    page.keyboard.press("ArrowLeft")
    for typed, now in (("a", "4a2"), ("b", "4ab2")):
        page.evaluate("window.part.set('seen', [...window.part.get('seen'), 0])")
        page.keyboard.press(typed)
        expect(gap).to_have_value(now)


def test_the_end_comes_by_itself(page: Page, begin: Begin, history: History) -> None:
    page.clock.install()
    bench = begin()
    expect(page.locator(TIMER)).to_have_text(re.compile(r"^1[0-2]:\d\d left$"))
    place = place_of(bench, "single")
    jump(page, place)
    page.keyboard.press("1")
    bench.until(lambda: bench.part("responses"), "the response is on disk")
    page.evaluate("window.part.send({ type: 'time' })")  # nobody's time is up
    page.clock.fast_forward("11:10")
    expect(page.get_by_role("status")).to_have_text("1 minute left")
    assert bench.part("phase") == "running"
    page.clock.fast_forward("01:00")
    expect(page.locator(".cl-big")).to_be_visible()
    assert bench.part("report")["unanswered"] == 9
    assert len(history.read().answers) == 1


def test_without_a_limit_there_is_no_timer(page: Page, begin: Begin) -> None:
    page.clock.install()
    bench = begin("no time limit")
    expect(bench.page.locator(TIMER)).to_have_count(0)
    page.clock.fast_forward(30 * 24 * 3_600_000)
    hand_in(bench.page)
    assert bench.part("report")["allowed"] is None


def test_longer_time_is_had_before_the_start(begin: Begin) -> None:
    bench = begin("twice as long")
    expect(bench.page.locator(TIMER)).to_have_text(re.compile(r"^2[34]:\d\d left$"))


def test_a_full_disk_is_said_and_the_answer_goes_with_the_next_step(
    begin: Begin, history: History, full_disk: Callable[[bool], None]
) -> None:
    bench = begin()
    page = bench.page
    place = place_of(bench, "single")
    jump(page, place)
    item = bench.part("shows")[place]["item"]
    full_disk(True)
    page.keyboard.press("3")
    expect(page.get_by_role("alert")).to_contain_text("the answer was not recorded")
    expect(page.locator("input:checked")).to_have_count(1)  # it still stands there
    assert item not in kept(history)
    page.get_by_role("button", name="Map").click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("button", name="Hand in now").click()
    expect(page.get_by_role("alert")).to_contain_text("the answer was not recorded")
    assert bench.part("phase") == "running"  # nothing is handed in without it
    full_disk(False)
    page.get_by_role("button", name="Hand in now").click()
    expect(page.locator(".cl-big")).to_be_visible()
    assert item in kept(history)
    assert len(history.read().answers) == 1


def test_the_review_shows_what_was_chosen_and_why(begin: Begin) -> None:
    bench = begin()
    page = bench.page
    place = place_of(bench, "single")
    jump(page, place)
    page.keyboard.press("1")
    hand_in(page)
    report = bench.part("report")
    page.get_by_role("button", name="Review all 10").click()
    for n, row in enumerate(report["rows"]):
        word = {"correct": "Right", "wrong": "Wrong", "unanswered": "Not answered"}
        expect(page.locator(".cl-verdict")).to_have_text(word[row["outcome"]])
        expect(page.locator(".cl-verdict")).to_be_focused()
        expect(page.get_by_text("Source").first).to_be_visible()
        if row["outcome"] == "unanswered":
            assert "undefined" not in page.locator("main").inner_text()
        page.get_by_role(
            "button", name="Next" if n < 9 else "Back to the report"
        ).first.click()
    expect(page.get_by_label("Unanswered 9")).to_be_visible()
    page.get_by_label("Unanswered 9").check()
    expect(page.locator(".cl-map li:visible")).to_have_count(9)


def test_the_wrong_ones_can_be_asked_again_and_the_paper_repeated(
    begin: Begin, history: History
) -> None:
    bench = begin()
    page = bench.page
    items = [one["item"] for one in bench.part("shows")]
    hand_in(page)
    page.get_by_role("button", name="Ask these 10 again").click()
    expect(page.get_by_text("item 1 of 10")).to_be_visible()
    asked = page.evaluate("window.part.again.get('questions')")
    assert [one["item"] for one in asked] == items
    page.get_by_role("button", name="Back to the report").click()
    page.get_by_role("button", name="Repeat with the same seed").click()
    expect(page.get_by_text("question 1 of 10")).to_be_visible()
    assert [one["item"] for one in bench.part("shows")] == items
    hand_in(page)
    expect(page.locator(".cl-mocks li")).to_have_count(2)
    page.locator(".cl-mocks button").first.click()
    expect(page.locator(".cl-mocks li").first.locator("strong").first).to_contain_text(
        "NCA-AIIO"
    )
    page.get_by_role("button", name="Another exam").click()
    expect(page.get_by_text("Which exam?")).to_be_visible()


SCREENS = ("start", "question", "map", "confirm", "report", "review")


def test_every_screen_is_accessible(
    begin: Begin, open_: Callable[[], Bench], page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    bench = begin()
    for place in range(10):
        audit(page, f"question {place + 1}")
        page.get_by_role("button", name="Next" if place < 9 else "To the map").click()
    audit(page, "map")
    page.get_by_role("button", name="Hand in").click()
    audit(page, "confirmation")
    page.get_by_role("button", name="Hand in now").click()
    expect(page.locator(".cl-big")).to_be_visible()
    audit(page, "report")
    page.get_by_role("button", name="Review all").click()
    for place in range(9):
        audit(page, f"review {place + 1}")
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Back to the report").first.click()
    page.get_by_role("button", name="Another exam").click()
    expect(page.get_by_text("Which exam?")).to_be_visible()
    audit(page, "start")
    assert bench.part("mocks")


def audit(page: Page, screen: str) -> None:
    assert in_both_themes(page) == [], screen
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, f"{screen} scrolls sideways"
    small = page.evaluate(
        """[...document.querySelectorAll("button, a, select, input[type=text]")]
            .filter((one) => one.checkVisibility() && one.closest("p, dd, div.cl-facts") === null)
            .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"""
    )
    assert small == [], screen


def test_nothing_of_the_interface_is_english_in_chinese(
    page: Page, whole: Course, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        exams, "compile_bank", lambda *one, **how: plain(compile_bank(*one, **how))
    )
    names = " ".join(
        f"{one.code} {one.alias} {one.name} {' '.join(domain.name for domain in one.domains)}"
        for one in whole.certifications.values()
    )
    allowed = {*re.findall(r"[A-Za-z]+", names), "NVIDIA", "Enter"}
    # Units, which are graded by name.
    allowed |= {"blocks", "threads", "warps", "GPUs", "GB", "GiB"}
    bench = Bench(page, MockExam(whole, history, lang="zh_TW"))

    def check(screen: str) -> None:
        assert english(page, "#one", *allowed) == [], screen

    assert page.locator("#one").get_attribute("lang") == "zh-TW"
    check("start")
    page.locator("[data-key=seed]").fill("x")
    page.locator("[data-key=primary]").click()
    check("a seed that is none")
    page.locator("[data-key=seed]").fill(SEED)
    page.locator("[data-key=primary]").click()
    page.locator(TIMER).wait_for()
    check("question")
    page.keyboard.press("1")
    page.wait_for_timeout(600)
    page.locator("[data-key=map]").click()
    check("map")
    page.locator("[data-key=primary]").click()
    check("confirmation")
    page.locator("[data-key=yes]").click()
    page.locator(".cl-big").wait_for()
    check("report")
    page.locator("[data-key=all]").click()
    for _ in range(5):
        check("review")
        page.locator("[data-key=primary]").click()
    assert bench.errors == []


def test_a_paper_is_chosen_sat_and_marked_as_done(
    page: Page, fixed: Course, history: History
) -> None:
    bench = Bench(page, MockExam(carrying(fixed), history))
    random = page.get_by_label("random")
    expect(page.get_by_label("Paper 1")).to_be_checked()  # the next one not yet sat
    expect(page.get_by_text("A random exam shares questions with them")).to_be_visible()
    page.get_by_label("Paper 2").check()
    expect(page.get_by_label("Seed")).to_have_count(0)
    assert in_both_themes(page) == []
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Map").click()
    page.locator("[data-key=primary]").click()
    page.locator("[data-key=yes]").click()
    expect(page.get_by_text(f"{EXAM.upper()} paper 2").first).to_be_visible()
    (begun,) = (row for row in history.read().rows if row.outcome == "begun")
    assert begun.response["paper"] == 2
    page.get_by_role("button", name="Another exam").click()
    expect(page.locator("label", has_text="Paper 2")).to_contain_text("done 0 %")
    expect(page.locator("label", has_text="Paper 1")).to_have_text("Paper 1")
    expect(page.get_by_label("Paper 1")).to_be_checked()
    random.check()
    page.get_by_label("Seed").fill("77")
    page.get_by_label("Paper 3").check()
    random.check()
    expect(page.get_by_label("Seed")).to_have_value("77")
    assert bench.errors == []
