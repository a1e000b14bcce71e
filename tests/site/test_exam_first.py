"""Without Python: an exam is chosen, and from then on everything is of that exam."""

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import load
from certlab.planner.goal import Goal, goal_of
from certlab.study.answers import Answer, from_line, to_line
from tests.bound import until
from tests.browser import browsing
from tests.conftest import FIXED
from tests.site.conftest import serving, watch

PATH = """
[[path]]
read = "mig"

[[path]]
lab = "mig/10_slices"

[[path]]
read = "later"
planned = "A page to come"
minutes = 20
"""
GROUPS = """
[[group]]
title = "Hardware"
modules = ["mig"]
"""
EXAM = "ncp-aio"  # CUDA serves it nowhere
STORE = """async () => {
  const { src } = document.querySelector("script[src*='certlab-']");
  const { openStore } = await import(src.replace("site/site.js", "store/store.js"));
  return openStore();
}"""
LINES = f"async () => (await ({STORE})()).lines()"
MERGE = f"async (lines) => (await ({STORE})()).merge(lines)"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The pages of the small course, where one exam has a path; served."""
    root, site = tmp_path_factory.mktemp("of") / "course", tmp_path_factory.mktemp("to")
    shutil.copytree(FIXED, root)
    exam = root / "content" / "certifications" / f"{EXAM}.toml"
    exam.write_text(exam.read_text("utf-8") + PATH, "utf-8")
    (root / "content" / "course.toml").write_text(GROUPS, "utf-8")
    course = load(root)
    here = dict.fromkeys(course.labs, "")
    write_pages(course, site, write_assets(course, site), here)
    with serving(site) as served:
        yield served.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the file."""
    with browsing() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Open the start page for somebody new; what a page throws fails the test."""
    errors: list[str] = []
    contexts = []

    def begin(script: str = "") -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        watch(page, errors)
        go(page, f"{address}/index.html")
        return page

    yield begin
    for context in contexts:
        context.close()
    assert errors == []


def go(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-mounted]", state="attached")


def plan(page: Page, exam: str = EXAM) -> date:
    """Plan an exam four weeks from now; its day."""
    day = datetime.now().astimezone().date() + timedelta(28)
    form = page.locator("select[data-key=exam]")
    if form.count():  # of who has a plan
        form.select_option(exam)
    else:
        choose(page, exam)
    page.locator("[data-key=day]").fill(day.isoformat())
    page.get_by_role("button", name="Make my plan").click()
    page.get_by_role("heading", name="minutes today").wait_for()
    return day


def choose(page: Page, exam: str) -> None:
    """The form of a newcomer to an exam."""
    chip, more = (page.locator(f".cl-exams [data-key={one}]") for one in (exam, "more"))
    expect(chip.or_(more).first).to_be_visible()
    if not chip.count():  # of an exam that the course has little of
        more.click()
    chip.click()
    # A form that stands there goes away once the questions are here.
    card = page.locator("main .cl-newcomer").filter(has=page.locator(".cl-item, form"))
    expect(card.first).to_have_js_property("inert", False)
    know = page.get_by_role("button", name="I know my date: plan now")
    asks = page.get_by_text("When is your exam?")
    expect(know.or_(asks).first).to_be_visible()
    if not asks.is_visible():  # it stands there already after five questions
        know.click()
    expect(asks).to_be_visible()


def rows(page: Page) -> list[Answer]:
    lines: str = page.evaluate(LINES)
    return [from_line(line) for line in lines.splitlines()]


def texts(page: Page, where: str) -> list[str]:
    return [one.strip() for one in page.locator(where).all_inner_texts()]


MODES = {"lab": "exercise"}  # of an answer, by the kind of its task
SHELVES = "[data-certlab=order] > .shelf"


def test_the_form_forgives_and_the_goal_is_the_row_that_python_writes(
    visit: Open,
) -> None:
    page = visit()
    bar = page.locator("header .goal")
    expect(bar).to_be_hidden()
    choose(page, EXAM)
    page.locator("[data-key=minutes]").fill("20")
    page.get_by_role("button", name="Make my plan").click()
    expect(page.get_by_text("Choose your exam date.")).to_be_visible()
    assert page.locator("[data-key=exam]").input_value() == EXAM
    assert rows(page) == []
    page.get_by_role("button", name="Back to the questions").click()
    page.get_by_role("button", name="I know my date: plan now").click()
    assert page.locator("[data-key=minutes]").input_value() == "20"
    day = plan(page)
    goal, listed = rows(page)
    assert goal_of([goal]) == Goal(EXAM, day, 20)
    assert (listed.outcome, listed.surface) == ("today", "site")
    expect(bar).to_have_text("NCP-AIO in 28 days")
    # The next page is of that exam from its first moment: no title for newcomers flashes.
    assert page.evaluate("localStorage.getItem('certlab-goal')") == EXAM
    page.locator("[data-key=change]").click()
    page.get_by_role("button", name="Study for no exam").click()
    expect(page.locator(".cl-newcomer .cl-option").first).to_be_visible()
    expect(bar).to_be_hidden()
    assert page.evaluate("localStorage.getItem('certlab-goal')") is None
    assert goal_of(rows(page)) is None


def test_a_newcomer_answers_before_deciding_and_then_plans(visit: Open) -> None:
    page = visit()
    page.locator("[data-key=nca-aiio]").click()
    segments = page.locator(".cl-segments li")
    expect(segments).to_have_count(5)
    expect(page.locator(".cl-coverage")).to_contain_text("of its")
    for n in range(5):
        expect(page.locator(".cl-newcomer .cl-segments")).to_contain_text(
            f"{n + 1} of 5"
        )
        page.locator(".cl-option").first.wait_for()
        if n == 1:
            page.locator("[data-key=skip]").click()
        else:
            page.keyboard.press("1") if n else page.locator(".cl-option").first.click()
        page.locator(".cl-verdict").wait_for()
        expect(page.locator(".cl-option.cl-is-right")).to_have_count(1)
        page.keyboard.press("Enter")
    answers = rows(page)
    assert [(one.mode, one.surface) for one in answers] == [("drill", "site")] * 4
    right = sum(one.outcome == "correct" for one in answers)
    expect(page.locator(".cl-score")).to_have_text(f"{right} of 5 right")
    expect(segments.nth(1)).to_have_class("cl-is-unsure")
    assert page.locator("[data-key=exam]").input_value() == "nca-aiio"
    page.reload()  # what was answered or passed is not asked again in this tab
    expect(page.locator(".cl-score")).to_have_text(f"{right} of 5 right")
    plan(page, "nca-aiio")
    expect(page.locator("#exams")).to_be_hidden()


def test_the_list_is_ticked_ends_and_takes_more(visit: Open, address: str) -> None:
    page = visit()
    plan(page)
    expect(page.locator(".cl-day-card")).to_contain_text("Read MIG, ")
    expect(page.locator(".cl-tasks")).to_contain_text("Lab: Slices of a GPU")
    expect(page.get_by_text("by a simple rule")).to_be_visible()
    expect(page.get_by_text("0 of 2 steps of the path done")).to_be_visible()
    page.locator("a[data-key=begin]").click()
    page.wait_for_url(f"{address}/modules/mig.html")
    page.get_by_role("button", name="Mark as read").click()
    expect(page.get_by_text("You have read this page.")).to_be_visible()
    go(page, f"{address}/index.html")
    expect(page.locator(".cl-done")).to_contain_text("Read: MIG")
    expect(page.get_by_text("1 of 2 steps of the path done")).to_be_visible()
    # What comes next is asked in the page, and the keys are its own.
    page.locator("[data-certlab=start] form [data-key=primary]").wait_for()
    expect(page.locator(".cl-head").first).to_contain_text("NCP-AIO ")
    assert page.evaluate("!!document.activeElement.closest('.cl-day-card')")
    (_, listed, *_) = rows(page)
    done = [
        Answer(item, 1, "correct", 1.0, mode=MODES.get(task["kind"], "drill"))
        for task in listed.more["tasks"]
        for item in task["items"]
    ]
    merge(page, done)
    page.get_by_role("heading", name="Done for today.").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("heading", name="minutes today").wait_for()
    assert rows(page)[-1].outcome == "more"
    go(page, f"{address}/library.html")
    expect(page.locator("[data-lab='mig/10_slices']")).to_have_text("1 of 1")


def merge(page: Page, answers: list[Answer]) -> None:
    """As the history of another device, of now."""
    made = page.evaluate(
        """async (count) => {
          const { src } = document.querySelector("script[src*='certlab-']");
          const { stamp, newUlid } = await import(src.replace("site/site.js", "store/answers.js"));
          return Array.from({ length: count }, () => ({ at: stamp(), ulid: newUlid(Date.now()) }));
        }""",
        len(answers),
    )
    lines = [
        json.dumps({**json.loads(to_line(row)), **more})
        for row, more in zip(answers, made, strict=True)
    ]
    page.evaluate(MERGE, "\n".join(lines))


def test_pages_questions_and_counts_are_of_the_exam(visit: Open, address: str) -> None:
    page = visit()
    plan(page)
    go(page, f"{address}/library.html")
    expect(page.locator(f"{SHELVES} h3 a")).to_have_text(
        ["MIG: one GPU as up to seven"]
    )
    expect(page.locator(f"{SHELVES} li strong")).to_have_text(["Slices of a GPU"])
    others = page.locator("article details.others").first
    expect(others.locator("summary")).to_have_text("For other exams: 1")
    expect(others.locator("h3 a")).to_contain_text(["CUDA"])
    go(page, f"{address}/drill.html")
    expect(page.get_by_text("Only what NCP-AIO asks.")).to_be_visible()
    for head in page.locator(".cl-head").all():
        expect(head).to_contain_text("NCP-AIO ")
    expect(page.locator("[data-certlab=quiz] .cl-ask")).to_be_focused()
    go(page, f"{address}/mock-exam.html")
    expect(page.locator(f"[data-key=exam-{EXAM}]")).to_be_checked()
    go(page, f"{address}/progress.html")
    expect(page.locator("[data-certlab=progress] tbody tr")).to_have_count(1)
    go(page, f"{address}/modules/cuda.html")
    # Of another exam: its questions are asked all the same, and foreign codes are hidden.
    assert "nothing that NCP-AIO asks about" in texts(page, "p.over")[-1]
    head = page.locator("[data-certlab=quiz] .cl-head")
    expect(head).to_contain_text("CUDA")
    expect(head).not_to_contain_text("NC")
    go(page, f"{address}/modules/mig.html")
    line = page.locator("article p.over").first
    expect(line).to_contain_text("NCP-AIO 2.4")
    expect(line).not_to_contain_text("NCA-AIIO")
    page.get_by_text("All exams").click()
    expect(page.get_by_text("NCA-AIIO 3.2")).to_be_visible()
    pager = page.locator(".pager a")
    expect(pager).to_have_text(["Next page CUDA"])  # in the order of the path
    expect(pager).to_have_attribute("rel", "next")


def test_modules_stand_in_groups_until_an_exam_orders_them(
    visit: Open, address: str
) -> None:
    page = visit()
    go(page, f"{address}/library.html")
    listed = ["Hardware", "MIG: one GPU as up to seven", "More modules", "CUDA: the programming model, the toolkit and the driver"]  # fmt: skip
    where = "[data-certlab=order] > h2.group, [data-certlab=order] h3 a"
    assert texts(page, where) == listed
    labs = texts(page, "[data-certlab=order] li strong")
    assert labs == ["Slices of a GPU", "Blocks of threads"]
    go(page, f"{address}/index.html")
    plan(page)
    go(page, f"{address}/library.html")
    assert texts(page, "[data-certlab=order] > h2.group") == []
    go(page, f"{address}/modules/mig.html")
    expect(page.locator("#listed .group")).to_have_count(0)
    go(page, f"{address}/index.html")
    page.locator("[data-key=change]").click()
    page.get_by_role("button", name="Study for no exam").click()
    page.locator(".cl-newcomer .cl-option").first.wait_for()
    go(page, f"{address}/library.html")
    expect(page.locator(where)).to_have_text(listed)
    go(page, f"{address}/modules/mig.html")
    assert texts(page, "#listed .group") == ["Hardware", "More modules"]
    expect(page.locator(".pager a")).to_have_text(
        ["Next page CUDA"]
    )  # the next to learn


def test_a_start_page_has_one_primary_button_and_every_page_the_exam(
    visit: Open, address: str
) -> None:
    page = visit()
    primary = page.locator("main .primary, main [data-key=primary]")
    expect(primary).to_have_count(0)  # the options are the action
    page.locator(".cl-option").first.click()
    expect(primary).to_have_text(["Next"])
    primary.click()
    plan(page)
    for path in ("certifications/index", f"certifications/{EXAM}", "facts/index"):
        go(page, f"{address}/{path}.html")
        expect(page.locator("header .goal")).to_have_text("NCP-AIO in 28 days")


def test_it_can_be_used_by_everyone(visit: Open, address: str) -> None:
    """By axe-core in both themes, and on a phone."""
    page = visit()
    form = violations(page)
    plan(page)
    found = [*form, *violations(page)]
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    go(page, f"{address}/modules/mig.html")
    assert [*found, *violations(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def violations(page: Page) -> list[tuple[str, str]]:
    found = []
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        found += Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]


def test_where_the_browser_refuses_storage_the_list_is_there_all_the_same(
    visit: Open,
) -> None:
    refuse = "get() { throw new DOMException('no', 'SecurityError') }"
    page = visit(f"Object.defineProperty(window, 'indexedDB', {{ {refuse} }})")
    expect(page.locator(".cl-note").first).to_contain_text("Answers last only until")
    plan(page)
    expect(page.locator("header .goal")).to_have_text("NCP-AIO in 28 days")


def test_what_another_tab_answers_ticks_the_list(visit: Open, address: str) -> None:
    page = visit()
    plan(page)
    other = page.context.new_page()
    go(other, f"{address}/modules/mig.html")
    other.get_by_role("button", name="Mark as read").click()
    expect(page.locator(".cl-done")).to_contain_text("Read: MIG")
    until(lambda: rows(page)[-1].outcome == "read", "it is recorded")
    for path in ("path", f"certifications/{EXAM}"):
        go(other, f"{address}/{path}.html")
        done = other.locator(".cl-station.cl-is-done")
        expect(done.locator(".cl-station-name")).to_have_text("MIG")
        expect(other.locator("header nav [aria-current]")).to_have_text("Path")
        here = other.locator(".cl-station [aria-current=step]")
        expect(here).to_contain_text("You are here")
        assert violations(other) == []


def test_another_exams_questions_take_no_press_while_the_chosen_ones_come(
    visit: Open,
) -> None:
    page = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**/first-{EXAM}*", hold)
    questions = page.locator("main .cl-newcomer:has(.cl-option)")
    questions.wait_for()
    chip, more = (page.locator(f".cl-exams [data-key={one}]") for one in (EXAM, "more"))
    if not chip.count():
        more.click()
    chip.click()
    expect(questions).to_have_js_property("inert", True)
    page.keyboard.press("1")  # from the chip, which hears keys for the card
    expect(questions.locator("[aria-checked=true], :checked")).to_have_count(0)
    until(lambda: held, "the chosen exam's questions are asked for")
    held[0].continue_()
    expect(page.locator("main .cl-newcomer:has(.cl-option)")).to_have_js_property(
        "inert", False
    )
