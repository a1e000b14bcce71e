"""What commands cost, with the smallest settings: its rows, and what it leaves behind."""

from datetime import datetime
from pathlib import Path

import pytest

from benchmarks.speed import command_speed
from benchmarks.speed.command_speed import Home
from certlab.course import Course, load
from certlab.errors import CourseError
from certlab.planner.goal import goal_of
from certlab.study.history import History
from tests.conftest import FIXED


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setenv("CERTLAB_COURSE", str(FIXED))
    return load()


@pytest.mark.usefixtures("course")
def test_each_command_has_its_row_at_each_number_of_answers() -> None:
    rows = [*command_speed.command_rows([0, 3], 1)]
    assert [row.what for row in rows] == [
        "certlab, in an empty home",
        "certlab plan, the day's first, at 0 answers",
        "certlab, at 0 answers",
        "certlab drill, to its first question, at 0 answers",
        "certlab plan, the day's first, at 3 answers",
        "certlab, at 3 answers",
        "certlab drill, to its first question, at 3 answers",
    ]
    assert {row.against for row in rows} == {"certlab --help"}
    assert all(row.found and row.found.value > 0 for row in rows)


@pytest.mark.usefixtures("course")
def test_the_plan_after_an_answer_is_made_in_each_round() -> None:
    (row,) = command_speed.answer_rows([1_000], 2)
    assert row.what == "the app's plan after an answer, at 1,000 answers"
    assert row.found
    assert 0 < row.found.low <= row.found.high


def test_a_home_has_a_goal_and_answers_of_days_past_without_a_problem(
    course: Course, tmp_path: Path
) -> None:
    home = Home(tmp_path)
    home.fill(course, command_speed.synthetic(course, 40))
    log = home.history.read()
    assert log.problems == ()
    assert len(log.answers) == 40
    today = datetime.now().astimezone().date()
    assert all(row.time.date() < today for row in log.answers)
    assert goal_of(log.rows)
    home.fill(course, "")
    assert home.history.read().answers == ()


@pytest.mark.usefixtures("course")
def test_drill_asks_and_records_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.seconds("drill", "--plain") > 0
    assert History(home.history.path).read().rows == ()


def test_a_command_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="certlab read nowhere ended with: certlab:"):
        Home(tmp_path).seconds("read", "nowhere")
