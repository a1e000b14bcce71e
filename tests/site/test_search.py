"""The search: what it looks through, what it finds, and how it is used."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from certlab.app.esm import STATIC
from certlab.app.pages.languages import editions
from certlab.app.pages.search_rows import search_rows, search_sentences
from certlab.course import Course
from tests.axe import violations
from tests.widgets.test_esm import run_node

MOST = 600_000  # bytes of the whole course, a third of it on the wire
FIELD = "dialog input[type=search]"
Open = Callable[..., Page]


def rows_of(data: dict[str, Any]) -> list[dict[str, str]]:
    """The rows with their pages, as the browser has them."""
    names = ("anchor", "title", "says", "words")
    return [
        {**dict(zip(("page", "label", "kind"), data["pages"][number], strict=True)),
         **dict(zip(names, row, strict=True))}
        for number, *row in data["rows"]
    ]  # fmt: skip


def test_every_section_term_lab_and_exam_has_a_row(fixed: Course) -> None:
    rows = rows_of(search_rows(fixed))
    for kind, wanted in (
        ("section", {one for page in fixed.pages.values() for one in ("", *page.sections)}),
        ("term", {f"term-{id}" for id in fixed.glossary}),
    ):  # fmt: skip
        assert {one["anchor"] for one in rows if one["kind"] == kind} == wanted
    for kind, where in (("lab", fixed.labs), ("exam", fixed.certifications)):
        pages = {Path(one["page"]).stem for one in rows if one["kind"] == kind}
        assert pages == {id.rpartition("/")[2] for id in where}
    assert {one["anchor"] for one in rows if one["kind"] == "fact"} <= set(fixed.facts)


def test_a_section_has_a_sentence_and_each_of_its_other_words_once(
    fixed: Course,
) -> None:
    rows = rows_of(search_rows(fixed))
    row = next(one for one in rows if one["anchor"] == "warps")
    assert row["says"] == "The SM does not schedule threads one by one."
    words = row["words"].split()
    assert {"simt", "scheduler", "registers"} <= set(words)
    assert len(words) == len(set(words))
    assert not set(words) & {"the", "and", "schedule", "warps"}  # said, or frequent
    assert not [one for one in rows if re.search(r"[`*$]|\]\(|\{fact:", one["says"])]


def test_an_answer_is_not_found_and_the_rows_of_the_course_stay_small(whole: Course) -> None:  # fmt: skip
    data = search_rows(whole)
    assert not [path for path, *_ in data["pages"] if path.startswith("questions/")]
    every = [data, *(search_rows(one.course, one.pages) for one in editions(whole))]
    for one in every:
        text = json.dumps(one, ensure_ascii=False, separators=(",", ":"))
        assert len(text.encode()) <= MOST


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
    ("blocks of threads", "labs/cuda/10_blocks.html"),
]


def test_typos_beginnings_and_questions_find_their_section(
    fixed: Course, tmp_path: Path
) -> None:
    file = tmp_path / "en.json"
    file.write_text(json.dumps(search_rows(fixed)), "utf-8")
    module = json.dumps((STATIC / "search" / "found.js").as_uri())
    script = (
        f"const {{ Found, wordsOf }} = await import({module});"
        'const { readFileSync } = await import("node:fs");'
        f"const found = new Found([JSON.parse(readFileSync({json.dumps(str(file))}))]);"
        f"const all = {json.dumps([typed for typed, _ in FINDS])}.map((typed) =>"
        ' found.of(typed).map(({ page, anchor }) => page + (anchor && "#" + anchor)));'
        'console.log(JSON.stringify([all, wordsOf("一張 GPU 的記憶體: all-reduce")]));'
    )
    found, words = json.loads(run_node("--input-type=module", "--eval", script).stdout)
    for (typed, wanted), addresses in zip(FINDS, found, strict=True):
        assert wanted in addresses[:3], typed
    assert words == ["一張", "GPU", "的記", "記憶", "憶體", "all", "reduce", "allreduce"]  # fmt: skip


def by_node(script: str) -> Any:
    """What a script prints that may import the search's modules from `SEARCH`."""
    folder = json.dumps((STATIC / "search").as_uri())
    ran = run_node("--input-type=module", "--eval", f"const SEARCH = {folder};{script}")
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def test_frequent_words_decide_nothing_and_what_has_all_words_comes_first() -> None:
    """Where little has all of them, what has most follows; one of two is too few."""
    rows = {
        "pages": [["a.html", "", "section"]],
        "rows": [
            [0, "one", "Scaling", "What is it?", "factor loss"],
            [0, "two", "What is what", "What is this, what is that?", "factor"],
            [0, "three", "Loss scaling", "It keeps small gradients.", ""],
            [0, "four", "Other", "Loss of a link.", "factor tuned"],
        ],
        "frequent": ["what", "is", "的", "什麼是"],
    }
    typed = [
        "What is loss scaling?",
        "what is",
        "loss tuned factor",
        "什麼是 tuned 的",
        "xyz",
    ]
    found = by_node(
        f"const {{ Found }} = await import(SEARCH + '/found.js');"
        f"const found = new Found([{json.dumps(rows)}]);"
        f"const all = {json.dumps(typed)}.map((one) => found.of(one).map(({{ anchor }}) => anchor));"
        "console.log(JSON.stringify(all));"
    )
    assert found == [["three", "one"], ["two", "one"], ["four", "one"], ["four"], []]


def test_the_sentence_that_matched_is_shown_with_its_words_marked() -> None:
    says = [
        "It was found.",
        "A barrier holds for a block.",
        "Barriers and 2 races (no race).",
    ]
    long = "word " * 60 + "race " + "word " * 60
    got = by_node(
        "globalThis.document = { createElement: () => ({ append(...all) { this.mark = all[0]; } }) };"
        "const { bestSentence, marked } = await import(SEARCH + '/sentence.js');"
        f"const says = {json.dumps(says)};"
        "const hit = { terms: ['barrier', 'barriers', 'race'], asked: ['barrier', 'race'] };"
        "const none = { terms: ['x'], asked: ['x'] };"
        "const shown = (text, terms) => marked(text, terms).map((one) => one.mark ? [one.mark] : one);"
        "console.log(JSON.stringify(["
        "  bestSentence(says, hit), bestSentence(says, none), bestSentence([], hit),"
        "  shown(says[2], hit.terms), shown('C++ (a+b) costs', ['c++', 'b)', '(a']),"
        f"  shown('損失縮放', ['縮放']), shown({json.dumps(long)}, ['race']), shown('As it is', [])"
        "]));"
    )
    best, none, empty, marks, odd, han, cut, plain = got
    assert best == says[2]
    assert (none, empty) == ("", "")
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


def test_the_sentences_of_a_page_stand_by_section(fixed: Course) -> None:
    found = dict(search_sentences(fixed))
    assert found.keys() == {f"modules/{id}.html" for id in fixed.pages}
    said = found["modules/cuda.html"]
    assert list(said) == ["", *fixed.pages["cuda"].sections]
    assert said["warps"][:2] == [
        "The SM does not schedule threads one by one.",
        "It schedules warps of 32 consecutive threads, which run one instruction together; NVIDIA calls this SIMT.",
    ]
    every = [one for page in found.values() for own in page.values() for one in own]
    assert not [
        one for one in every if re.search(r"[`*$|]|\]\(|\{fact:|^[\W\d]*$", one)
    ]


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
    field.fill("")
    expect(page.locator("main li a")).to_have_count(0)


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
