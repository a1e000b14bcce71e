"""Readiness if a plan is kept: the arithmetic, and what must hold of it."""

from dataclasses import replace
from datetime import timedelta
from math import exp

import pytest

from benchmarks.readiness.courses import EXAM, course, item
from certlab.course.certifications import Objective
from certlab.planner.forecast import Outcome
from certlab.readiness import ASSUMED, Readiness, readiness
from certlab.readiness.evidence import Evidence, Practised
from certlab.readiness.posterior import SHARES
from certlab.readiness.score import expected
from certlab.readiness.studied import studied
from certlab.study.standing import Standing
from tests.readiness.histories import NOW, answers, items

COURSE = course((60, 40), 20, [item(id, n) for n in (1, 2) for id in items(n)])
ROWS = answers(
    (id, n % 2 > 0, 5.0) for d in (1, 2) for n, id in enumerate(items(d)[:6])
)
DAY = (NOW + timedelta(days=9)).date()


def said(recall: float, asked: float = 6, shift: float = 0.001) -> Readiness:
    """With a plan that leaves this recall of what was met and of so many new items."""
    outcomes = {
        (domain, new): Outcome(6, asked, asked * recall) if new
        # All of what was met is asked again.
        else Outcome(6, 6, 6 * recall)
        for domain in (1, 2)
        for new in (False, True)
    }  # fmt: skip
    assumed = replace(ASSUMED, shift=shift)
    return readiness(Standing(COURSE, ROWS), EXAM, DAY, NOW, assumed, outcomes)


def test_what_the_plan_leaves_known_takes_the_place_of_what_would_be_left() -> None:
    """Two of four items practised, one new one to be; guessed with a quarter."""
    one = Evidence(0.25, 4, practised=[Practised(True, 0.5), Practised(False, 0.2)])
    outcomes = {
        (1, False): Outcome(2, 2, 1.6, 0.2),
        (1, True): Outcome(2, 1, 0.7, 0.35),
    }
    found = studied({1: one}, outcomes, 0, ASSUMED)[1]
    kept, learned = (0.9 - 0.25) / 0.75, (0.7 - 0.25) / 0.75
    assert [item.known for item in found.practised] == pytest.approx(
        [kept, kept, learned]
    )
    share = SHARES[19]  # 0.4875
    odds = share / (1 - share) * exp(ASSUMED.gain[0])  # one new item is met
    share = odds / (1 + odds)
    assert expected(found, 0.0)[19] == pytest.approx(share)
    assert expected(found, 1.0)[19] == pytest.approx((2 * kept + learned + share) / 4)


def test_items_that_the_plan_does_not_hold_stay_as_they_are() -> None:
    one = Evidence(0.0, 4, practised=[Practised(True, 0.5), Practised(False, 0.2)])
    assert studied({1: one}, {}, 1, ASSUMED)[1] == one
    half = studied({1: one}, {(1, False): Outcome(1, 1, 0.9)}, 0, ASSUMED)[1]
    known = [item.known for item in half.practised]
    assert known == pytest.approx([(0.5 + 0.9) / 2, (0.2 + 0.9) / 2])


def test_who_learns_more_or_less_is_off_by_logits() -> None:
    one = Evidence(0.0, 11, practised=[Practised(True, 0.1)])
    outcomes = {(1, False): Outcome(1, 1, 0.8), (1, True): Outcome(10, 10, 9)}
    assumed = replace(ASSUMED, shift=1.0, gain=(0.02, 0.01))
    for luck in (-1, 1):
        found = studied({1: one}, outcomes, luck, assumed)[1]
        odds = 0.8 / 0.2 * exp(luck)
        assert found.practised[0].known == pytest.approx(odds / (1 + odds))
        assert found.gained == pytest.approx(10 * (0.02 + luck * 0.01))


def test_a_better_plan_is_expected_to_bring_more() -> None:
    means = [said(recall).mean for recall in (0.6, 0.8, 0.95)]
    assert means == sorted(means)
    assert said(0.9, asked=6).mean > said(0.9, asked=2).mean


def test_what_learning_brings_is_not_sure() -> None:
    """The sum over what is learned leaves the mean about where it is, and adds spread."""
    sure, unsure = said(0.8), said(0.8, shift=2.0)
    assert unsure.mean == pytest.approx(sure.mean, abs=0.05)
    assert unsure.high - unsure.low >= sure.high - sure.low
    assert sum(unsure.chances) == pytest.approx(1)


def test_of_what_is_not_covered_the_exam_asks_nothing_that_the_course_asks() -> None:
    one = Evidence(0.25, 1, covered=(1, 2), practised=[Practised(True, 0.9)])
    half = expected(one, 0.8)[19]
    assert half == pytest.approx(0.6 * SHARES[19] + 0.4 * 0.9)


def test_the_domains_say_how_much_of_them_is_covered() -> None:
    exam = COURSE.certifications[EXAM]
    some = tuple(
        Objective(f"{EXAM}.1.{n}", f"{n}", official=True, quota=None) for n in (1, 2, 3)
    )
    first, second = exam.domains
    exam = replace(exam, domains=(replace(first, objectives=some), second))
    whole = replace(COURSE, certifications={EXAM: exam})
    found = readiness(Standing(whole, ROWS), EXAM, DAY, NOW).domains
    assert [(one.covered, one.objectives) for one in found] == [(1, 3), (1, 1)]
