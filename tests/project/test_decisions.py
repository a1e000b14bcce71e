"""docs/decisions: one file a decision, each with its head, and an index that lists them."""

import re
from datetime import UTC, datetime, timedelta
from posixpath import normpath

import pytest

from tests.test_named_paths import lost
from tools.decisions import AREAS, FOLDER, MARK, decisions, read, with_index

README = FOLDER / "README.md"
FILES = sorted(FOLDER.glob("*/*.md"))
NAMES = [path.relative_to(FOLDER).as_posix() for path in FILES]
TEXTS = sorted(FOLDER.rglob("*.md"))
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
FENCE = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]+`")
# The day has begun somewhere else already.
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).date()


def test_each_decision_has_its_head_and_what_would_change_it() -> None:
    found = decisions()
    assert len(found) == len(FILES)
    stands = {one.file for one in found if one.instead is None}
    for one in found:
        assert one.day <= TOMORROW, one.file
        if one.changed:
            assert one.day < one.changed <= TOMORROW, one.file
        if one.instead:
            assert normpath(f"{one.file}/../{one.instead}") in stands, one.file


def test_a_decision_lies_in_the_folder_of_an_area() -> None:
    assert {name.partition("/")[0] for name in NAMES} == AREAS.keys()
    assert {path.name for path in FOLDER.glob("*.md")} == {"README.md", "budgets.md"}


def test_what_a_decision_links_and_names_is_there() -> None:
    found = []
    for path in TEXTS:
        shown = FENCE.sub("", path.read_text("utf-8"))
        links = LINK.findall(CODE.sub("", shown))
        found += [(path.name, one) for one in lost(path, shown)]
        found += [(path.name, one) for one in links if not (path.parent / one).exists()]
    assert found == []


def test_no_two_decisions_have_one_title() -> None:
    titles = [one.title for one in decisions()]
    assert len(titles) == len(set(titles))


def test_the_index_says_what_the_files_say() -> None:
    text = README.read_text("utf-8")
    assert text == with_index(text, decisions()), "run python -m tools.decisions"
    listed = LINK.findall(text.partition(MARK)[2])
    assert sorted(listed) == NAMES


def test_the_template_is_a_decision() -> None:
    (template,) = FENCE.findall(README.read_text("utf-8"))
    assert read(template, "README.md").instead is None


GOOD = """# A title

- Date: 2026-11-21
- Status: stands

It is so. Because it is.

## What would change our mind

A measurement.
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("- Date: 2026-11-21\n", "", "the head"),
        ("2026-11-21", "2026-11-31", "day|month"),
        ("stands", "gone", "the head"),
        ("It is so. Because it is.\n\n", "", "begin with a sentence"),
        ("It is so.", f"It is {'so ' * 99}.", "begin with a sentence"),
        ("would change our", "keeps our", "What would change our mind"),
        ("A measurement.\n", "", "What would change our mind"),
        ("stands", "overturned by [it](it.md)", "What changed our mind"),
    ],
)
def test_another_form_is_refused(old: str, new: str, says: str) -> None:
    assert read(GOOD, "a.md").first == "It is so."
    with pytest.raises(ValueError, match=says):
        read(GOOD.replace(old, new), "a.md")
