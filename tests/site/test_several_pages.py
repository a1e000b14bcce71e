"""A module of several pages on the site: listed, walked through, reached by old addresses."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from certlab.app.assets import write_assets
from certlab.app.pages.output import write_pages
from certlab.course import load
from tests.browser import browsing
from tests.conftest import SMALL
from tests.several import cut
from tests.site.conftest import serving, watch

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the file."""
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The pages of the small course with its page cut in two, served."""
    root, site = tmp_path_factory.mktemp("small"), tmp_path_factory.mktemp("site")
    for name, text in SMALL.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    course = load(cut(root))
    write_pages(course, site, write_assets(course, site), {})
    with serving(site) as served:
        yield served.address
        assert served.missing == []


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Open a page; what it throws fails the test."""
    errors: list[str] = []
    contexts = []

    def begin(path: str, width: int = 1280, **options: object) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, **options
        )  # type: ignore[arg-type]  # passed on as they are
        contexts.append(context)
        page = context.new_page()
        watch(page, errors)
        page.goto(f"{address}/{path}")
        return page

    yield begin
    for context in contexts:
        context.close()
    assert errors == []


@pytest.mark.parametrize(
    ("anchor", "page"), [("warps", "10_warps"), ("block-size", "20_blocks")]
)
def test_an_old_address_leads_to_the_section(
    visit: Open, address: str, anchor: str, page: str
) -> None:
    new = f"{address}/modules/small/{page}.html#{anchor}"
    found = visit(f"modules/small.html#{anchor}")
    found.wait_for_url(new)
    found.go_back()  # and not back into the list, which would lead here again
    assert found.url == "about:blank"
    plain = visit(f"modules/small.html#{anchor}", java_script_enabled=False)
    plain.locator(":target").click()
    assert plain.url == new


def test_an_address_that_was_cut_off_is_no_error(visit: Open) -> None:
    for path in ("modules/small.html", "modules/small/10_warps.html"):
        page = visit(f"{path}#%E0%A4%A")
        page.locator("html[data-mounted]").wait_for()
        page.evaluate("location.hash = '%'")


def test_the_list_asks_about_the_whole_module(visit: Open) -> None:
    page = visit("modules/small.html")
    expect(page).to_have_title("A small module - certlab")
    rows = page.locator(".pages .row > p:first-child a")
    assert rows.all_inner_texts() == ["Warps of a GPU", "Blocks of warps"]
    page.locator("html[data-mounted]").wait_for()
    assert page.url.endswith("modules/small.html")
    expect(page.locator("[data-certlab=quiz]")).to_contain_text("of 3")
    page.goto(f"{page.url}#check-yourself")  # no section of a page: it is here
    expect(page.locator("#check-yourself")).to_be_in_viewport()


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_stand_under_their_module_and_follow_each_other(
    visit: Open, width: int
) -> None:
    page = visit("modules/other.html", width)
    expect(page.locator("#listed ul ul")).to_have_count(0)
    titles = []
    while (ahead := page.locator("[rel=next]")).count():
        ahead.click()
        titles.append(page.locator("h1").inner_text())
        if width < 960:
            page.locator("#listed > button").click()
        under = page.locator("#listed ul ul a")
        assert under.all_inner_texts() == ["Warps", "Blocks"]
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
    assert titles == ["A small module", "Warps of a GPU", "Blocks of warps"]
    expect(under.nth(1)).to_have_attribute("aria-current", "page")
    page.locator("[rel=prev]").click()
    assert page.url.endswith("/small/10_warps.html")


def test_a_page_asks_about_its_own_sections(visit: Open) -> None:
    page = visit("modules/small/20_blocks.html")
    quiz = page.locator("[data-certlab=quiz]")
    expect(quiz).to_contain_text("How many blocks cover")
    expect(quiz).to_contain_text("item 1 of 1")
    page.get_by_role("link", name="warps", exact=True).click()
    assert page.url.endswith("/small/10_warps.html#warps")
    expect(page.locator("[data-certlab=quiz]")).to_contain_text(
        "run together in a warp"
    )


def test_whatever_names_a_section_leads_to_its_page(visit: Open, address: str) -> None:
    page = visit("modules/other.html")
    page.get_by_role("link", name="blocks", exact=True).click()
    assert page.url == f"{address}/modules/small/20_blocks.html#block-size"
    page.goto(f"{address}/modules/other.html")
    page.get_by_role("link", name="a module").click()
    assert page.url == f"{address}/modules/small.html"
    page.goto(f"{address}/questions/small.html")
    hrefs = page.locator("article a[href*='modules/small/']").evaluate_all(
        "links => links.map((one) => one.getAttribute('href'))"
    )
    wanted = ["10_warps.html#warps", "20_blocks.html#block-size"]
    assert hrefs == [f"../modules/small/{one}" for one in wanted]
    page.goto(f"{address}/certifications/nca-test.html")
    cells = page.locator("table.objectives a").all_inner_texts()
    assert cells == ["Other", "Warps", "Blocks"]


def test_an_answer_links_the_page_of_its_section(visit: Open, address: str) -> None:
    page = visit("modules/small/10_warps.html")
    quiz = page.locator("[data-certlab=quiz]")
    quiz.get_by_role("radio", name="32 threads").check()
    quiz.get_by_role("button", name="Check answer").click()
    read = quiz.get_by_role("link", name="Read: Warps")
    expect(read).to_have_attribute(
        "href", f"{address}/modules/small/10_warps.html#warps"
    )
