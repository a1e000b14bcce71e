"""The sheets on the site: where they are, and what leads to them."""

import re
from dataclasses import replace

import pytest

from certlab.app.pages.allowed import refused
from certlab.app.pages.sources import sources
from certlab.course import Course
from certlab.sheets.choice import sheet_names

FOLDER = "_static/certlab-0123456789ab"


def texts(course: Course) -> dict[str, str]:
    return sources(course, FOLDER, dict.fromkeys(course.labs, ""))


@pytest.fixture(scope="module")
def made(fixed: Course) -> dict[str, str]:
    return texts(fixed)


def test_module_and_exam_lead_to_their_sheets_and_back(
    fixed: Course, made: dict[str, str]
) -> None:
    assert 'href="../sheets/mig.html"' in made["modules/mig.md"]
    assert 'href="../sheets/nca-aiio.html"' in made["certifications/nca-aiio.md"]
    assert 'href="../modules/mig.html"' in made["sheets/mig.md"]
    assert 'href="../certifications/nca-aiio.html"' in made["sheets/nca-aiio.md"]
    listed = re.findall(r"\]\(([a-z0-9-]+)\.html\)", made["sheets/index.md"])
    assert sorted(listed) == sorted(sheet_names(fixed))
    assert "sheets/index.html" in made["library.md"]


def test_a_page_may_hold_all_of_it_on_one_line(made: dict[str, str]) -> None:
    for path, text in made.items():
        if path.startswith("sheets/") and path != "sheets/index.md":
            (block,) = [line for line in text.splitlines() if 'class="sheet"' in line]
            assert refused(block) == ""
            assert block.endswith("</div>")


def test_without_anything_to_say_there_is_no_sheet_and_no_link(fixed: Course) -> None:
    bare = replace(fixed, items={})
    there = texts(bare)
    assert not [path for path in there if path.startswith("sheets/")]
    assert not [path for path, text in there.items() if "sheets/" in text]
