"""The search: what it looks through, what it finds, and how it is used."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from certlab.app.esm import STATIC
from certlab.app.pages.languages import editions
from certlab.app.pages.passages import shelves
from certlab.app.pages.section_texts import sentences
from certlab.app.search_files import search_files
from certlab.course import Course
from certlab.course.notebook import TELLS
from certlab.search.answers import Library
from certlab.search.passage import Passage, Shelf
from tests.axe import violations
from tests.widgets.test_esm import run_node

MOST = 600_000  # bytes of the index of the whole course, 60 % of it on the wire
MOST_OF_A_SHELF = 60_000
FIELD = "dialog input[type=search]"
Open = Callable[..., Page]


def shelves_of(course: Course, kind: str) -> list[Shelf]:
    return [one for one in shelves(course) if one.kind == kind]


def passages_of(course: Course, kind: str) -> list[Passage]:
    return [one for shelf in shelves_of(course, kind) for one in shelf.passages]


def test_every_section_term_fact_lab_and_exam_is_a_passage(fixed: Course) -> None:
    for kind, wanted in (
        ("section", {one for page in fixed.pages.values() for one in ("", *page.sections)}),
        ("term", {f"term-{id}" for id in fixed.glossary}),
        ("fact", {*fixed.facts}),
    ):  # fmt: skip
        assert {one.anchor for one in passages_of(fixed, kind)} == wanted
    for kind, where in (("lab", fixed.labs), ("exam", fixed.certifications)):
        pages = {Path(one.page).stem for one in shelves_of(fixed, kind)}
        assert pages == {id.rpartition("/")[2] for id in where}


def test_a_passage_has_sentences_without_marks(fixed: Course) -> None:
    section = next(
        one for one in passages_of(fixed, "section") if one.anchor == "warps"
    )
    assert section.says[:2] == (
        "The SM does not schedule threads one by one.",
        "It schedules warps of 32 consecutive threads, which run one instruction together; NVIDIA calls this SIMT.",
    )
    said = [one for shelf in shelves(fixed) for passage in shelf.passages for one in passage.says]  # fmt: skip
    assert not [one for one in said if re.search(r"\*\*|\]\(|\{fact:|^\s*$", one)]


def test_the_cells_of_a_table_are_told_with_the_heads_of_their_columns() -> None:
    table = (
        "| GPU | Slices | At most |\n|---|---:|---|\n| `A30` | 4 | |\n| B | 8 | 7 |\n"
    )
    assert sentences(f"Before.\n\n{table}\nAfter.") == [
        "Before.",
        "A30 · Slices 4",
        "B · Slices 8 · At most 7",
        "After.",
    ]


def test_no_question_of_a_mock_exam_and_no_result_of_a_lab_is_found(
    fixed: Course,
) -> None:
    """Neither by its words: nobody looks up what they will be asked."""
    asked = {one.anchor for one in passages_of(fixed, "item")}
    pools = {item.id: item.pool for item in fixed.items.values()}
    assert asked
    assert {pools[one] for one in asked} == {"practice"}
    assert "exam" in pools.values()


def test_a_lab_shows_no_text_that_tells_a_result(fixed: Course, tmp_path: Path) -> None:
    lab = next(iter(fixed.labs.values()))
    text = {
        "cell_type": "markdown",
        "metadata": {},
        "source": f"# {lab.title}\n\nBegin.",
    }
    told = {**text, "metadata": {"tags": [TELLS]}, "source": "It came to 42."}
    more = {**text, "source": "## Measure\n\nNow measure."}
    path = tmp_path / "lab.ipynb"
    path.write_text(json.dumps({"cells": [text, told, more, told]}), "utf-8")
    course = replace(fixed, labs={lab.id: replace(lab, path=path)})
    (shelf,) = shelves_of(course, "lab")
    assert [(one.anchor, one.title, one.says) for one in shelf.passages] == [
        ("", lab.title, ("Begin.",)),
        ("measure", "Measure", ("Now measure.",)),
    ]


def test_the_index_of_the_course_and_each_shelf_stay_small(whole: Course) -> None:
    """A slow line carries the index at the first search, and then what is shown of it."""
    for name, data in search_files(whole, editions(whole)):
        assert len(data) <= (MOST if "/" not in name else MOST_OF_A_SHELF), name


FINDS = [
    ("coalesing", "modules/cuda.html#coalescing"),  # a letter is missing
    ("contianer", "modules/cuda.html#containers"),  # two changed places
    ("synchron", "modules/cuda.html#shared-memory-and-synchronisation"),  # unfinished
    ("how do warps wait", "modules/cuda.html#warps"),  # not every word of it
    (
        "what is the difference between a barrier and a race",
        "modules/cuda.html#shared-memory-and-synchronisation",
    ),
    ("Why can't an instance be moved?", "modules/mig.html#fragmentation"),
    ("which packages does a containr need", "modules/cuda.html#containers"),
    ("ncp-aio", "certifications/ncp-aio.html"),
    ("lab on blocks of threads", "labs/cuda/10_blocks.html"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, fixed: Course) -> Library:
    """The files of the search of the small course."""
    folder = tmp_path_factory.mktemp("searched")
    for name, data in search_files(fixed, editions(fixed)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Library(folder, ["en"])


@pytest.mark.parametrize(("typed", "wanted"), FINDS)
def test_typos_beginnings_and_questions_find_their_passage(
    typed: str, wanted: str, library: Library
) -> None:
    """In Python; tests/search holds the browser to the same."""
    found = [one.address for one in library.ask(typed, 4).answers]
    assert wanted in found


def test_what_is_shown_of_a_passage_stands_where_it_says(
    library: Library, small_site: Path
) -> None:
    """Each address of a passage is one on the site."""
    for found in (library.ask(typed, 20) for typed, _ in FINDS):
        for one in found.answers:
            page, _, anchor = one.address.partition("#")
            text = (small_site / page).read_text("utf-8")
            assert not anchor or f'id="{anchor}"' in text, one.address


def by_node(script: str) -> Any:
    """What a script prints that may import the search's modules from `SEARCH`."""
    folder = json.dumps((STATIC / "search").as_uri())
    ran = run_node("--input-type=module", "--eval", f"const SEARCH = {folder};{script}")
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def test_the_words_that_were_found_are_marked() -> None:
    long = "word " * 60 + "race " + "word " * 60
    got = by_node(
        "globalThis.document = { createElement: () => ({ append(...all) { this.mark = all[0]; } }) };"
        "const { marked } = await import(SEARCH + '/sentence.js');"
        "const shown = (text, terms) => marked(text, terms).map((one) => one.mark ? [one.mark] : one);"
        "console.log(JSON.stringify(["
        "  shown('Barriers and 2 races (no race).', ['barrier', 'barriers', 'race']),"
        "  shown('C++ (a+b) costs', ['c++', 'b)', '(a']),"
        f"  shown('損失縮放', ['縮放']), shown({json.dumps(long)}, ['race']), shown('As it is', [])"
        "]));"
    )
    marks, odd, han, cut, plain = got
    assert marks == [["Barriers"], " and 2 races (no ", ["race"], ")."]
    assert (
        "".join(one if isinstance(one, str) else one[0] for one in odd)
        == "C++ (a+b) costs"
    )
    assert han == ["損失", ["縮放"]]
    before, (race,), after = cut
    assert race == "race"
    assert before.startswith("… word")
    assert after.endswith(" …")
    assert len(before) + len(after) < 200
    assert plain == ["As it is"]


def test_the_key_opens_it_and_keys_lead_to_a_section(small_visit: Open) -> None:
    page = small_visit("index.html")
    page.keyboard.press("/")
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.type("fragmentaton")
    first = page.locator("dialog li a").first
    expect(first).to_contain_text("Fragmentation")
    expect(page.get_by_role("status").filter(has_text="result")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/modules/mig.html#fragmentation")
    # From a question, whose widget keeps its keys; and on this very page.
    page.locator("[data-certlab=quiz] input").first.focus()
    page.keyboard.press("/")
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.type("kubernets")
    expect(page.locator("dialog li a").first).to_contain_text("Kubernetes")
    page.keyboard.press("Enter")
    page.wait_for_url("**/modules/mig.html#kubernetes")
    expect(page.locator("dialog")).to_be_hidden()


def test_it_closes_with_escape_and_the_key_can_be_turned_off(small_visit: Open) -> None:
    page = small_visit("index.html")
    page.get_by_role("button", name="I know my date: plan now").click()
    page.locator("[data-key=minutes]").focus()
    page.keyboard.press("/")  # typed into a field
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("link", name="Search").click()
    expect(page.locator(FIELD)).to_be_focused()
    page.get_by_label("The key / opens the search").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    page.reload()
    page.wait_for_selector("html[data-mounted]", state="attached")
    page.keyboard.press("/")
    expect(page.locator("dialog")).to_have_count(0)


def test_it_has_a_page_of_its_own_and_says_where_nothing_is_found(
    small_visit: Open,
) -> None:
    page = small_visit("search.html?q=occupancy")
    field = page.get_by_label("Search the course")
    expect(field).to_be_focused()
    expect(page.locator("main li a").first).to_contain_text("Occupancy")
    field.fill("what holds a barrier")  # not in the section's first sentence
    lead = page.locator("main li .cl-search-lead").first
    expect(lead).to_contain_text("No barrier holds between the blocks")
    expect(lead.locator("mark").first).to_have_text("barrier")
    field.fill("xyzzyx")
    expect(page.get_by_role("status")).to_contain_text("Nothing was found for xyzzyx.")
    field.fill("what is the")
    expect(page.get_by_role("status")).to_contain_text("names nothing to look for")
    field.fill("warp " * 2000)
    expect(page.get_by_role("status")).to_contain_text("at most")
    field.fill("<b>warp</b> {fact:x} <img src=x onerror=alert(1)>")
    expect(page.locator("main li a").first).to_be_visible()
    expect(page.locator("main :is(li, .cl-search-bar) :is(b, img)")).to_have_count(0)
    field.fill("warp Fledermaus")
    expect(page.get_by_role("status")).to_contain_text("called fledermaus")
    field.fill("")
    expect(page.locator("main li a")).to_have_count(0)


def test_a_category_leaves_the_others_out_and_asks_no_more_than_it_must(
    small_visit: Open, small_site: Path
) -> None:
    """The small course has no groups, so its index gets two on the way."""
    index = json.loads((small_site / "_static/search/en.json").read_text("utf-8"))
    index["categories"] = [["Hardware", "mig"], ["Programming", "cuda"]]
    page = small_visit("search.html")
    page.route("**/_static/search/en.json", lambda route: route.fulfill(json=index))
    fetched: list[str] = []
    page.on("request", lambda one: fetched.append(one.url))
    page.reload()
    field = page.get_by_label("Search the course")
    field.fill("memory")
    links = page.locator("main li a")
    links.first.wait_for()
    category = page.get_by_label("Category")
    expect(category.locator("option")).to_have_text(["All categories", "Hardware", "Programming"])  # fmt: skip
    category.select_option("Programming")
    expect(links.first).to_have_attribute("href", re.compile("cuda"))
    assert not [
        one for one in links.all() if "mig" in (one.get_attribute("href") or "")
    ]
    category.focus()
    page.keyboard.press("ArrowDown")  # in the list of categories, not of results
    assert page.evaluate("document.activeElement.tagName") != "A"
    field.fill("threads and memory")
    expect(links.first).to_be_visible()
    expect(category).to_have_value("Programming")
    assert len(fetched) == len({*fetched})


def test_the_site_and_the_terminal_give_the_same_order(
    small_visit: Open, library: Library
) -> None:
    page = small_visit("search.html")
    field = page.get_by_label("Search the course")
    links = page.locator("main li a")
    for typed in ("how do warps wait", "Why can't an instance be moved?"):
        field.fill(typed)
        wanted = [one.address for one in library.ask(typed, 10).answers]
        expect(links).to_have_count(len(wanted))
        expect(links.first).to_have_attribute("href", re.compile(f"{re.escape(wanted[0])}$"))  # fmt: skip
        found = [one.get_attribute("href") or "" for one in links.all()]
        assert all(map(str.endswith, found, wanted))


def test_everyone_can_use_it(small_visit: Open) -> None:
    """By axe-core in both themes, on a wide screen and on a phone."""
    page = small_visit("modules/cuda.html")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.get_by_role("link", name="Search").click()
        page.locator(FIELD).fill("warp")
        page.locator("dialog li a").first.wait_for()
        for theme in ("light", "dark"):
            page.evaluate(f"document.body.dataset.theme = '{theme}'")
            assert violations(page) == [], (width, theme)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")  # the first may have emptied the field
        assert page.evaluate("document.documentElement.scrollWidth") <= width
