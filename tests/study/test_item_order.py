"""Siblings apart, a card and its question a day apart, and nothing is lost by it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course import Course
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.study.item_order import kin, kinship, parted
from certlab.study.session import Session

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)


def alike(one: str, other: str) -> int:
    """Words that share letters are siblings, the more the closer."""
    return 2 * len({*one} & {*other})


def order(*words: str, before: str | None = None) -> list[str]:
    return parted([[word] for word in words], alike, before)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("a a b b", "a b a b"),
        ("b c a a a", "a b a c a"),  # those left over go back between strangers
        ("ab a b c", "ab c a b"),
        ("ab ab a b", "ab a b ab"),  # no order parts all: those that share less
        ("a a", "a a"),
    ],
)
def test_siblings_do_not_follow_each_other_where_another_order_is(
    words: str, wanted: str
) -> None:
    assert order(*words.split()) == wanted.split()


def test_the_first_is_no_sibling_of_what_was_asked_before() -> None:
    assert order("a", "b", before="a") == ["b", "a"]


def test_a_group_stays_together() -> None:
    groups = [["a"], ["b", "a"], ["c"]]
    assert parted(groups, alike) == ["a", "b", "a", "c"]


@given(st.lists(st.text("abcdef", min_size=1, max_size=2), max_size=60))
def test_nothing_is_lost_and_strangers_keep_their_order(words: list[str]) -> None:
    assert sorted(order(*words)) == sorted(words)
    if all(alike(one, other) == 0 for one, other in pairwise(words)):
        assert order(*words) == words


def test_a_course_has_siblings_and_the_first_set_none_in_a_row(
    fixed: Course, tmp_path: Path
) -> None:
    session = Session(fixed, History(tmp_path / "h.jsonl"), count=10)
    known = [kin(fixed, fixed.items[one.item]) for one in session.questions]
    assert max(kinship(one, other) for one, other in combinations(known, 2)) >= 2
    assert max(kinship(one, other) for one, other in pairwise(known)) < 2


@pytest.fixture
def asked(course: Course, tmp_path: Path) -> Callable[..., list[str]]:
    def asked(answered: str, hours: float) -> list[str]:
        history = History(tmp_path / f"{answered}-{hours}.jsonl")
        history.append(Answer(answered, 1, "correct", 1), NOW - timedelta(hours=hours))
        session = Session(course, history, now=lambda: NOW)
        return [one.item for one in session.questions]

    return asked


@pytest.mark.parametrize(
    ("answered", "other"),
    [("small-warp-size", "small-card"), ("small-card", "small-warp-size")],
)
def test_a_card_and_a_question_of_one_fact_wait_a_day(
    asked: Callable[..., list[str]], answered: str, other: str
) -> None:
    assert asked(answered, 23.9)[-1] == other, "even behind what is known already"
    assert asked(answered, 24.1)[-1] != other


def test_so_do_a_card_and_a_question_that_are_enemies(
    course: Course, tmp_path: Path
) -> None:
    card = course.items["small-card"]
    apart = replace(card, ask="Which?", enemies=("small-memories",))
    course = replace(course, items={**course.items, card.id: apart})
    session = Session(course, History(tmp_path / "h.jsonl"), now=lambda: NOW)
    assert session.questions[-1].item == "small-card"
