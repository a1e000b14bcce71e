"""Shadow and canary, against answers and errors that are given here."""

from collections.abc import Sequence

import pytest

from certlab.errors import Refusal
from certlab.labs.mlops import release
from certlab.labs.mlops.release import Rule, canary, shadow, tally


def doubled(row: Sequence[float]) -> float:
    return 2 * row[0]


def brittle(row: Sequence[float]) -> float:
    if row[0] < 0:
        raise ValueError("a gap")
    return 3 * row[0]


def test_callers_of_a_shadow_get_the_old_answers_whatever_the_new_one_does() -> None:
    ran = shadow([[1.0], [-1.0], [2.0]], doubled, brittle)
    assert ran.answers == (2, -2, 4)
    assert ran.beside == (3, None, 6)
    assert ran.errors == ("ValueError",)
    assert ran.apart == (1, 2)


def test_a_failure_of_the_old_version_is_no_finding_and_goes_on() -> None:
    with pytest.raises(ValueError, match="a gap"):
        shadow([[-1.0]], brittle, doubled)


def test_a_shadow_without_requests_is_refused() -> None:
    with pytest.raises(Refusal, match="no request came"):
        shadow([], doubled, brittle)


@pytest.mark.parametrize("share", [0, -5, 100, 120])
def test_a_share_that_leaves_nothing_to_compare_is_refused(share: float) -> None:
    with pytest.raises(Refusal, match=f"a canary with {share:g} %"):
        Rule(share, 100, 2)


@pytest.mark.parametrize(("least", "limit"), [(0, 2), (100, -1)])
def test_a_rule_that_cannot_be_judged_by_is_refused(least: int, limit: float) -> None:
    with pytest.raises(Refusal, match="after 1 answer or more"):
        Rule(10, least, limit)


def test_a_version_that_always_fails_is_taken_back_as_soon_as_it_can_be_seen() -> None:
    """Fifty answers a minute, a hundred at least: two minutes, and the delay."""
    found = canary(Rule(50, 100, 2), 0, 100, seed=1)
    assert found.stopped in (release.DELAY + 2, release.DELAY + 3)
    assert found.failed == pytest.approx(50 * found.stopped, rel=0.1)


def test_a_version_that_never_fails_is_let_through() -> None:
    found = canary(Rule(10, 100, 0), 1, 0, seed=1)
    assert (found.stopped, found.judged, found.failed) == (None, True, 0)


def test_a_canary_with_too_few_answers_goes_through_unseen() -> None:
    found = canary(Rule(1, 5000, 2), 0, 100, seed=1)
    assert (found.stopped, found.judged) == (None, False)


def test_a_canary_is_the_same_each_time_and_another_with_another_seed() -> None:
    rule = Rule(10, 200, 2)
    assert canary(rule, 1, 5, seed=3) == canary(rule, 1, 5, seed=3)
    assert len({canary(rule, 1, 5, seed=seed) for seed in range(8)}) > 1


def test_waiting_for_more_answers_spares_the_healthy_and_costs_errors() -> None:
    hasty, patient = Rule(10, 20, 2), Rule(10, 300, 2)
    assert tally(hasty, 1, 1).stopped > 5 + tally(patient, 1, 1).stopped
    assert tally(hasty, 1, 5).failed < tally(patient, 1, 5).failed


def test_a_larger_share_hits_more_people_before_anybody_knows() -> None:
    assert tally(Rule(50, 300, 2), 1, 5).failed > tally(Rule(10, 300, 2), 1, 5).failed


def test_a_canary_is_judged_against_the_old_version_and_not_against_none() -> None:
    """An outage that hits both is no reason to take the new one back."""
    rule = Rule(20, 500, 10)
    assert canary(rule, 40, 40, seed=1).stopped is None
    assert canary(rule, 10, 40, seed=1).stopped is not None
