"""The pages in Traditional Chinese: built beside the English ones, read and answered."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from certlab.app.pages.languages import editions
from certlab.app.pages.sources import sources
from certlab.course import Course, load
from certlab.study.bank import practice
from certlab.words import text
from tests.site.conftest import Visit
from tests.site.test_pages_build import VOID

Begin = Callable[..., Visit]
PAGE, QUESTIONS = "zh_TW/modules/mig.html", "zh_TW/questions/mig.html"
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def chinese() -> Course:
    """The real course in Traditional Chinese."""
    return load(lang="zh_TW")


def test_a_course_without_translations_has_english_pages_only(course: Course) -> None:
    assert editions(course) == []
    made = sources(course, "_static/certlab-0", {})
    assert not [name for name in made if name.startswith("zh_TW/")]
    assert list(json.loads(made["site.json"])["frames"]) == ["en"]


def test_the_mig_bank_is_translated_whole(whole: Course, chinese: Course) -> None:
    mig = [item for item in whole.items.values() if item.module == "mig"]
    assert mig
    for item in mig:
        other = chinese.items[item.id]
        assert (other.lang, other.rev, other.tests == ()) == (
            "zh_TW",
            item.rev,
            item.tests == (),
        )
        assert HAN.search(" ".join(other.texts.values())), item.id


def test_both_pages_say_their_language_and_where_the_other_is(site: Path) -> None:
    for path in ("modules/mig.html", "questions/mig.html"):
        english = (site / path).read_text("utf-8")
        other = (site / "zh_TW" / path).read_text("utf-8")
        assert '<html class="no-js" lang="en"' in english
        assert '<html class="no-js" lang="zh-TW"' in other
        for page, way in ((english, "../"), (other, "../../")):
            for lang, folder in (("en", ""), ("zh-TW", "zh_TW/")):
                address = f"{way}{folder}{path}"
                found = re.search(
                    rf'<link rel="alternate" hreflang="{lang}" href="([^"]+)">', page
                )
                assert found is not None
                base = site / path if page is english else site / "zh_TW" / path
                assert (base.parent / found[1]).resolve() == (
                    base.parent / address
                ).resolve()
        assert re.search(r'class="language"[^>]*lang="zh-TW"[^>]*>中文</a>', english)
        assert re.search(r'class="language"[^>]*lang="en"[^>]*>English</a>', other)
    alone = (site / "modules" / "cuda.html").read_text("utf-8")
    assert "hreflang" not in alone


def test_a_page_in_another_language_says_that_the_rest_is_english(site: Path) -> None:
    says = text("zh_TW")(
        "Only some pages and questions are in this language; the others are in English."
    )
    for path in (PAGE, QUESTIONS):
        assert f"<p>{says}</p>" in (site / path).read_text("utf-8")
        english = (site / path.removeprefix("zh_TW/")).read_text("utf-8")
        assert "are in this language" not in english


def test_a_section_has_one_anchor_in_both_languages(site: Path, whole: Course) -> None:
    page = (site / PAGE).read_text("utf-8")
    for anchor in (
        *whole.modules["mig"].sections,
        "check-yourself",
        "facts-and-sources",
    ):
        assert f'<section id="{anchor}">' in page
        assert f'href="#{anchor}"' in page
    listed = (site / QUESTIONS).read_text("utf-8")
    for anchor in set(re.findall(r'href="\.\./modules/mig\.html#([^"]+)"', listed)):
        assert f'id="{anchor}"' in page


def test_boxes_are_drawn_by_their_kind(site: Path) -> None:
    english = (site / "modules" / "mig.html").read_text("utf-8")
    page = (site / PAGE).read_text("utf-8")
    for kind in ("trap", "exam-era", "worked-example"):
        box = f'<div role="note" class="box {kind} '
        assert page.count(box) == english.count(box) > 0
    assert "陷阱</strong>" in page
    assert page.count('class="word"') == english.count('class="word"')
    assert page.count("<figure ") == english.count("<figure ")


def test_the_bank_in_chinese_stands_beside_the_english_one(
    site: Path, chinese: Course
) -> None:
    (folder,) = site.glob("_static/certlab-*")
    english = json.loads((folder / "banks" / "mig.json").read_text("utf-8"))
    bank = json.loads((folder / "banks" / "zh_TW" / "mig.json").read_text("utf-8"))
    ids = [item.id for item in practice(chinese, "mig")]
    assert [one["item"] for one in bank["items"]] == ids
    for one, other in zip(bank["items"], english["items"], strict=True):
        assert one["item"] == other["item"]
        assert one["show"]["ask"] != other["show"]["ask"]
    assert not (folder / "banks" / "zh_TW" / "cuda.json").exists()
    assert 'data-bank="mig" data-count="10" data-title="MIG" data-lang="zh_TW"' in (
        site / PAGE
    ).read_text("utf-8")


def test_a_language_has_passages_of_its_own_pages_only(site: Path) -> None:
    rows = json.loads((site / "_static/search/zh_TW.json").read_text("utf-8"))
    paths = [page for _file, page, *_ in rows["shelves"]]
    assert PAGE in paths
    assert all(path.startswith("zh_TW/") for path in paths)


class Words(HTMLParser):
    """The texts of a page that are in its own language, without code and drawings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []  # with whether it counts
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            lang = dict(attrs).get("lang")
            within = not self.open or self.open[-1][1]
            counts = (
                within and lang != "en" and tag not in ("code", "pre", "svg", "head")
            )
            self.open.append((tag, counts))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What ends where it begins holds no text."""

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][1]:
            self.found.append(data)


def test_what_is_english_on_a_page_is_marked(site: Path) -> None:
    """No sentence is English but for what says so: names and terms are no sentences."""
    for path in (PAGE, QUESTIONS):
        words = Words((site / path).read_text("utf-8")).found
        assert len(words) > 300
        sentence = re.compile(r"[A-Za-z]+,?( [a-z]+,?){3,}")
        assert [one for one in words if sentence.search(one)] == [], path


def rows(page: Page) -> list[dict[str, object]]:
    """Every row of the browser's store, read by the page's own module."""
    script = page.evaluate(
        "[...document.scripts].find((one) => one.src.includes('certlab-')).src"
    ).replace("site/site.js", "store/store.js")
    found: list[dict[str, object]] = page.evaluate(
        "async (src) => (await (await import(src)).openStore()).rows()", script
    )
    return found


def test_a_question_is_asked_and_answered_in_chinese_by_keys(
    visit: Begin, chinese: Course
) -> None:
    one = visit()
    one.open(PAGE)
    page = one.page
    page.locator("html[data-mounted]").wait_for(state="attached")
    place = page.locator("[data-certlab=quiz]")
    ask = place.locator(".cl-ask")
    expect(ask).to_contain_text(HAN)
    expect(place.locator("[data-key=primary]")).to_have_text(
        text("zh_TW")("Check answer")
    )
    place.locator("input").first.focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(place.get_by_role("status")).to_contain_text(HAN)
    place.locator(".cl-frame a[href*='zh_TW/modules/mig.html#']").first.wait_for()
    (row,) = rows(page)
    assert row["surface"] == "site"
    item = chinese.items[str(row["item"])]
    assert (item.module, row["rev"]) == ("mig", item.rev)
    one.open("modules/mig.html")  # the same history, in English
    expect(page.locator("[data-certlab=quiz] .cl-ask")).not_to_contain_text(HAN)
    assert rows(page) == [row]


def test_a_figure_brings_the_words_of_its_wing(visit: Begin) -> None:
    one = visit()
    fetched: list[str] = []
    one.page.on("request", lambda asked: fetched.append(asked.url))
    one.open(PAGE)
    one.page.locator("html[data-mounted]").wait_for(state="attached")
    assert [url for url in fetched if url.endswith("/words/zh_TW.json")]
    board = one.page.locator("[data-certlab=board]").first
    board.scroll_into_view_if_needed()
    expect(board.get_by_role("button", name=HAN).first).to_be_visible()
    wings = {url.partition("/words/zh_TW/")[2] for url in fetched} - {""}
    assert wings == {"labs/mig.json"}


def test_the_switch_leads_to_the_other_language_and_back(visit: Begin) -> None:
    one = visit()
    one.open("questions/mig.html")
    one.page.get_by_role("link", name="中文").press("Enter")
    expect(one.page).to_have_url(f"{one.root}{QUESTIONS}")
    expect(one.page.locator("html")).to_have_attribute("lang", "zh-TW")
    one.page.get_by_role("link", name="English").press("Enter")
    expect(one.page).to_have_url(f"{one.root}questions/mig.html")
