"""A submitted scenario is what every exercise of a lab is: for the plan, lists, score and class."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from certlab.classroom.link.shared_rows import as_sent
from certlab.course import Course, workspace
from certlab.course.steps import Step
from certlab.day.path_walk import Way
from certlab.day.today import serving
from certlab.labs.operations.node.remembered import Game
from certlab.labs.operations.node.scenarios import Scenario, scenarios
from certlab.readiness.evidence import walk
from certlab.study.answers import Answer
from certlab.study.exams.blueprint import blueprint
from certlab.study.history import FILE, History
from certlab.study.standing import Standing

LAB = Step("mig", (), "mig/10_slices", "", 0)
EXAM = "ncp-aii"


@pytest.fixture(scope="module")
def course(fixed: Course) -> Course:
    """The small course; the exercises of its lab are the scenarios."""
    lab = fixed.labs[LAB.lab]
    (one,) = lab.exercises
    own = tuple(replace(one, id=each.exercise) for each in scenarios().values())
    return replace(fixed, labs={**fixed.labs, LAB.lab: replace(lab, exercises=own)})


def played(one: Scenario, *lines: str) -> list[Answer]:
    """The history after these lines of a game."""
    game = Game({"scenario": one.id, "seed": 1, "lines": []}, None)
    for line in lines:
        game.enter(line)
    return [*History(workspace.find() / FILE).read().rows]


def lines_of(course: Course, rows: Sequence[Answer]) -> list[str]:
    way = Way(Standing(course, rows), serving(course, EXAM), (LAB,), 30)
    return way.exercises(LAB)


def test_a_scenario_is_offered_until_it_is_solved(course: Course) -> None:
    ids = [one.exercise for one in scenarios().values()]
    first = next(iter(scenarios().values()))
    rows = played(first, "diagnose nothing", "submit")
    assert [row.outcome for row in rows] == ["wrong"]
    assert lines_of(course, rows) == ids  # what was tried and not solved stays open
    solved = [*rows, replace(rows[0], outcome="correct", ulid="later")]
    assert lines_of(course, solved) == ids[1:]
    assert Standing(course, solved).lab_progress(LAB.lab).done == 1


def test_readiness_takes_it_as_an_exercise_and_as_no_question(course: Course) -> None:
    rows = played(next(iter(scenarios().values())), "diagnose nothing", "submit")
    now = datetime.now(UTC)
    found = walk(Standing(course, rows), blueprint(course, EXAM), now)
    assert [*found.exercises] == [rows[0].item]
    assert not found.first
    assert not found.predicted


def test_a_class_is_sent_its_outcome_and_nothing_of_what_was_typed(
    course: Course,
) -> None:
    (row,) = played(next(iter(scenarios().values())), "diagnose nothing", "submit")
    sent = as_sent(row)
    assert sent["exercise"] == sent["item"] == row.item
    assert sent["response"] is None
    assert sorted(sent) == [
        *("at", "exercise", "item", "outcome", "response", "rev", "score", "ulid")
    ]


def test_the_lab_of_the_real_course_has_all_scenarios_or_none_yet(
    whole: Course,
) -> None:
    found = {one.id for lab in whole.labs.values() for one in lab.exercises}
    drawn = {one.exercise for one in scenarios().values() if one.draw}
    wanted = {one.exercise for one in scenarios().values()} - drawn
    there = {id for id in found if id.startswith("operations-node-")}
    assert not there or wanted <= there <= wanted | drawn
