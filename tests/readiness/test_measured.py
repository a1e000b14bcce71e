"""The benchmark runs, and what it measures is what docs/readiness.md says."""

import sys
from datetime import timedelta

import pytest

from benchmarks.readiness import planned
from benchmarks.readiness.courses import EXAM
from benchmarks.readiness.figures import case
from benchmarks.readiness.histories import KINDS, lives
from benchmarks.readiness.published import publish
from certlab.readiness import readiness
from certlab.study.standing import Standing
from tests.readiness.histories import NOW, answers, exam, items

pytestmark = pytest.mark.skipif(
    sys.platform == "emscripten", reason="it takes minutes in a browser's Python"
)


def test_the_short_mode_prints_every_table() -> None:
    said: list[str] = []
    assert publish(60, said.append, short=True, to=None) == 0
    text = "\n".join(said)
    for kind in KINDS:
        assert f"| {kind} |" in text
    assert "| 80 %, all |" in text
    assert "Where 80 % of the exam asks" in text
    assert "covered, 0.77 to 0.83" in text


def test_the_interval_is_near_the_truth_for_a_few_learners() -> None:
    """Sixty: 80 % give or take three standard errors of 5 %."""
    found = [case(life) for life in lives("test", 60)]
    covered = sum(one.inside for one in found) / len(found)
    assert 0.64 <= covered <= 0.95
    assert abs(sum(one.score - one.said.mean for one in found)) / len(found) < 0.04


def test_a_life_is_the_same_every_time() -> None:
    (one,), (other,) = (list(lives("test", 1, first=3)) for _ in range(2))
    assert one.rows == other.rows
    assert one.score == other.score


def test_who_keeps_the_plan_is_the_same_every_time() -> None:
    said: list[list[str]] = [[], []]
    for lines in said:
        assert planned.publish(1, lines.append, short=True) == 0
    assert said[0] == said[1]
    assert any(line.startswith("| all | 1 |") for line in said[0])


def test_ten_thousand_answers_are_enough() -> None:
    course = exam(38, 40, 22, count=400)
    ids = [id for domain in (1, 2, 3) for id in items(domain, 400)]
    rows = answers(
        (ids[n * 7 % len(ids)], n % 3 > 0, 100 - n / 100) for n in range(10_000)
    )
    day = (NOW + timedelta(days=9)).date()
    assert readiness(Standing(course, rows), EXAM, day, NOW).enough
