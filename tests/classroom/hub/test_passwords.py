"""Passwords of four words: the list, what is drawn, and what opens with it."""

import math
import re

import pytest

from certlab.classroom.hub import passwords


def test_the_list_has_as_many_words_as_is_said() -> None:
    """docs/security.md says how many, and how many bits that makes."""
    words = passwords.listed()
    assert len(set(words)) == len(words) == 7755
    assert math.log2(len(words)) * passwords.WORDS > 51
    assert all(re.fullmatch(r"[a-z]{3,9}", one) for one in words)


def test_words_without_spaces_can_be_taken_apart_in_one_way_only() -> None:
    begins = {one[:n] for one in passwords.listed() for n in range(1, len(one))}
    assert set(passwords.listed()) & begins == set()


def test_what_is_drawn_is_four_words_of_the_list_and_other_ones_each_time() -> None:
    drawn = [passwords.drawn() for _ in range(20)]
    assert all(len(one.split()) == passwords.WORDS for one in drawn)
    assert {word for one in drawn for word in one.split()} <= set(passwords.listed())
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(
    "typed",
    [
        "copper acorn tulip maple",
        "COPPER Acorn Tulip MAPLE",
        "  copper\tacorn\n tulip, maple. ",
        "copper-acorn-tulip-maple",
        "copperacorntulipmaple",
        "\uff43opper acorn\u00a0tulip\u2011maple",  # as a phone may write them
    ],
)
def test_a_password_opens_however_it_is_typed(typed: str) -> None:
    assert passwords.opens(typed, "copper acorn tulip maple")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "copper acorn tulip",
        "acorn copper tulip maple",
        "\ud800",
        "x" * 10**7,
    ],
)
def test_nothing_else_opens_it(typed: str) -> None:
    assert not passwords.opens(typed, "copper acorn tulip maple")
    assert not passwords.opens(typed, "")
