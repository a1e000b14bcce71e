"""A path that names sections also names those that explain their words, and the exam's own."""

from pathlib import Path

import pytest

from certlab.course import check

HEAD = """+++
title = "A small module"
short = "Small"
objectives = ["nca-test.1.1"]
minutes = 5
sources = ["guide"]
+++
"""
PAGE = f"""{HEAD}
## Warps

Threads run together in a *warp*.

## Lanes

A lane is one thread of a warp, so a warp has as many lanes as threads.

## Blocks

A block has some warps. Each warp is whole, so a warp may have idle lanes.

### Its size

Give a warp its threads.

## What the exam asks

- What a warp, a warp and a warp are.
"""
TERM = """
[[term]]
id = "warp"
term = "warp"
text = "Threads that run together."
section = "warps"
sources = ["guide"]
"""
EXAM = "content/certifications/nca-test.toml"


def warnings(small: Path, *steps: str) -> list[str]:
    """What the check warns of, where the path of the exam has these steps."""
    (small / "content/modules/small.md").write_text(PAGE, "utf-8")
    glossary = small / "content/glossary/small.toml"
    glossary.parent.mkdir(exist_ok=True)
    glossary.write_text(TERM, "utf-8")
    rows = "".join(f"\n[[path]]\n{step}\n" for step in steps)
    path = small / EXAM
    path.write_text(path.read_text("utf-8") + rows, "utf-8")
    _, found = check.check(small)
    own = [one for one in found if one.id.startswith("path ")]
    assert all(one.warning for one in own)
    return [str(one).removeprefix(f"{EXAM}: ") for one in own]


def sections(*names: str) -> str:
    return f'read = "small"\nsections = {list(names)}'.replace("'", '"')


MISSING = (
    "path 1: warning: it often says warp, explained in small#warps; "
    "name that section too, here or before."
)
NO_EXAM = (
    "path {}: warning: it leaves out small#what-the-exam-asks; name that section last."
)


def test_a_word_that_a_section_often_says_is_explained(small: Path) -> None:
    """The text of a section below the named one is read too, and counts."""
    assert warnings(small, sections("blocks", "what-the-exam-asks")) == [MISSING]


@pytest.mark.parametrize(
    "steps",
    [
        ['read = "small"'],
        [sections("warps", "blocks", "what-the-exam-asks")],
        [sections("warps"), sections("blocks", "what-the-exam-asks")],
        [sections("lanes", "what-the-exam-asks")],  # twice, in passing
        [sections("warps", "what-the-exam-asks")],
        ['read = "later"\nsections = ["one"]\nplanned = "Later"\nminutes = 5'],
    ],
)
def test_nothing_is_missing_where_it_was_read_before(
    small: Path, steps: list[str]
) -> None:
    assert warnings(small, *steps) == []


def test_what_is_explained_only_after_it_was_needed_is_missing(small: Path) -> None:
    steps = (sections("blocks"), sections("warps", "what-the-exam-asks"))
    assert warnings(small, *steps) == [MISSING]


def test_the_last_step_on_a_page_brings_what_the_exam_asks(small: Path) -> None:
    assert warnings(small, sections("warps"), sections("lanes")) == [NO_EXAM.format(2)]
