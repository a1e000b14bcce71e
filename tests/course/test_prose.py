"""What counts as a sentence, what as short, and which words come too early."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from certlab.course import check
from certlab.course.problems import Problem
from certlab.course.quality.prose import (
    SECTION,
    Measure,
    lab_text,
    measure,
    sections,
)

PAGE = "content/modules/small.md"
LAB = "labs/small/10_run.ipynb"
TERM = """
[[term]]
id = "warp"
term = "warp"
also = ["WRP"]
text = "Threads that run together: {fact:warp.threads}."
section = "warps"
"""
LONG = "Threads of one warp run the same instruction at once, so a branch costs them time. "


@pytest.fixture
def remarks(small: Path) -> Callable[[str], list[Problem]]:
    """What is said of the small page once a text stands in place of its own."""

    def said(body: str) -> list[Problem]:
        path = small / PAGE
        front = path.read_text("utf-8").split("+++")[1]
        path.write_text(f"+++{front}+++\n\n{body}", "utf-8")
        (small / "content/glossary").mkdir(exist_ok=True)
        (small / "content/glossary/small.toml").write_text(TERM, "utf-8")
        _, problems = check.check(small)
        return [one for one in problems if one.file == PAGE]

    return said


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("One two three. Four five.", (3, 2)),
        ("It has 3.35 TB/s of bandwidth. So be it.", (6, 3)),
        ("It takes {fact:warp.threads} of `two words` and $a + b$.", (7,)),
        ("`mlx5_0` is a name. `mlx5_1` is one too.", (4, 4)),
        ("> **Trap** They say so.\n>\n> It is wrong.", (4, 3)),
        ("It has:\n\n- a first part\n- a second one that ends here.\n", (2, 6)),
        ("| a | b |\n|---|---|\n| Not a sentence. | c |", ()),
        ("See [the lab](lab:small/10_run). ![A picture of it.](figure:x)", (3,)),
        ('He said "no." Then he left.', (3, 3)),
        ("Is it? Yes! It is.", (2, 1, 2)),
    ],
)
def test_sentences_are_counted_without_code_and_tables(
    text: str, lengths: tuple[int, ...]
) -> None:
    assert measure(text).lengths == lengths


def test_a_page_is_cut_at_its_headings_but_not_inside_code() -> None:
    body = "Before.\n\n## One\n\nFirst.\n\n```bash\n## no heading\n```\n\n### Two\n\nLast.\n"
    assert list(sections(body)) == ["", "one", "two"]


def test_good_sentences_are_not_remarked_on() -> None:
    assert list(Measure((16,) * 10).faults()) == []


def test_long_short_and_telegraphic_texts_are() -> None:
    (long,) = Measure((25,) * 10).faults()
    assert "25.0 words a sentence" in long
    mean, short = Measure((5,) * 10).faults()
    assert "5.0 words" in mean
    assert "100 %" in short
    (mixed,) = Measure((20,) * 7 + (4,) * 3).faults()
    assert "30 % of sentences" in mixed


def test_a_section_may_swing_further_than_a_page() -> None:
    swings = Measure((30, 20, 4, 22, 5, 3))
    assert [*swings.faults(SECTION)] == [
        "50 % of sentences have 6 words or fewer, more than 34 %"
    ]
    swings = Measure((30, 20, 4, 12, 9, 3))
    assert [*swings.faults()]
    assert not [*swings.faults(SECTION)]


def test_a_few_sentences_prove_nothing() -> None:
    assert list(Measure((3, 3)).faults()) == []


def test_a_telegraphic_section_is_named(
    remarks: Callable[[str], list[Problem]],
) -> None:
    body = LONG * 60 + "\n\n## Warps\n\n" + "It stops. " * 8
    (problem,) = [one for one in remarks(body) if "words a sentence" in one.says]
    assert problem.id == "#warps"
    assert not problem.warning


def test_a_lab_counts_text_cells_without_headings_and_labels() -> None:
    text = "## Two words\n\n**Exercise 1.** One two three.\n\n- **Why?** Four five."
    code = {"cell_type": "code", "source": "# Not a sentence."}
    cells = [{"cell_type": "markdown", "source": text.splitlines(True)}, code]
    assert measure(lab_text({"cells": cells})).lengths == (3, 2)


@pytest.mark.parametrize(
    ("text", "named"), [("It stops. " * 40, True), (LONG * 40, False)]
)
def test_a_telegraphic_lab_is_named(small: Path, text: str, named: bool) -> None:
    cell = {"id": "t", "cell_type": "markdown", "metadata": {}, "source": text}
    (small / LAB).parent.mkdir()
    (small / LAB).write_text(json.dumps({"cells": [cell]}), "utf-8")
    _, problems = check.check(small)
    said = [one for one in problems if "words a sentence" in one.says]
    assert [one.file for one in said if not one.warning] == [LAB] * named


@pytest.mark.parametrize(
    ("body", "early"),
    [
        ("Each warp waits.\n\n## Warps\n\nText.", "warp"),
        ("Each WRP waits.\n\n## Warps\n\nText.", "WRP"),
        ("Each *warp* is a group that waits.\n\n## Warps\n\nText.", ""),
        ("Each [warp](#warps) waits.\n\n## Warps\n\nText.", ""),
        ("Each `warp` waits.\n\n## Warps\n\nText.", ""),
        ("## Warps\n\nEach warp waits.", ""),
        ("## Warps\n\nThe HCA waits.", "HCA"),
        ("## Warps\n\nThe host channel adapter (HCA) waits. The HCA is slow.", ""),
        ("## Warps\n\nThe CPU waits for the H100 and the GH200.", ""),
    ],
)
def test_words_that_come_before_their_explanation(
    remarks: Callable[[str], list[Problem]], body: str, early: str
) -> None:
    said = [one.says for one in remarks(body) if "before explained" in one.says]
    assert [text.split(": ", 1)[1].rstrip(".") for text in said] == (
        [early] if early else []
    )
