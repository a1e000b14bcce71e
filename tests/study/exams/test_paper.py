"""Drawing a paper: by weight, by seed, and never two that must not meet."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.answers import Answer, stamp
from certlab.study.exams.blueprint import (
    Blueprint,
    Candidate,
    Field,
    Pool,
    blueprint,
    rested,
)
from certlab.study.exams.chance import number
from certlab.study.exams.drawing import draw, freshest, share
from certlab.study.exams.paper import Lack, Paper


def candidate(item: str, **told: object) -> Candidate:
    plain = Candidate(item, 1, "small", False, True, (), "", ())
    return replace(plain, **told)  # type: ignore[arg-type]  # each test gives its own


def plan(*fields: tuple[int, list[Candidate]], questions: int = 10) -> Blueprint:
    """An exam whose domains have one objective each."""
    return finer(*((weight, [items]) for weight, items in fields), questions=questions)


def finer(*fields: tuple[int, list[list[Candidate]]], questions: int = 10) -> Blueprint:
    """An exam whose domains have an objective for each list of items."""
    return Blueprint(
        exam="nca-test",
        code="NCA-TEST",
        name="Testing",
        questions=questions,
        most=questions + 10,
        minutes=60,
        whole_minutes=60,
        hands_on_labs=0,
        fields=tuple(
            Field(n, f"Domain {n}", weight, pools(n, lists))
            for n, (weight, lists) in enumerate(fields, 1)
        ),
    )


def pools(domain: int, lists: list[list[Candidate]]) -> tuple[Pool, ...]:
    return tuple(
        Pool(f"nca-test.{domain}.{n}", tuple(items)) for n, items in enumerate(lists, 1)
    )


def objectives(plan: Blueprint, paper: Paper) -> Counter[str]:
    """How many questions of a paper each objective has."""
    of = {
        one.item: pool.objective
        for field in plan.fields
        for pool in field.pools
        for one in pool.candidates
    }
    return Counter(of[one.item] for one in paper.asked)


def many(prefix: str, count: int, **told: object) -> list[Candidate]:
    return [candidate(f"{prefix}{n}", **told) for n in range(count)]


def test_the_number_of_a_seed_and_a_name_never_changes() -> None:
    """Papers are repeated by seed: another number here would be another exam."""
    assert number(7, "mig-slice-grid") == 582680863
    assert number(8, "mig-slice-grid") == 3706729421
    assert number(7, "größe") == 2693091623


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=12),
    st.integers(1, 120),
)
def test_shares_sum_up_and_are_never_one_off(weights: list[int], count: int) -> None:
    seats = share(weights, count)
    assert sum(seats) == count
    for weight, found in zip(weights, seats, strict=True):
        assert abs(found - weight * count / sum(weights)) < 1


def test_weights_that_do_not_sum_to_100_are_shares_of_their_sum() -> None:
    paper = draw(plan((49, many("a", 20)), (49, many("b", 20))), seed=1)
    assert [one.filled for one in paper.seats] == [5, 5]
    assert paper.notes == (
        "The published weights sum to 98 %; each is taken as its share of that sum.",
    )


def test_a_domain_with_too_few_items_is_left_short_and_told() -> None:
    paper = draw(plan((50, many("a", 20)), (50, many("b", 2))), seed=1)
    assert [(one.wanted, one.filled) for one in paper.seats] == [(5, 5), (5, 2)]
    assert len(paper.asked) == 7
    assert paper.minutes == 42
    assert paper.seats[1].lacks == (Lack("nca-test.2.1", 5, 2),)
    assert paper.notes == (
        "Too few questions could be drawn for objective 2.1 (2 of 5).",
    )
    assert not paper.is_part


@given(st.integers(0, 9999), st.integers(1, 40))
def test_places_go_to_objectives_evenly_whatever_their_pools(
    seed: int, questions: int
) -> None:
    sizes = (50, 3, 8, 30)
    one = finer((100, [many(f"o{n}-", size) for n, size in enumerate(sizes)]))
    one = replace(one, questions=questions)
    paper = draw(one, seed)
    found = objectives(one, paper)
    each = questions // len(sizes)
    for pool in one.fields[0].pools:
        least = min(each, len(pool.candidates))
        assert least <= found[pool.objective] <= each + 1
    lacks = sum(lack.wanted - lack.filled for lack in paper.seats[0].lacks)
    assert len(paper.asked) + lacks == questions


def test_what_is_over_goes_to_those_that_can_fill_it_by_the_seed() -> None:
    one = finer((100, [many("a", 9), many("b", 1), [], many("c", 9)]), questions=6)
    for seed in range(40):
        assert objectives(one, draw(one, seed)) == {
            "nca-test.1.1": 2,
            "nca-test.1.2": 1,
            "nca-test.1.4": 2,
        }
    few = finer((100, [many("a", 9), many("b", 9), many("c", 9)]), questions=1)
    drawn = {draw(few, seed).asked[0].item[0] for seed in range(40)}
    assert drawn == {"a", "b", "c"}, (
        "which one has the only place is for the seed to say"
    )


def test_objectives_without_a_question_are_named_and_their_places_stay_open() -> None:
    some = [many("a", 20), many("b", 20), many("c", 20), []]
    paper = draw(finer((50, some), (50, [many("d", 20)]), questions=16), seed=1)
    assert [(one.wanted, one.filled) for one in paper.seats] == [(8, 6), (8, 8)]
    assert paper.seats[0].lacks == (Lack("nca-test.1.4", 2, 0),)
    assert paper.notes == (
        "No question could be drawn for 13 % of this exam: objective 1.4.",
    )
    assert not paper.is_part


def test_from_a_third_of_the_weight_without_a_question_it_is_a_part_paper() -> None:
    def paper(*lists: list[Candidate]) -> Paper:
        return draw(finer((100, list(lists))), 1)

    full = many("a", 20)
    part = paper(full, many("b", 9), [])
    assert part.is_part
    (note,) = part.notes
    assert note == (
        "This is a part-paper, because no question could be drawn for 33 % of this exam: "
        "objective 1.3."
    )
    assert not paper(full, many("b", 9), many("c", 9), []).is_part


def test_a_short_paper_that_leaves_objectives_out_is_no_part_paper() -> None:
    """They have questions, only no place in so few."""
    one = finer((100, [many(f"o{n}-", 5) for n in range(8)]), questions=40)
    paper = draw(one, 1, count=2)
    assert len(objectives(one, paper)) == 2
    assert (paper.notes, paper.is_part) == ((), False)


def test_an_item_that_is_not_of_the_exams_form_is_not_drawn() -> None:
    mixed = [*many("p", 3), *many("typed", 30, fits=False)]
    paper = draw(plan((100, mixed)), 1)
    assert sorted(one.item for one in paper.asked) == ["p0", "p1", "p2"]
    none = draw(plan((50, many("a", 9)), (50, many("typed", 9, fits=False))), 1)
    assert none.is_part
    typed = [*many("typed", 9, fits=False), candidate("p")]
    now = datetime(2026, 11, 22, 20, tzinfo=UTC)
    failed = Answer("p", 1, "wrong", 0, at=stamp(now - timedelta(minutes=5)))
    left = rested(plan((100, typed)), [failed], now)
    assert [one.item for one in draw(left, 1).asked] == ["p"], (
        "there is no other choice"
    )


def test_so_many_questions_are_asked_as_are_wanted_where_the_course_has_them() -> None:
    short = plan((50, many("a", 20)), (50, many("b", 2)))
    assert len(draw(short, 1, 4).asked) == 4
    paper = draw(short, 1, 6)  # seven seats, of which six can be filled
    assert [(one.wanted, one.filled) for one in paper.seats] == [(4, 4), (3, 2)]
    assert len(draw(short, 1, 20).asked) == 12  # of the twenty seats at the most


def test_one_seed_one_paper_and_another_seed_another() -> None:
    wide = plan((100, many("a", 60)))
    assert draw(wide, 5) == draw(wide, 5)
    assert draw(wide, 5).asked != draw(wide, 6).asked


def test_an_item_that_is_added_leaves_the_others_in_their_places() -> None:
    before = draw(plan((100, many("a", 60))), 5).asked
    after = draw(plan((100, [*many("a", 60), candidate("new")])), 5).asked
    gone = {one.item for one in before} - {one.item for one in after}
    assert len(gone) <= 1
    kept = [one.item for one in before if one.item not in gone]
    assert [one.item for one in after if one.item != "new"] == kept


@given(st.integers(0, 9999))
def test_enemies_never_meet_also_across_domains(seed: int) -> None:
    pairs = [candidate(f"a{n}", enemies=(f"b{n}",)) for n in range(8)]
    others = [candidate(f"b{n}", enemies=(f"a{n}",)) for n in range(8)]
    asked = {one.item for one in draw(plan((50, pairs), (50, others)), seed).asked}
    assert not any(f"a{n}" in asked and f"b{n}" in asked for n in range(8))


def test_enmity_holds_when_only_one_of_two_names_the_other(whole: Course) -> None:
    one, other, *_ = (
        item.item for item in blueprint(whole, "NCP-AII").fields[1].candidates
    )
    course = replace(
        whole, items={**whole.items, one: replace(whole.items[one], enemies=(other,))}
    )
    named = {
        c.item: c.enemies for c in blueprint(course, "ncp-aii").fields[1].candidates
    }
    assert other in named[one]
    assert one in named[other]


def test_half_of_a_domain_comes_from_items_kept_for_exams() -> None:
    field = [*many("p", 30), *many("k", 30, kept=True)]
    for seed in (0, *range(4, 24)):  # 1 to 3 are papers here
        asked = draw(plan((100, field)), seed).asked
        assert Counter(one.item[0] for one in asked) == {"k": 5, "p": 5}


def test_few_kept_items_are_filled_up_from_practice_and_the_other_way_round() -> None:
    few = draw(plan((100, [*many("p", 30), *many("k", 1, kept=True)])), 1).asked
    assert Counter(one.item[0] for one in few) == {"k": 1, "p": 9}
    rare = draw(plan((100, [*many("p", 1), *many("k", 30, kept=True)])), 4).asked
    assert Counter(one.item[0] for one in rare) == {"k": 9, "p": 1}


def test_items_of_one_situation_follow_each_other() -> None:
    field = [*many("a", 30), *many("s", 4, scenario="situation")]
    for seed in range(30):
        places = [
            n
            for n, one in enumerate(draw(plan((100, field), questions=30), seed).asked)
            if one.item.startswith("s")
        ]
        assert places == list(range(places[0], places[0] + len(places)))


def test_the_freshest_of_some_seeds_is_taken() -> None:
    wide = plan((100, many("a", 40)))
    seen = {one.item: None for one in draw(wide, 1).asked}
    assert freshest(wide, [1, 2, 3], None, seen) != 1
    assert freshest(wide, [1], None, seen) == 1


def test_what_was_failed_in_this_sitting_is_not_drawn() -> None:
    now = datetime(2026, 11, 22, 20, tzinfo=UTC)

    def row(item: str, outcome: str, hours: float) -> Answer:
        return Answer(item, 1, outcome, 0, at=stamp(now - timedelta(hours=hours)))

    rows = [row("a1", "wrong", 0.1), row("a1", "correct", 0.05), row("b0", "wrong", 1)]
    rows += [row("a2", "wrong", 12), row("a3", "correct", 0.1)]
    first, second = rested(
        plan((50, many("a", 5)), (50, many("b", 1))), rows, now
    ).fields
    assert [one.item for one in first.candidates] == ["a0", "a2", "a3", "a4"]
    assert [one.item for one in second.candidates] == ["b0"], "there is nothing else"


def test_siblings_are_apart_in_an_exam() -> None:
    fields = [(50, many(name, 5, kin=(n,))) for n, name in enumerate("ab")]
    for seed in range(20):
        asked = [one.item[0] for one in draw(plan(*fields), seed).asked]
        assert all(one != other for one, other in pairwise(asked))


def test_the_real_exams_are_drawn_by_their_weights(whole: Course) -> None:
    for exam in whole.certifications.values():
        real = blueprint(whole, exam.code)
        paper = draw(real, 3)
        assert sum(one.wanted for one in paper.seats) == exam.questions[0]
        asked = [one.item for one in paper.asked]
        assert len(set(asked)) == len(asked)
        assert all(whole.items[id].status == "reviewed" for id in asked)
        kinds = {whole.items[id].kind for id in asked}
        assert not kinds & {"card", "scenario"}
        if exam.level == "associate":
            assert kinds <= {"single", "multi"}


def test_an_exam_that_is_not_there_is_named(whole: Course) -> None:
    with pytest.raises(
        CourseError, match=r"^There is no exam NCX; choose one of NCA-AIIO, "
    ):
        blueprint(whole, "NCX")
