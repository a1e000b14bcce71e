"""Equations between facts are read, and checked when a fact is edited."""

from collections.abc import Callable
from pathlib import Path

import pytest

FILE, FACTS = "content/laws.toml", "content/facts/small.toml"
LAWS = """
[[law]]
id = "half"
equation = "fact(warp.threads) / 2 == 16 == 2 ** 4"
why = "A half-warp was 16 threads."

[[law]]
id = "rounded"
equation = "fact(card.bandwidth) * 1000 == 3352"
within = 0.001
why = "The source rounds."
"""
Broken = Callable[[str, str, str], list[str]]


@pytest.fixture
def lawful(small: Path, problems: Broken) -> Broken:
    (small / FILE).write_text(LAWS, "utf-8")
    return problems


def test_laws_that_hold_are_no_problem(lawful: Broken) -> None:
    assert lawful(FILE, "fact", "fact") == []


DEFECTS = {
    "an edited fact": (
        FACTS,
        "value = 32",
        "value = 34",
        "half: fact(warp.threads) / 2 is 17, but 16 is 16; correct the wrong fact.",
    ),
    "a later side": (FILE, "2 ** 4", "2 ** 5", "is 16, but 2 ** 5 is 32;"),
    "more than is rounded away": (FILE, "0.001", "0.0001", "rounded: fact(card.b"),
    "a fact that is not there": (
        FILE,
        "warp.threads",
        "warp.lanes",
        "half: cannot be worked out: no numeric fact warp.lanes.",
    ),
    "one side": (FILE, " == 3352", "", "rounded: an equation has two sides"),
    "a tolerance in per cent": (FILE, "0.001", "5", "within 5 is not a share"),
    "no reason": (FILE, 'why = "The source rounds."', "", "rounded: no why"),
    "another table": (FILE, '[[law]]\nid = "half"', '[[rule]]\nid = "half"', "rule"),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_the_check_names(name: str, lawful: Broken) -> None:
    file, old, new, says = DEFECTS[name]
    found = lawful(file, old, new)
    assert any(says in one for one in found), found
