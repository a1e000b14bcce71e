"""Three papers of an exam's own questions: none twice, by weight, and never two that must not meet."""

import json
import re
import shutil
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.course import Course
from certlab.errors import CourseError
from certlab.study.exams import begin, reports
from certlab.study.exams.begun_row import begun_by
from certlab.study.exams.blueprint import Blueprint, Candidate
from certlab.study.exams.drawing import draw, parting, refuse_paper
from certlab.study.exams.parting import PAPERS
from certlab.study.history import History
from tests.study.exams.papers_course import EXAM, carrying
from tests.study.exams.test_paper import candidate, finer, many, objectives
from tests.widgets.test_stored_rules import run

WEIGHTS = (38, 40, 22)


def exam(*sizes: tuple[int, ...], questions: int = 25) -> Blueprint:
    """An exam with so many of its own questions by domain and objective."""
    fields = [
        (weight, [many(f"d{d}o{o}-", n, kept=True) for o, n in enumerate(counts)])
        for d, (weight, counts) in enumerate(zip(WEIGHTS, sizes, strict=True))
    ]
    return finer(*fields, questions=questions)


FULL = exam((8, 8, 7, 7), (6, 6, 6, 6, 6), (8, 7))  # exactly its 30, 30 and 15 places


def changed(plan: Blueprint, **told: dict[str, object]) -> Blueprint:
    """The same with something else said of some items."""

    def one(it: Candidate) -> Candidate:
        return replace(it, **told.get(it.item.replace("-", "_"), {}))  # type: ignore[arg-type]  # each test gives its own

    return replace(
        plan,
        fields=tuple(
            replace(
                field,
                pools=tuple(
                    replace(pool, candidates=tuple(map(one, pool.candidates)))
                    for pool in field.pools
                ),
            )
            for field in plan.fields
        ),
    )


def papers(plan: Blueprint) -> list[set[str]]:
    return [{one.item for one in draw(plan, n).asked} for n in range(1, PAPERS + 1)]


def test_three_papers_share_no_question_and_each_has_the_exams_places() -> None:
    drawn = [draw(FULL, n) for n in (1, 2, 3)]
    asked = [one.item for paper in drawn for one in paper.asked]
    assert len(asked) == len({*asked}) == 75
    for number, paper in enumerate(drawn, 1):
        assert paper.number == number
        assert [seat.filled for seat in paper.seats] == [10, 10, 5]
        assert paper.notes == ()


def test_each_objective_has_as_many_in_each_paper_but_for_what_is_over() -> None:
    for number in (1, 2, 3):
        found = objectives(FULL, draw(FULL, number))
        for field, seat in zip(FULL.fields, draw(FULL, number).seats, strict=True):
            each = seat.wanted // len(field.pools)
            counts = [found[pool.objective] for pool in field.pools]
            assert {*counts} <= {each, each + 1}


def test_a_paper_is_the_same_whatever_is_for_practice() -> None:
    more = replace(
        FULL,
        fields=tuple(
            replace(
                field,
                pools=tuple(
                    replace(
                        pool,
                        candidates=(
                            *many(f"practice-{pool.objective}-", 5),
                            *reversed(pool.candidates),
                        ),
                    )
                    for pool in field.pools
                ),
            )
            for field in FULL.fields
        ),
    )
    assert papers(more) == papers(FULL)


def test_a_random_paper_is_none_of_the_three() -> None:
    assert draw(FULL, 4).number == draw(FULL, 0).number == 0
    assert draw(FULL, 1, 10).number == 0


def test_questions_about_one_situation_stay_together() -> None:
    case = {f"d1o0_{n}": {"scenario": "case"} for n in range(3)}
    case |= {f"d0o{o}_0": {"scenario": "over"} for o in range(3)}
    found = papers(changed(FULL, **case))
    for together in ({"d1o0-0", "d1o0-1", "d1o0-2"}, {"d0o0-0", "d0o1-0", "d0o2-0"}):
        assert [one & together for one in found if one & together] == [together]
    assert [len(one) for one in found] == [25, 25, 25]


def test_what_must_not_meet_is_in_two_papers() -> None:
    names = [f"d1o{o}-{n}" for o in range(5) for n in range(0, 6, 2)]
    apart = {
        name.replace("-", "_"): {"enemies": (name[:-1] + str(int(name[-1]) + 1),)}
        for name in names
    }
    apart |= {
        it["enemies"][0].replace("-", "_"): {"enemies": (name.replace("_", "-"),)}
        for name, it in list(apart.items())
    }
    for one in papers(changed(FULL, **apart)):
        assert not any(
            {name, name[:-1] + str(int(name[-1]) + 1)} <= one for name in names
        )


def refusal(plan: Blueprint, number: int) -> str:
    with pytest.raises(CourseError) as caught:
        refuse_paper(plan, number)
    return str(caught.value)


def test_a_paper_that_is_not_there_is_refused_in_one_sentence() -> None:
    refuse_paper(FULL, 3)
    for number in (0, 4, -1):
        says = f"Paper {number}: NCA-TEST has papers 1 to 3."
        assert refusal(FULL, number) == says
    few = exam(
        (8, 8, 7, 3), (6, 6, 6, 6, 6), (8, 7)
    )  # the fourth needs 6, and 1 is over
    assert parting(few).missing == 4
    assert refusal(few, 1) == (
        "Paper 1: NCA-TEST has no papers yet, because 4 of their 75 places have no question."
    )
    assert draw(few, 1).number == 0


def test_what_cannot_be_parted_says_so() -> None:
    four = [candidate(f"a{n}", kept=True) for n in range(3)]
    apart = [
        replace(one, enemies=tuple(it.item for it in four if it != one)) for one in four
    ]
    plan = finer((100, [apart + many("b", 3, kept=True)]), questions=2)
    assert papers(plan)[0].isdisjoint(papers(plan)[1])
    together = [replace(one, scenario="all") for one in four]
    stuck = finer((100, [together]), questions=1)
    assert parting(stuck) == parting(stuck)
    assert refusal(stuck, 1) == (
        "Paper 1: NCA-TEST has no papers yet, because questions that must stay together "
        "or apart do not fit into 3."
    )


def all_apart(count: int) -> Blueprint:
    """An exam of one question, whose own exclude each other."""
    names = [f"a{n}" for n in range(count)]
    own = [
        candidate(name, kept=True, enemies=tuple(it for it in names if it != name))
        for name in names
    ]
    return finer((100, [own]), questions=1)


def test_hundreds_of_questions_that_exclude_each_other_are_parted() -> None:
    plan = all_apart(900)
    found = papers(plan)
    assert [len(one) for one in found] == [1, 1, 1]
    assert len(set.union(*found)) == 3


ITEMS = st.tuples(
    st.integers(0, 3), st.sampled_from(["", "", "", "s1", "s2"]), st.integers(0, 40)
)


@st.composite
def pools(draw_: st.DrawFn) -> Blueprint:
    """Exams whose pools are now full, now short, with situations and enemies."""
    sizes = [
        tuple(draw_(st.integers(4, 9)) for _ in range(draw_(st.integers(1, 4))))
        for _ in WEIGHTS
    ]
    plan = exam(*sizes, questions=draw_(st.integers(3, 14)))
    names = [one.item for field in plan.fields for one in field.candidates]
    told: dict[str, dict[str, object]] = {}
    for name in draw_(st.lists(st.sampled_from(names), max_size=9, unique=True)):
        told[name.replace("-", "_")] = {
            "scenario": draw_(st.sampled_from(["s1", "s2"]))
        }
    for name in draw_(st.lists(st.sampled_from(names), max_size=9, unique=True)):
        foe = draw_(st.sampled_from(names))
        if foe != name:
            for one, other in ((name, foe), (foe, name)):
                row = told.setdefault(one.replace("-", "_"), {})
                row["enemies"] = tuple(sorted({*row.get("enemies", ()), other}))  # type: ignore[misc]  # a tuple
    return changed(plan, **told)


@given(pools())
def test_whatever_the_pool_what_is_parted_keeps_the_rules(plan: Blueprint) -> None:
    found = parting(plan)
    if not found.papers:
        return
    seen: Counter[str] = Counter()
    for number, placed in enumerate(found.papers, 1):
        items = {one.candidate.item for one in placed}
        seen.update(items)
        assert len(placed) == plan.questions
        assert not any(
            enemy in items for one in placed for enemy in one.candidate.enemies
        )
        assert [seat.wanted for seat in draw(plan, number).seats] == [
            sum(one.domain == field.domain for one in placed) for field in plan.fields
        ]
    assert max(seen.values()) == 1
    for situation in ("s1", "s2"):
        homes = [
            n
            for n, placed in enumerate(found.papers)
            for one in placed
            if one.candidate.scenario == situation
        ]
        assert len({*homes}) <= 1


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_browser_parts_as_python_does() -> None:
    plans: list[Blueprint] = []

    @given(pools())
    def collect(plan: Blueprint) -> None:
        plans.append(plan)

    collect()
    plans = [FULL, *plans, all_apart(300)]
    found = run("papers_run.mjs", {"plans": [asdict(plan) for plan in plans]})
    assert any(parting(plan).papers for plan in plans[1:])
    for plan, drawn in zip(plans, found, strict=True):
        wanted = [asdict(draw(plan, n)) for n in (1, 2, 3)]
        assert drawn["papers"] == json.loads(json.dumps(wanted))
        assert drawn["has"] == bool(parting(plan).papers)


def test_the_record_of_a_sitting_names_its_paper(fixed: Course, tmp_path: Path) -> None:
    course, history = carrying(fixed), History(tmp_path / "history.jsonl")
    for seed in (2, 4, None):
        begin(course, history, EXAM, seed=seed).finish()
    assert [one.sitting.paper.number for one in reports(course, history)] == [2, 0, 0]
    first, *others = (row for row in history.read().rows if row.outcome == "begun")
    assert first.response["paper"] == 2
    assert not any("paper" in row.response for row in others)


@pytest.mark.parametrize("paper", [4, -1, "1", 1.0, True, None])
def test_a_row_of_another_paper_is_no_row_of_ours(
    fixed: Course, tmp_path: Path, paper: object
) -> None:
    course, history = carrying(fixed), History(tmp_path / "history.jsonl")
    begin(course, history, EXAM, seed=2).finish()
    (row, *_) = history.read().rows
    odd = replace(row, response={**row.response, "paper": paper})
    with pytest.raises(ValueError, match=re.escape(str(paper))):
        begun_by(odd)
