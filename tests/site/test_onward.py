"""The end of a page: where it leads, with scripts and without, and the sources that fold."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from certlab.app.esm import SOURCE
from certlab.app.pages.modules import module_page
from certlab.app.pages.onward import labs_of, onward
from certlab.app.pages.page_sources import evidence
from certlab.course import Course
from certlab.words import ENGLISH
from tests.widgets.test_esm import run_node

Open = Callable[..., Page]
STATIONS = (SOURCE / "day/static/stations.js").as_uri()
LINK = re.compile(
    r'<li([^>]*)><span class="note">(.*?)</span> <a href="(.*?)">(.*?)</a>'
)
FACTS = """Evidence: A primary.

| Fact | Value | Evidence | Source |
|---|---|---|---|
| Threads of a warp | 32 | A | 1, 2 |
| Slices, 7 | 7 | C | – |

1. A guide. NVIDIA, opened 2 November 2026. <https://example.org/a?b=1&c=2>
2. Notes <of> a day. Somebody. on paper
"""


def rows(course: Course, page: str, reason: str = "") -> list[tuple[str, str, str]]:
    """What the rows are, where they lead, and what they say."""
    opens = dict.fromkeys(course.labs, reason)
    text = onward(course, course.pages[page], opens, ENGLISH)
    return [(kind, href, says) for _, kind, href, says in LINK.findall(text)]


def test_a_page_leads_to_its_questions_its_lab_the_next_page_and_today(
    fixed: Course,
) -> None:
    first, last = fixed.modules
    (lab,) = labs_of(fixed, fixed.pages[first])
    kinds = {kind: (href, says) for kind, href, says in rows(fixed, first)}
    assert list(kinds) == ["Check yourself", "Lab", "Next page", "To print", "Back to"]
    href, says = kinds["Check yourself"]
    assert href == "#check-yourself"
    assert re.fullmatch(r"\d+ questions on this", says)
    assert kinds["Lab"] == (
        f"../lite/lab/index.html?path=labs/{lab.id}.ipynb",
        lab.title,
    )
    assert kinds["Next page"] == (f"{last}.html", fixed.pages[last].title)
    assert kinds["To print"][0] == f"../sheets/{first}.html"
    assert kinds["Back to"] == ("../index.html", "Today")


def test_a_lab_that_opens_nowhere_leads_to_its_recorded_run(fixed: Course) -> None:
    first, *_ = fixed.modules
    (lab,) = labs_of(fixed, fixed.pages[first])
    assert ("Lab", f"../labs/{lab.id}.html", lab.title) in rows(fixed, first, "No.")


@pytest.mark.parametrize("reason", ["", "No."])
def test_the_path_s_next_lab_opens_where_the_row_of_the_page_does(
    fixed: Course, reason: str
) -> None:
    """The script knows by data-labs what the rows of the page know already."""
    first, *_ = fixed.modules
    opens = dict.fromkeys(fixed.labs, reason)
    text = onward(fixed, fixed.pages[first], opens, ENGLISH)
    (labs,) = re.findall(r'data-certlab="onward"[^>]* data-labs="([^"]*)"', text)
    (lab,) = labs_of(fixed, fixed.pages[first])
    assert (lab.id in labs.split()) is not bool(reason)


def test_of_many_labs_one_is_named_and_all_are_a_link_away(fixed: Course) -> None:
    first, *_ = fixed.modules
    (lab,) = labs_of(fixed, fixed.pages[first])
    labs = {f"{first}/{n}": replace(lab, id=f"{first}/{n}") for n in range(4)}
    many = replace(fixed, labs=labs)
    (one,) = [says for kind, _, says in rows(many, first) if kind == "Lab"]
    assert one == lab.title
    assert ("", "#labs", "All 4 labs") in rows(many, first)


def test_after_the_last_page_no_row_pretends_to_lead_on(fixed: Course) -> None:
    *_, last = fixed.modules
    text = onward(fixed, fixed.pages[last], dict.fromkeys(fixed.labs, ""), ENGLISH)
    (own,) = [own for own, kind, _, _ in LINK.findall(text) if kind == "Next page"]
    assert own.endswith(" hidden")


def test_a_page_that_asks_nothing_offers_no_questions(fixed: Course) -> None:
    bare = replace(fixed, items={})
    first, *_ = fixed.modules
    assert [kind for kind, _, _ in rows(bare, first)] == ["Lab", "Next page", "Back to"]


def test_sources_are_folded_and_what_cites_them_leads_there() -> None:
    (text,) = evidence(FACTS, ENGLISH)
    assert "<summary>Facts on this page: 2</summary>" in text
    assert "<summary>2 sources</summary>" in text
    assert '<a href="#source-1">1</a>, <a href="#source-2">2</a> |' in text
    assert "| Slices, 7 | 7 | C | – |" in text
    link = '<a href="https://example.org/a?b=1&amp;c=2">'
    assert f'<li id="source-1">A guide. NVIDIA, opened 2 November 2026. {link}' in text
    assert '<li id="source-2">Notes &lt;of&gt; a day. Somebody. on paper</li>' in text


def test_what_a_page_cites_is_there(fixed: Course) -> None:
    for page in fixed.pages.values():
        text = module_page(fixed, page, dict.fromkeys(fixed.labs, ""))
        cited = set(re.findall(r'href="#(source-\d+)"', text))
        assert cited
        assert cited <= set(re.findall(r'id="(source-\d+)"', text))


def station(path: str, state: str = "open", kind: str = "read") -> dict[str, str]:
    return {"kind": kind, "path": path, "state": state}


PATH = [
    station("modules/cuda.html"),
    station("modules/mig.html#profiles"),
    station("labs/mig/10.html", "done", "lab"),
    station("modules/mig.html#sharing", "skipped"),
    station("modules/nim.html", "done"),
    station("labs/nim/10.html", "begun", "lab"),
    station("mock-exam.html", "open", "mock"),
]


@pytest.mark.parametrize(
    ("page", "change", "path"),
    [
        ("cuda", {}, "modules/mig.html#profiles"),  # the step after
        ("mig", {}, "labs/nim/10.html"),  # of several here after the last one
        ("nim", {}, "labs/nim/10.html"),
        ("nim", {5: "done"}, "mock-exam.html"),
        ("nim", {5: "done", 6: "done"}, "modules/cuda.html"),  # what was passed by
        ("rapids", {}, "modules/cuda.html"),  # a page that is not on the path
        ("cuda", dict.fromkeys(range(1, 7), "done"), None),  # only this page is left
    ],
)
def test_next_on_a_path(page: str, change: dict[int, str], path: str | None) -> None:
    stations = [
        one | {"state": change.get(n, one["state"])} for n, one in enumerate(PATH)
    ]
    given = json.dumps(stations)
    script = (
        f'import {{ nextAfter }} from "{STATIONS}";'
        f"const next = nextAfter({{ stations: {given} }}, {json.dumps(page)});"
        "console.log(JSON.stringify(next?.path ?? null));"
    )
    ran = run_node("--input-type=module", "--eval", script)
    assert json.loads(ran.stdout) == path, ran.stderr


def test_a_learner_marks_the_page_and_jumps_to_a_folded_source(
    small_visit: Open,
) -> None:
    page = small_visit("modules/cuda.html")
    end = page.locator(".onward")
    end.get_by_role("button", name="Mark as read").click()
    expect(end).to_contain_text("You have read this page.")
    source = page.locator("#source-1")
    expect(source).to_be_hidden()
    page.evaluate("location.hash = 'source-1'")
    expect(source).to_be_in_viewport()
    end.get_by_role("link", name="questions on this").click()
    expect(page.locator("#check-yourself")).to_be_in_viewport()
    page.locator(".pager a", has_text="Next page").click()
    expect(page.locator(".pager")).to_contain_text("Previous page CUDA")
