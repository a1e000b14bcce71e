"""Siblings apart, a card and its question a day apart, and nothing is lost by it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course import Course
from certlab.day.today import serving
from certlab.study.answers import Answer
from certlab.study.history import History
from certlab.study.item_order import in_turn, kin, kinship, parted, to_wait
from certlab.study.session import Session

NOW = datetime(2026, 11, 22, 20, tzinfo=UTC)


def alike(one: str, other: str) -> int:
    """Words that share letters are siblings, the more the closer."""
    return 2 * len({*one} & {*other})


def order(*words: str, before: str | None = None) -> list[str]:
    return parted([[word] for word in words], alike, [before] if before else [])


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


def test_so_do_two_cards_of_one_fact_and_two_questions_do_not(
    course: Course,
) -> None:
    question, card = (course.items[f"small-{one}"] for one in ("warp-size", "card"))
    assert question.facts, "else this says nothing"
    assert set(question.facts) & set(card.facts)
    others = {one.id: replace(one, id=f"{one.id}-2") for one in (question, card)}
    items = {**course.items, **{one.id: one for one in others.values()}}
    more = replace(course, items=items)
    for one, waits in ((question, False), (card, True)):
        other = others[one.id]
        assert (other.id in to_wait(more, [one, other], ())) is waits
        assert (other.id in to_wait(more, [other], {one.id})) is waits
        assert one.id not in to_wait(more, [one], {one.id})  # it comes again


def test_siblings_are_five_apart_where_an_order_is(fixed: Course) -> None:
    """Those that answer each other: of one fact, enemies, and a card of one section."""
    items = sorted(serving(fixed, "nca-aiio"), key=lambda one: one.section)
    order = in_turn(fixed, [items], ())
    known = [kin(fixed, one) for one in order]
    close = [
        (order[n].id, order[m].id)
        for n in range(len(order))
        for m in range(n + 1, min(n + 5, len(order)))
        if not known[n].hears.isdisjoint(known[m].tells)
        or not known[m].hears.isdisjoint(known[n].tells)
    ]
    plain = [kin(fixed, one) for one in items]
    before = sum(
        not plain[n].hears.isdisjoint(plain[m].tells)
        for n in range(len(plain))
        for m in range(n + 1, min(n + 5, len(plain)))
    )
    assert before > 10
    assert len(close) <= before / 5, close


def test_those_that_answer_each_other_stand_five_apart() -> None:
    """Letters are strangers but for their own; capitals answer them."""

    def near(some: Sequence[str], others: Iterable[str]) -> bool:
        return bool({one.lower() for one in some} & {one.lower() for one in others})

    def shared(one: str, other: str) -> int:
        return 2 * (one == other)

    found = parted([[one] for one in "aAbcdefgh"], shared, (), near)
    assert abs(found.index("a") - found.index("A")) >= 5
    after = parted([[one] for one in "Abcdefgh"], shared, ["a"], near)
    assert after.index("A") >= 4
    late = parted([[one] for one in "bcdefghiaA"], shared, (), near)
    assert abs(late.index("a") - late.index("A")) >= 5  # it goes back


def test_so_do_a_card_and_a_question_that_are_enemies(
    course: Course, tmp_path: Path
) -> None:
    card = course.items["small-card"]
    apart = replace(card, ask="Which?", enemies=("small-memories",))
    course = replace(course, items={**course.items, card.id: apart})
    session = Session(course, History(tmp_path / "h.jsonl"), now=lambda: NOW)
    assert session.questions[-1].item == "small-card"
