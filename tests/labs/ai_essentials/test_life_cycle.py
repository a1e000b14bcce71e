"""The order of a model's life: one is right, and each other gets its reason."""

from itertools import permutations

import pytest

from certlab.labs.ai_essentials import life_cycle

LETTERS = dict(zip("GFEDCBA", life_cycle.STAGES, strict=True))


def said(order: object) -> str:
    """The first claim that does not hold; "" for none."""
    claims = life_cycle.claims(order, LETTERS)
    return next((hint for holds, hint in claims if not holds), "")


def test_one_order_of_all_is_right() -> None:
    right = ["".join(one) for one in permutations(LETTERS) if not said("".join(one))]
    assert right == ["GFEDCBA"]


@pytest.mark.parametrize("order", ["", "GFEDCB", "GFEDCBB", "GFEDCBAX", None, 7])
def test_an_order_has_each_letter_once(order: object) -> None:
    assert said(order) == "write each of the letters A, B, C, D, E, F, G once."


def test_it_may_be_written_with_small_letters_and_marks() -> None:
    assert not said("g, f, e, d, c, b, a")


def test_what_comes_too_early_is_named_with_its_reason() -> None:
    assert said("GFECDBA").startswith("D comes before C: what was not judged")
