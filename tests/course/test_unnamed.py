"""Facts that nothing names: which are, and which a file only composes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.course.catalogue import read
from certlab.course.unnamed import unnamed, warning

FACTS = "content/facts/small.toml"
ROW = """
[[fact]]
id = "{id}"
what = "What nobody asks"
value = 3
tier = "A"
sources = ["guide"]
"""


def with_facts(root: Path, *ids: str) -> None:
    path = root / FACTS
    rows = "".join(ROW.replace("{id}", id) for id in ids)
    path.write_text(path.read_text("utf-8") + rows, "utf-8")


def added(root: Path, *ids: str) -> set[str]:
    """Those of new facts that nothing names."""
    with_facts(root, *ids)
    return {*unnamed(read(root, []))} & {*ids}


def lab(root: Path, code: str) -> None:
    folder = root / "labs/small"
    folder.mkdir(parents=True)
    cell = {"cell_type": "code", "source": [f"facts = ...; {code}"]}
    text = json.dumps({"cells": [cell]})  # a quotation mark has a backslash there
    (folder / "10_try.ipynb").write_text(text, "utf-8")


def test_a_row_does_not_name_itself(small: Path) -> None:
    assert added(small, "odd-card.odd_rate") == {"odd-card.odd_rate"}


def test_a_page_names_a_fact(small: Path) -> None:
    page = small / "content/modules/small.md"
    page.write_text(page.read_text("utf-8") + "\n{fact:odd-card.odd_rate}\n", "utf-8")
    assert added(small, "odd-card.odd_rate") == set()


@pytest.mark.parametrize(
    "code",
    [
        'facts["odd-card.odd_rate"]',
        'facts[f"{card}.odd_rate"]',
        'facts[f"odd-{card}.odd_{what}"]',
        'for what in ("odd_rate",): facts[f"{card}.{what}"]',
        'id.endswith(".odd_rate")',
        'card, _, what = id.partition("."); what == "odd_rate"',
        'id.removeprefix("odd-card.odd_")',
    ],
)
def test_code_that_makes_or_takes_apart_an_id_names_it(small: Path, code: str) -> None:
    lab(small, code)
    assert added(small, "odd-card.odd_rate") == set()


@pytest.mark.parametrize(
    "code",
    ['facts[f"{card}.odd_name"]', 'facts[f"even-{card}.odd_rate"]', '"odd_rate"'],
)
def test_code_that_makes_another_id_does_not(small: Path, code: str) -> None:
    lab(small, code)
    assert added(small, "odd-card.odd_rate") == {"odd-card.odd_rate"}


def test_what_a_table_gives_is_not_asked_about(fixed: Course) -> None:
    assert not [id for id in unnamed(fixed) if ".mig_" in id]


def test_the_warning_counts_by_topic(fixed: Course) -> None:
    first, second, *_ = fixed.facts
    facts = {first: replace(fixed.facts[first], file="content/facts/other.toml")}
    course = replace(fixed, facts={**fixed.facts, **facts})
    says = warning(course, [first, second])
    assert "2 facts stand on the Facts pages only (" in says
    assert "other 1" in says
    assert "facts 1" in says


def test_what_is_no_file_of_text_is_left_to_its_own_gates(small: Path) -> None:
    folder = small / "labs/small"
    folder.mkdir(parents=True)
    (folder / "latin.md").write_bytes("a caf\xe9".encode("latin-1"))
    (folder / "gone.md").symlink_to(folder / "nowhere")
    (folder / "zero.md").symlink_to("/dev/zero")
    (folder / "folder.md").mkdir()
    assert added(small, "card.nobody") == {"card.nobody"}


def test_many_holes_side_by_side_take_no_longer(small: Path) -> None:
    lab(small, "facts[f'" + "{a}" * 60 + ".x']")
    assert added(small, "a-very-long-name-that-stands-alone-here.y")
