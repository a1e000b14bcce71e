"""What others find a site by: the line that a search shows, and the list for programs."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from certlab.app.pages.descriptions import (
    LEAST,
    MOST,
    about_page,
    with_descriptions,
)
from certlab.app.pages.theme import description_in
from certlab.course import Course
from certlab.site.llms import FILE, llms_text, write_llms

HEAD = re.compile(
    r'<meta (?:name|property)="(description|og:title|og:description)" content="([^"]*)">'
)
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def heads(site: Path) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Each page with its title and what its head says of it."""
    for path in sorted(site.rglob("*.html")):
        text = path.read_text("utf-8")
        (title,) = TITLE.findall(text.partition("</head>")[0])
        yield path.relative_to(site).as_posix(), title.strip(), HEAD.findall(text)


def test_each_page_says_in_its_head_what_no_other_says(small_site: Path) -> None:
    found = list(heads(small_site))
    assert {"index.html", "modules/mig.html", "labs/cuda/10_blocks.html"} < {
        name for name, _, _ in found
    }
    for name, title, told in found:
        says = dict(told)
        assert len(told) == len(says) == 3, name
        assert LEAST <= len(html.unescape(says["description"])) <= MOST, name
        assert says["og:description"] == says["description"]
        assert title.startswith(says["og:title"])
        assert not title.startswith("certlab"), name
    for values in zip(*((title, dict(told)["description"]) for _, title, told in found), strict=True):  # fmt: skip
        assert len({*values}) == len(found)


def test_the_line_is_in_the_head_alone(small_site: Path) -> None:
    assert not [p for p in small_site.rglob("*.html") if "data-about" in p.read_text("utf-8")]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("A first sentence that has length enough to be shown. More.", "A first sentence that has length enough to be shown. More."),
        ("Short.\n\n## A\n\nThe words of a section go on where a page begins with few.", "Short. The words of a section go on where a page begins with few."),
        ("A first sentence that has length enough to be shown. What it has:\n\n- one", "A first sentence that has length enough to be shown."),
        (f"A first sentence that has length enough to be shown. {'long ' * 40}end.", "A first sentence that has length enough to be shown."),
        (f"{'word, ' * 40}end.", f"{'word, ' * 26}".rstrip(", ") + "…"),
        ("字" * 200 + "。", "字" * 159 + "…"),
    ],
)  # fmt: skip
def test_a_page_is_told_by_the_whole_sentences_it_begins_with(
    body: str, says: str, fixed: Course
) -> None:
    page = replace(fixed.pages["cuda"], body=body)
    modules = {"cuda": replace(fixed.modules["cuda"], pages=(page,))}
    course = replace(fixed, modules=modules)
    assert about_page(course, page) == says
    assert len(says) <= MOST


def test_what_is_no_markup_stays_as_it_is(fixed: Course) -> None:
    page = replace(fixed.pages["cuda"], body="`a < b` and \"x\" & `--flag` are told as they stand.")  # fmt: skip
    modules = {"cuda": replace(fixed.modules["cuda"], pages=(page,))}
    course = replace(fixed, modules=modules)
    (source,) = with_descriptions(course, {"modules/cuda.md": "# T\n"}).values()
    block = source.removeprefix("# T\n")
    assert description_in(block) == 'a < b and "x" & --flag are told as they stand.'
    assert description_in("<p hidden>another</p>") == ""


def test_a_course_without_exams_is_named_by_its_modules(fixed: Course) -> None:
    text = llms_text(replace(fixed, certifications={}))
    assert "> Pages to read" in text
    assert "for CUDA, MIG." in text
    assert "NVIDIA publishes" not in text
    assert "## Exams" not in text


def test_the_list_has_the_form_that_programs_read(fixed: Course) -> None:
    first, _, second, *_ = llms_text(fixed).split("\n")
    assert first.startswith("# ")
    assert second.startswith("> ")
    lines = llms_text(fixed).partition("\n## ")[2].splitlines()
    rows = [line for line in lines if line.startswith("-")]
    assert all(re.fullmatch(r"- \[[^\]]+\]\(\S+\): \S.*", row) for row in rows)
    paths = [
        *(f"modules/{id}.md" for id in fixed.pages),
        *(f"labs/{id}.html" for id in fixed.labs),
        *(f"certifications/{id}.html" for id in fixed.certifications),
    ]
    assert all(sum(f"]({path})" in row for row in rows) == 1 for path in paths)


def test_all_that_it_and_the_texts_link_is_there(
    fixed: Course, small_site: Path, tmp_path: Path
) -> None:
    assert not (small_site / FILE).exists()  # nothing of it is among the app's pages
    write_llms(fixed, tmp_path)
    texts = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.*")}  # fmt: skip
    assert {FILE, *(f"modules/{id}.md" for id in fixed.pages)} == {*texts}
    for name, path in texts.items():
        text = CODE.sub("", path.read_text("utf-8"))
        assert "figure:" not in text
        assert "{fact:" not in text
        links = [one for one in LINK.findall(text) if "://" not in one]
        assert links or name != FILE
        for link in links:
            file, _, anchor = link.partition("#")
            there = normpath(join(dirname(name), file)) if file else name
            assert there in texts or (small_site / there).is_file(), f"{name}: {link}"
            if anchor and there.endswith(".html"):
                assert f'id="{anchor}"' in (small_site / there).read_text("utf-8")
