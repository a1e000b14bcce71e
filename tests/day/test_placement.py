"""A place on the path by the first questions: only what was asked about as a whole, and all right."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.app.first_questions import first_set, more_set
from certlab.course import Course
from certlab.course.first_questions import COUNT
from certlab.course.steps import Step
from certlab.day.placement import asked_steps, may_skip
from certlab.study.exams.blueprint import objective_of
from tests.command_line import certlab
from tests.page_rules import called

EXAM = "nca-aiio"
RULES = "day/static/placement.js"
NAMES = st.sampled_from("abcd")


@pytest.mark.parametrize(
    ("results", "skipped"),
    [
        ([], []),
        ([("a", True)], []),  # which may have been luck
        ([("a", True), ("a", True)], [0]),
        ([("a", True), ("b", True)], [1]),
        ([("a", True), ("a", True), ("b", True)], [0, 1]),
        ([("a", True), ("a", True), ("b", False)], [0]),
        ([("a", True), ("a", True), ("a", False)], []),  # of three one went wrong
    ],
)
def test_a_step_is_offered_only_where_all_of_it_went_right(
    results: list[tuple[str, bool]], skipped: list[int]
) -> None:
    assert may_skip([["a"], ["a", "b"], []], results) == skipped


@settings(max_examples=4)  # each starts a node, and holds many cases
@given(
    st.lists(
        st.tuples(
            st.lists(st.lists(NAMES, max_size=3), max_size=5),
            st.lists(st.tuples(NAMES, st.booleans()), max_size=8),
        ),
        min_size=20,
        max_size=40,
    )
)
def test_a_browser_places_as_python_does(
    cases: list[tuple[list[list[str]], list[tuple[str, bool]]]],
) -> None:
    assert called(RULES, "maySkip", cases) == [may_skip(*one) for one in cases]


@pytest.fixture
def placing(fixed: Course) -> Course:
    """The small course with a path of two steps, and seven first questions."""
    exam = fixed.certifications[EXAM]
    ids = [
        one.id
        for one in fixed.items.values()
        if one.kind == "single" and one.pool == "practice" and objective_of(one, EXAM)
    ][: COUNT + 2]
    path = (Step("mig", (), "", "", 0), Step("cuda", (), "", "", 0))
    exam = replace(exam, first=tuple(ids), path=path)
    items = {
        id: replace(one, level="recall", status="reviewed") if id in ids else one
        for id, one in fixed.items.items()
    }
    return replace(
        fixed, items=items, certifications={**fixed.certifications, EXAM: exam}
    )


def test_the_further_questions_are_a_set_of_their_own_with_the_steps(
    placing: Course,
) -> None:
    first, more = first_set(placing, EXAM), more_set(placing, EXAM)
    asked = list(placing.certifications[EXAM].first)
    assert first["items"] + more["items"] == asked
    assert (first["more"], more["more"]) == (len(asked) - COUNT, 0)
    assert [one["path"] for one in more["steps"]] == [
        "modules/mig.html",
        "modules/cuda.html",
    ]
    assert all(one.objectives for one in asked_steps(placing, EXAM))


def test_a_diagnostic_broken_off_keeps_what_was_answered_and_says_so(
    placing: Course, taught: Callable[[Course], None], tmp_path: Path
) -> None:
    taught(placing)
    words = (
        "drill",
        "--exam",
        EXAM,
        "--first",
        "--plain",
        "--workspace",
        str(tmp_path),
    )
    count = len(placing.certifications[EXAM].first)
    run = certlab(*words, lines="1\n1\n1\n1\n")
    assert run.returncode == 0, run.stderr
    kept = (tmp_path / "history.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in kept]
    graded = {row["item"] for row in rows if row["outcome"] in ("correct", "wrong")}
    assert 0 < len(graded) < count
    says = f"You stopped after {len(graded)} of {count} questions; what you answered is kept."
    assert says in run.stdout
    again = certlab(*words, lines="")  # goes on with what is left, and keeps it again
    assert says in again.stdout
    assert not any(row["outcome"] == "read" for row in rows), "nothing is ticked"


def test_first_without_an_exam_is_one_sentence(tmp_path: Path) -> None:
    run = certlab("drill", "--first", "--plain", "--workspace", str(tmp_path))
    assert run.returncode != 0
    assert "--first: name the exam too" in run.stderr
