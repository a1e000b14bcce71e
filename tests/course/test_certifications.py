"""Certifications: a contradiction is kept with its reason, and no pass mark is shown."""

from collections.abc import Callable

import pytest

FILE = "content/certifications/nca-test.toml"
SECOND = """official = false

[[domain.objective]]
id = "nca-test.1.1"
title = "Know them again"
official = false
"""
CONFLICT = """page = "example.org"
conflict = [{ about = "weights", says = "They sum to 90.", used = "The page." }]
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("official = false", SECOND, "objective nca-test.1.1 is there twice"),
        ("weight = 100", "weight = 90", "weights sum to 90; say why in a conflict"),
        ("minutes = 60", 'minutes = 60\npass_mark = 70', "unknown field pass_mark"),
        ("minutes = 60", 'minutes = 60\nnote = ["The passing score is 70 %."]', "a note names a pass mark, and certlab knows none"),
    ],
)  # fmt: skip
def test_the_check_names(
    problems: Callable[[str, str, str], list[str]], old: str, new: str, says: str
) -> None:
    found = problems(FILE, old, new)
    assert any(says in one for one in found), found


def test_a_contradiction_that_is_explained_is_kept(
    problems: Callable[[str, str, str], list[str]],
) -> None:
    problems(FILE, "weight = 100", "weight = 90")
    assert problems(FILE, 'page = "example.org"\n', CONFLICT) == []


def test_a_note_may_say_that_there_is_no_pass_mark(
    problems: Callable[[str, str, str], list[str]],
) -> None:
    assert (
        problems(FILE, "minutes = 60", 'minutes = 60\nnote = ["No pass mark."]') == []
    )
