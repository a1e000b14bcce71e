"""What must hold of readiness whatever the history."""

import random
from dataclasses import replace
from datetime import timedelta, timezone
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.readiness.courses import EXAM
from certlab.readiness import Readiness, readiness
from certlab.study.standing import Standing
from tests.readiness.histories import (
    NOW,
    Row,
    answers,
    exam,
    histories,
    items,
    without_weight,
)

COURSE = exam(50, 30, 20)
DAY = (NOW + timedelta(days=9)).date()
law = settings(max_examples=25)


def said(rows: list[Row]) -> Readiness:
    return readiness(Standing(COURSE, answers(rows)), EXAM, DAY, NOW)


def spread(found: Readiness) -> float:
    """Standard deviation of the number of right answers."""
    mean = found.mean * found.questions
    return sqrt(sum((n - mean) ** 2 * one for n, one in enumerate(found.chances)))


@law
@given(histories())
def test_it_is_a_distribution_with_an_interval_and_a_falling_curve(
    rows: list[Row],
) -> None:
    found = said(rows)
    assert abs(sum(found.chances) - 1) < 1e-9
    assert 0 <= found.low <= found.high <= 1
    curve = [chance for _, chance in found.curve]
    assert curve == sorted(curve, reverse=True)
    for one in found.domains:
        assert 0 <= one.low <= one.share <= one.high <= 1


@law
@given(histories(), st.integers(1, 3), st.floats(0, 80))
def test_a_right_first_answer_never_lowers(
    rows: list[Row], domain: int, days: float
) -> None:
    """Not the mean, nor the chance at any cut, nor any domain."""
    before = said(rows)
    after = said([*rows, (items(domain)[0], True, days)])
    for (_, one), (_, other) in zip(before.curve, after.curve, strict=True):
        assert other >= one - 1e-9
    assert after.mean >= before.mean - 1e-9
    for one, other in zip(before.domains, after.domains, strict=True):
        assert other.share >= one.share - 1e-9
    wrong = said([*rows, (items(domain)[0], False, days)])
    assert wrong.mean < after.mean


@law
@given(histories(most=12), st.integers(0, 11))
def test_fewer_answers_make_it_wider(rows: list[Row], seed: int) -> None:
    """The same outcomes of a learner, a third as many: in random order over the domains.

    Answers that contradict the others may widen it, so the order is not left to chance
    alone: each outcome is met three times or once.
    """
    firsts = {id: right for id, right, _ in rows}
    mixed = list(firsts.values())
    random.Random(seed).shuffle(mixed)
    once = [(f"d{n % 3 + 1}-{n // 3}", right, 1.0) for n, right in enumerate(mixed)]
    thrice = [
        (f"d{n % 3 + 1}-{n // 3 + 4 * more}", right, 1.0)
        for more in range(3)
        for n, right in enumerate(mixed)
    ]
    few, many = said(once), said(thrice)
    assert spread(many) <= spread(few) + 0.15
    if len(mixed) >= 3:
        assert spread(many) < spread(few)
        assert many.high - many.low < few.high - few.low + 1.5 / few.questions


@law
@given(histories())
def test_old_answers_say_less(rows: list[Row]) -> None:
    """First answers only, and the newest as old as can be: back to what nobody answered."""
    ancient = [(id, right, days + 5000) for id, right, days in rows]
    nothing, found = said([]), said(ancient)
    firsts = replace(found, notes=nothing.notes)
    for one, other in zip(firsts.domains, nothing.domains, strict=True):
        assert one.high - one.low <= other.high - other.low + 1e-9
        if not any(id.startswith(f"d{one.domain}-") for id, _, _ in rows):
            assert abs(one.share - other.share) < 1e-9


@law
@given(histories(), histories(), st.randoms(use_true_random=False))
def test_the_order_of_merging_does_not_matter(
    rows: list[Row], others: list[Row], chance: random.Random
) -> None:
    one = answers(rows)
    other = [replace(row, ulid=f"other{row.ulid}") for row in answers(others)]
    mixed = [*one, *other, *one]
    chance.shuffle(mixed)
    expected = readiness(Standing(COURSE, [*one, *other]), EXAM, DAY, NOW)
    assert readiness(Standing(COURSE, mixed), EXAM, DAY, NOW) == expected


@law
@given(histories(), histories())
def test_a_domain_without_weight_changes_nothing(
    rows: list[Row], others: list[Row]
) -> None:
    four = without_weight(exam(50, 30, 20, 10), 4)
    extra = [(f"d4-{id.partition('-')[2]}", right, days) for id, right, days in others]
    found = readiness(Standing(four, answers([*rows, *extra])), EXAM, DAY, NOW)
    assert found == said(rows)


@law
@given(histories(), st.integers(-11, 11))
def test_the_zone_of_the_clock_changes_nothing(rows: list[Row], hours: int) -> None:
    """NOW is noon, so that the day is the same in all of them."""
    zone = timezone(timedelta(hours=hours))
    moved = [
        replace(one, at=one.time.astimezone(zone).isoformat()) for one in answers(rows)
    ]
    found = readiness(Standing(COURSE, moved), EXAM, DAY, NOW.astimezone(zone))
    assert found == said(rows)
