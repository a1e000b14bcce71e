"""Times, plots and sentences of a mock exam."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from certlab.course import Course
from certlab.study.exams import Report, begin, blueprint, report
from certlab.study.exams.score import curve
from certlab.study.history import History
from certlab.terminal import exam_words
from certlab.terminal.clock import announcement, digits, limit
from certlab.terminal.exam_request import ExamRequest
from certlab.terminal.plots import scale, whisker
from tests.study.exams.test_sitting import Clock


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (3729, "1:02:09 left"),
        (3600, "1:00:00 left"),
        (1929.2, "32:10 left"),
        (60, "1:00 left"),
        (0.1, "0:01 left"),
        (0, "0:00 left"),
        (-5, "0:00 left"),
    ],
)
def test_digits(seconds: float, says: str) -> None:
    assert digits(timedelta(seconds=seconds)) == says


def test_no_limit_is_said_in_words() -> None:
    assert digits(None) == limit(None) == "no time limit"
    assert [limit(n) for n in (1, 2)] == ["1 minute", "2 minutes"]


@pytest.mark.parametrize(
    ("before", "now", "says"),
    [
        (601, 600, "10 minutes left."),
        (600, 599, ""),
        (330, 290, "5 minutes left."),
        (700, 30, "1 minute left."),  # the one that matters most by now
        (61, 60, "1 minute left."),
        (1200, 601, ""),
    ],
)
def test_an_announcement_is_made_once(before: int, now: int, says: str) -> None:
    assert announcement(timedelta(seconds=before), timedelta(seconds=now)) == says
    assert announcement(None, None) == ""


@pytest.mark.parametrize(
    ("share", "low", "high", "drawn"),
    [
        (0, 0, 0.2, "●──········"),
        (0.5, 0.3, 0.7, "···──●──···"),
        (1, 0.8, 1, "········──●"),
        (0.5, 0, 1, "─────●─────"),
    ],
)
def test_a_whisker(share: float, low: float, high: float, drawn: str) -> None:
    assert whisker(share, low, high, 11) == drawn


def test_the_scale_stands_under_a_whisker() -> None:
    for width in (31, 41):
        line = scale(width)
        assert line.index("0") == 0
        assert line.index("50") == (width - 1) // 2 - 1
        assert line.index("100") == width - 3


def test_halves_are_rounded_as_the_widget_rounds() -> None:
    assert [exam_words.percent(one) for one in (0.005, 0.995, 0.4949)] == [1, 100, 49]


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ([], "Every question is answered."),
        ([3], "Question 4 has no answer and will count as wrong."),
        ([0, 2], "2 questions have no answer and will count as wrong: 1, 3."),
    ],
)
def test_what_handing_in_would_cost(places: list[int], says: str) -> None:
    assert exam_words.unanswered_notice(places) == says


@pytest.fixture
def ended(fixed: Course, tmp_path: Path) -> Report:
    history = History(tmp_path / "history.jsonl")
    sitting = begin(fixed, history, "ncp-aio", seed=3, now=Clock())
    sitting.finish()
    return report(sitting)


def test_labs_are_no_part_of_it(whole: Course) -> None:
    plan = blueprint(whole, "ncp-aio")
    said = exam_words.paper_notes(plan, ExamRequest(plan).paper)
    assert "The exam has 3 hands-on labs too, which are not part of this." in said


def test_no_chance_is_told_of_an_exam_that_was_not_asked_whole(ended: Report) -> None:
    said = list(exam_words.chances(ended))
    assert ended.unasked
    assert len(said) == 2
    assert "so nothing can be said about the whole exam." in said[1]


def test_the_chance_is_told_by_cut(ended: Report) -> None:
    whole = replace(ended, unasked=(), curve=curve(20, 30, 30))
    said = list(exam_words.chances(whole))
    by_cut = dict(whole.curve)
    assert said[1] == f"50 % of questions right: {int(100 * by_cut[50] + 0.5)} %"
    assert len(said) == 1 + 5 + 1
    assert "for 30 new questions" in said[-1]
