"""The expected score over time: the estimate of each day, by the one rule there is."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from random import Random

import pytest

from certlab.course import Course
from certlab.day import over_time
from certlab.day.outlook import outlook
from certlab.day.over_time import POINTS, estimates, moments, progress_data
from certlab.planner.goal import Goal
from certlab.readiness import ASSUMED, readiness
from certlab.study.answers import Answer
from certlab.study.standing import Standing
from certlab.words import ENGLISH
from tests.readiness.histories import EXAM, NOW, answers, exam, items

DOMAINS = 3


@pytest.fixture(scope="module")
def course() -> Course:
    """Three domains, with items enough in each."""
    return exam(40, 40, 20)


def studied(days: Sequence[int]) -> list[Answer]:
    """All items, so many of each domain on each of these days ago, three in four right."""
    chance = Random(3)
    each = -(-ASSUMED.fresh // len(days))
    rows = [
        (id, chance.random() < 0.75, float(day))
        for n, day in enumerate(days)
        for domain in range(1, DOMAINS + 1)
        for id in items(domain)[n * each : (n + 1) * each]
    ]
    return sorted(answers(rows), key=lambda row: row.at)


@pytest.mark.parametrize("days", [0, 1, 5, 11, 12, 40, 84, 363, 900])
def test_moments_are_few_evenly_spread_and_end_with_the_present(
    course: Course, days: int
) -> None:
    rows = answers([(items(1)[0], True, float(days)), (items(1)[1], True, 0.0)])
    found = moments(Standing(course, rows), NOW)
    assert found[-1] == NOW
    assert 1 <= len(found) <= POINTS
    assert found == sorted(set(found))
    steps = {b - a for a, b in pairwise(found[:-1])}
    assert len(steps) <= 1
    assert all(one.time() == datetime.min.time() for one in found[:-1])
    if 5 <= days <= 363:
        first = NOW - timedelta(days=days)
        assert first.date() <= found[0].date() <= NOW.date()
        assert len(found) > days // -(-days // (POINTS - 1)) - 1
    if days == 900:
        assert len(found) == 1  # what is older than a year stretches nothing


def test_nobody_s_history_has_the_present_alone_and_no_score(course: Course) -> None:
    nobody = Standing(course, [])
    assert moments(nobody, NOW) == [NOW]
    assert estimates(nobody, EXAM, NOW) == []


def test_each_point_is_the_estimate_of_that_day_and_knows_nothing_later(
    course: Course,
) -> None:
    rows = studied([30, 20, 10, 2])
    standing = Standing(course, rows)
    found = estimates(standing, EXAM, NOW)
    assert len(found) > 0
    *_, last = found
    today = readiness(standing, EXAM, None, NOW)
    assert last == {"day": "2026-11-21", **vars(today.score)}
    for one in found[:-1]:
        end = datetime.fromisoformat(one["day"]).replace(tzinfo=UTC) + timedelta(days=1)
        then = Standing(course, [row for row in rows if row.time < end])
        wanted = readiness(then, EXAM, None, end)
        assert wanted.enough
        assert one == {"day": one["day"], **vars(wanted.score)}


def test_a_day_without_enough_answers_has_no_point(course: Course) -> None:
    rows = studied([40, 30, 3])
    shown = [one["day"] for one in estimates(Standing(course, rows), EXAM, NOW)]
    assert shown[0] >= "2026-11-18"  # when the last answers that it takes were given


def test_the_last_point_is_the_figure_of_the_start_page(course: Course) -> None:
    standing = Standing(course, studied([9, 4, 1]))
    goal = Goal(EXAM, (NOW + timedelta(days=20)).date(), 30)
    found = progress_data(standing, goal, NOW, ENGLISH, {})
    now = outlook(standing, goal, NOW, ENGLISH)["now"]
    assert found["outlook"]["now"] == now
    assert found["points"][-1] == {"day": "2026-11-21", **now}


def test_a_day_ends_at_the_learner_s_midnight(course: Course) -> None:
    zone = timezone(timedelta(hours=9))
    rows = answers([(items(1)[0], True, 3.0), (items(1)[1], True, 0.1)])
    first, *_ = moments(Standing(course, rows), NOW.astimezone(zone))
    assert first.utcoffset() == timedelta(hours=9)
    assert first.time() == datetime.min.time()


def test_an_earlier_day_is_worked_out_once_until_its_rows_change(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[datetime] = []

    def counting(standing: Standing, code: str, day: None, now: datetime) -> object:
        asked.append(now)
        return readiness(standing, code, day, now)

    monkeypatch.setattr(over_time, "readiness", counting)
    rows, known = studied([9, 4, 1]), {}
    first = estimates(Standing(course, rows), EXAM, NOW, known)
    times = len(asked)
    later = NOW + timedelta(hours=2)
    again = estimates(Standing(course, rows), EXAM, later, known)
    assert [one["day"] for one in again] == [one["day"] for one in first]
    assert asked[times:] == [later]
    (older,) = answers([(items(2)[-1], False, 8.5)], "import")
    merged = sorted([*rows, older], key=lambda row: row.at)
    estimates(Standing(course, merged), EXAM, later, known)
    assert len(asked) > times + 2  # what came from elsewhere is among earlier rows
