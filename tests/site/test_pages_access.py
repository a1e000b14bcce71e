"""The pages in a browser: both themes, a phone, keys alone, paper, and no JavaScript."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from certlab.course import Course
from certlab.course.markup import html as to_html
from certlab.study.bank import practice
from certlab.study.questions import compile_item
from tests.axe import violations
from tests.browser import launch
from tests.site.conftest import NO_NAMES, serving, watch

# One of each kind.
KINDS = (
    "index.html",
    "modules/mig.html",
    "modules/distributed.html",  # a list of pages
    "modules/distributed/10_collectives.html",
    "questions/mig.html",
    "zh_TW/modules/mig.html",
    "zh_TW/questions/mig.html",
    "labs/mig/10_place_profiles.html",
    "labs/cuda/10_matmul_cupy_numpy.html",
    "certifications/index.html",
    "certifications/nca-aiio.html",
    "sheets/mig.html",
    "facts/index.html",
    "facts/cuda-versions.html",
    "path.html",
    "library.html",
    "drill.html",
    "mock-exam.html",
    "progress.html",
    "about.html",
    "glossary.html",
    "search.html?q=fragmentation",
)
THEMES = ("light", "dark")
Open = Callable[..., Page]
XMLNS = ' xmlns="http://www.w3.org/1998/Math/MathML"'
EMPTY = re.compile(r"<mspace([^>]*?) />")


@pytest.fixture(scope="module")
def root(site: Path) -> Iterator[str]:
    """The address of the site."""
    with serving(site) as served:
        yield f"{served.address}/"
        assert served.missing == []


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    started = launch(playwright, NO_NAMES)
    yield started
    started.close()


@pytest.fixture
def visit(browser: Browser, root: str) -> Iterator[Open]:
    """Open a page of the site; at the end none has thrown or was refused anything."""
    errors: list[str] = []
    contexts = []

    def go(name: str, width: int = 1280, **options: object) -> Page:
        view = {"width": width, "height": 900}
        context = browser.new_context(viewport=view, **options)
        contexts.append(context)
        page = context.new_page()
        watch(page, errors)
        page.goto(root + name)
        if options.get("java_script_enabled", True):
            ready(page)
        return page

    yield go
    for context in contexts:
        context.close()
    assert errors == []


def test_the_contents_mark_the_place_one_reads_at(visit: Open) -> None:
    page = visit("modules/mig.html")
    marked = page.locator(".toc-tree a[aria-current]")
    expect(marked).to_have_count(0)
    links = page.locator(".toc-tree ul ul a")
    for place in (2, 0, links.count() - 1):
        link = links.nth(place)
        section = (link.get_attribute("href") or "").removeprefix("#")
        page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
        expect(link).to_have_attribute("aria-current", "true")
        expect(marked).to_have_count(1)
        expect(link).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(marked).to_have_count(0)


def ready(page: Page) -> None:
    """Wait until the page has loaded, and what is live on it has begun."""
    page.wait_for_function("document.readyState === 'complete'")
    if page.locator("script[type=module]").count():
        page.wait_for_selector("html[data-mounted]", state="attached")


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_page_can_be_used_by_everyone(visit: Open, name: str) -> None:
    """By axe-core in both themes, and on a phone, where nothing is too wide or small."""
    page = visit(name)
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")  # fmt: skip
    for theme in THEMES:
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        assert violations(page, colours_only=theme != THEMES[0]) == [], theme
    page.set_viewport_size({"width": 390, "height": 900})
    page.reload()  # what it loads is in the cache
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL_TARGETS) == []


FAINT = """<!doctype html><html lang="en"><title>Colours</title><main><h1>Colours</h1>
<style>p { color: #555; background: #fff; } .dark p { background: none; }
.dark { background: #666; }</style>
<p>One.</p><p>Two.</p><div class="dark"><p id="faint">Three.</p></div></main></html>"""


def test_one_faint_text_among_others_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(FAINT)
    assert violations(page) == [["color-contrast", '<p id="faint">Three.</p>']]
    assert violations(page, colours_only=True) == violations(page)
    page.evaluate("document.documentElement.removeAttribute('lang')")
    assert "html-has-lang" in [rule for rule, _ in violations(page)]
    assert "html-has-lang" not in [rule for rule, _ in violations(page, colours_only=True)]  # fmt: skip
    page.close()


SMALL_TARGETS = """() =>
  [...document.querySelectorAll("button, select, summary, input, nav a, .button, .actions a, header a, footer a")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden")
  .map((one) => [one.outerHTML.slice(0, 80), (one.closest("label") ?? one).getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24).map(([html]) => html)"""


def test_what_scrolls_sideways_can_be_reached_by_keys(visit: Open) -> None:
    page = visit("modules/mig.html", 390)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("main *")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "auto")
        .map((one) => one.tabIndex)"""
    )
    assert len(boxes) > 3
    assert set(boxes) == {0}


def test_the_first_key_leads_past_the_frame(visit: Open) -> None:
    page = visit("modules/mig.html")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")


def test_lists_fold_on_a_phone_and_open_by_keys(visit: Open) -> None:
    page = visit("modules/mig.html", 390)
    for name in ("all modules", "On this page"):
        button = page.get_by_role("button", name=name)
        inside = button.locator("xpath=..").locator("a").last
        expect(inside).to_be_hidden()
        button.press("Enter")
        expect(inside).to_be_visible()
        expect(button).to_have_attribute("aria-expanded", "true")
        button.press("Enter")
        expect(inside).to_be_hidden()


def edges(one: Locator) -> tuple[float, float]:
    """Where it begins and ends in the window, from the top."""
    box = one.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


WORDS = ["Today", "Path", "Practise", "Exam", "Library"]


def test_five_words_stand_above_and_on_a_phone_below(visit: Open, root: str) -> None:
    page = visit("modules/mig.html")
    words = page.locator("header nav a:visible")
    expect(words).to_have_text(WORDS)
    place = page.locator("header nav [aria-current]")
    expect(place).to_have_text("Library")
    assert edges(words.first)[1] < 64
    page.set_viewport_size({"width": 390, "height": 844})
    expect(words).to_have_text(WORDS)
    bar = page.locator("header nav")
    assert edges(bar)[1] == 844
    assert edges(words.last)[1] - edges(words.last)[0] >= 48
    top = page.locator("header.top > div")
    assert edges(top)[1] - edges(top)[0] <= 48  # one row
    page.evaluate("location.hash = 'fragmentation'")
    assert edges(page.locator("#fragmentation"))[0] >= edges(page.locator("header.top"))[1]  # fmt: skip
    for link in (page.locator("footer a").last, page.locator(".pager a").last):
        link.focus()  # nothing that has the focus lies below the words
        assert edges(link)[1] <= edges(bar)[0]
    for name, word in (
        ("drill.html", "Practise"),
        ("progress.html", "Exam"),
        ("certifications/nca-aiio.html", "Path"),
    ):
        page.goto(f"{root}{name}")
        expect(place).to_have_text(word)


def test_on_a_phone_the_card_is_first_and_next_in_reach(visit: Open) -> None:
    page = visit("drill.html", 390, has_touch=True)
    card = page.locator("[data-certlab=quiz] .cl-item")
    assert edges(card)[0] < 160
    expect(card.locator("kbd:visible")).to_have_count(0)
    answer(card)
    card.locator(".cl-verdict").wait_for()
    page.set_viewport_size(
        {"width": 390, "height": 480}
    )  # lower than what was answered
    page.evaluate("scrollTo(0, 0)")
    bar, foot = page.locator("header nav"), card.locator(".cl-foot")
    assert edges(card)[1] > edges(bar)[0]
    assert edges(foot.locator("[data-key=primary]"))[1] <= edges(bar)[0]
    for link in card.locator(".cl-body :is(a, button, summary):visible").all():
        link.focus()
        assert edges(link)[1] <= edges(foot)[0]


def answer(card: Locator) -> None:
    """Whatever kind is asked: the last option, the first of each list, a number, a word."""
    for one in card.locator("select").all():
        one.select_option(index=1)
    for one in card.locator("input[type=text]").all():
        one.fill("1")
    if card.locator(".cl-choice").count():
        card.locator(".cl-choice input").last.check()
    card.locator("[data-key=primary]").click()


def test_on_a_phone_a_mock_exam_begins_at_once(visit: Open) -> None:
    page = visit("mock-exam.html?exam=nca-genl", 390)
    begin, bar = page.get_by_role("button", name="Begin"), page.locator("header nav")
    assert edges(begin)[1] <= edges(bar)[0]
    expect(page.locator("[data-key=exam-nca-genl]")).to_be_checked()
    expect(page.locator("[data-key=exam-nca-aiio]")).to_be_hidden()
    page.locator("[data-key=others]").click()
    page.locator("[data-key=exam-nca-aiio]").check()
    expect(page.locator("[data-key=exam-nca-genl]")).to_be_visible()
    page.locator("[data-key=paper-random]").check()  # a paper has its own number
    page.locator("[data-key=count]").focus()
    assert edges(page.locator("[data-key=count]"))[1] <= edges(begin)[0]


def test_the_chosen_theme_stays_and_is_there_before_the_page(visit: Open) -> None:
    page = visit("about.html", color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Theme").click()
    assert page.evaluate(paper) == "rgb(21, 23, 28)"
    page.add_init_script(
        "document.addEventListener('readystatechange',"
        " () => { window.early ??= document.body.dataset.theme; })"
    )
    page.reload()
    assert page.evaluate("window.early") == "dark"
    assert page.evaluate(paper) == "rgb(21, 23, 28)"


@pytest.mark.parametrize("width", [1280, 390])
def test_without_javascript_everything_reads(visit: Open, width: int) -> None:
    page = visit("modules/mig.html", width, java_script_enabled=False)
    expect(page.get_by_role("navigation", name="Modules").get_by_role("link", name="CUDA")).to_be_visible()  # fmt: skip
    expect(page.get_by_role("button")).to_have_count(0)
    page.get_by_role("link", name="Read all questions with their answers").click()
    answer = page.locator(".asked .is-right").first
    expect(answer).to_be_hidden()
    page.get_by_text("Answer", exact=True).first.click()
    expect(answer).to_be_visible()


def test_paper_has_the_text_and_the_answers_and_nothing_to_press(visit: Open) -> None:
    page = visit("questions/mig.html", color_scheme="dark")
    page.evaluate("document.body.dataset.theme = 'dark'")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"  # fmt: skip
    expect(page.locator(".asked .is-right").first).to_be_visible()
    for gone in (".top", ".fold", "footer", "summary"):
        expect(page.locator(gone).first).to_be_hidden()
    after = "getComputedStyle(document.querySelector('main a[href^=http]'), '::after').content"  # fmt: skip
    assert "https://" in page.evaluate(after)
    page.goto(page.url.replace("questions", "modules"))
    expect(page.locator(".certlab").first).to_be_hidden()
    expect(page.locator("figure").first).to_be_visible()


def test_figures_become_simulators_and_stay_figures_on_paper(visit: Open) -> None:
    page = visit("modules/distributed/10_collectives.html", reduced_motion="reduce")
    ring = page.locator("[data-begin]")
    figures = page.locator("[data-begin] + .scroll > svg")
    assert ring.count() == figures.count() == 1
    ring.evaluate("one => one.scrollIntoView()")  # far away it stays a figure
    expect(figures.first).to_be_hidden()
    ring.get_by_role("button", name="Next step").click()
    expect(ring.get_by_role("status")).to_contain_text("Step 1 of 6, reduce-scatter")
    ring.get_by_role("spinbutton", name="Ranks").fill("16")
    ring.get_by_role("spinbutton", name="Ranks").press("Enter")
    expect(ring.locator(".cl-matrix").first).to_be_visible()
    page.emulate_media(media="print")
    expect(ring).to_be_hidden()
    expect(figures.first).to_be_visible()
    page.goto(page.url.replace("10_collectives", "30_model_parallel"))
    schedules = page.locator("[data-begin]")
    page.emulate_media(media="screen")
    schedules.evaluate("one => one.scrollIntoView()")
    schedules.get_by_role("checkbox", name="zb-h1").check()
    expect(schedules.locator("[data-row]")).to_have_count(4)


def test_texts_are_marked_up_as_the_widgets_do_it(visit: Open, whole: Course) -> None:
    """Every text of every question, by the widgets' own module and by ours."""
    asked = [compile_item(whole, item, 0) for module in whole.modules for item in practice(whole, module)]  # fmt: skip
    texts = sorted(
        {
            text
            for one in asked
            for text in (
                one.show["ask"],
                one.feedback["explain"],
                one.feedback["back"],
                *one.feedback["whys"].values(),
                *(option["text"] for option in one.show.get("options", [])),
            )
        }
    )
    page = visit("drill.html")
    drawn = page.evaluate(
        """async (texts) => {
          const script = document.querySelector("script[type=module]").src;
          const { inline } = await import(script.replace(/site\\/site\\.js$/, "text.js"));
          return texts.map((text) => {
            const span = document.createElement("span");
            span.append(...inline(text));
            return span.innerHTML;
          });
        }""",
        texts,
    )
    assert len(texts) > 400
    # A page leaves the namespace out, and prints a space's end in full.
    same = [
        EMPTY.sub(r"<mspace\1></mspace>", to_html(text).replace(XMLNS, ""))
        for text in texts
    ]
    assert same == drawn
