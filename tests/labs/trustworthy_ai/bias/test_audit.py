"""The audit of the loan model: its measures, its model, and what it refuses."""

import math
import random

import pytest

from certlab.errors import Refusal
from certlab.labs.trustworthy_ai import bias


def test_three_rates_and_their_gaps_by_hand() -> None:
    groups = ["A"] * 4 + ["B"] * 4
    approved = [True, True, True, False, True, False, False, False]
    repaid = [True, True, False, True, True, True, True, False]
    audit = bias.audit(groups, approved, repaid)
    assert audit.rates["A"] == {"approved": 0.75, "opportunity": 2 / 3, "repay": 2 / 3}
    assert audit.rates["B"] == {"approved": 0.25, "opportunity": 1 / 3, "repay": 1.0}
    assert audit.gap("approved") == 0.5
    assert audit.accuracy == 4 / 8


def test_a_rate_without_anybody_is_none_and_leaves_the_gap_alone() -> None:
    audit = bias.audit(["A", "B"], [False, True], [True, True])
    assert audit.rates["A"]["repay"] is None
    assert audit.gap("repay") == 0.0
    assert " - " in str(audit)


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        (["A", "A"], "Group B has no members"),
        (["A"], "1 groups, 2 decisions and 2 outcomes"),
    ],
)
def test_a_missing_group_and_a_short_list_are_refused(
    groups: list[str], says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        bias.audit(groups, [True, False], [True, True])


def test_bands_of_scores_count_everybody_once() -> None:
    draw = random.Random(3)
    scores = [draw.random() for _ in range(500)] + [0.0, 1.0]
    bands = bias.calibration(scores, [True] * 502)
    assert sum(count for *_, count in bands) == 502
    assert [round(mean, 1) for mean, *_ in bands] == [0.1, 0.3, 0.5, 0.7, 0.9]


def test_the_fit_stands_where_the_gradient_is_zero() -> None:
    loans = bias.drawn(400)
    rows = [one.features for one in loans]
    labels = [one.recorded for one in loans]
    model = bias.fit(rows, labels)
    for column in range(len(bias.COLUMNS)):
        slope = sum(
            (model.score(row) - label) * row[column]
            for row, label in zip(rows, labels, strict=True)
        )
        assert abs(slope / len(rows)) < 1e-3
    off = sum(map(model.score, rows)) - sum(labels)
    assert abs(off / len(rows)) < 1e-3


def test_a_weight_of_two_is_a_person_twice() -> None:
    loans = bias.drawn(200)
    rows = [one.features for one in loans]
    labels = [one.recorded for one in loans]
    doubled = bias.fit([*rows, *rows[:50]], [*labels, *labels[:50]])
    weighted = bias.fit(rows, labels, weights=[2.0] * 50 + [1.0] * 150)
    for one, other in zip(doubled.coefficients, weighted.coefficients, strict=True):
        assert math.isclose(one, other, abs_tol=1e-6)


def test_a_large_penalty_leaves_no_covariance_of_group_and_score() -> None:
    loans = bias.drawn(1000)
    rows = [one.features for one in loans]
    labels = [one.recorded for one in loans]
    groups = [one.group for one in loans]

    def covariance(penalty: float) -> float:
        model = bias.fit(rows, labels, groups=groups, penalty=penalty)
        share = groups.count("B") / len(groups)
        logit = [math.log(s / (1 - s)) for s in map(model.score, rows)]
        leans = zip(groups, logit, strict=True)
        return abs(sum(((g == "B") - share) * s for g, s in leans) / len(rows))

    assert covariance(1000) < 0.01
    assert covariance(0) > 0.01


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(Refusal, match="lists of 1, 2 entries"):
        bias.fit([(1.0,), (2.0,)], [True])


def test_scikit_learn_fits_the_same_model() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    loans = bias.drawn(500)
    rows = [one.features for one in loans]
    labels = [one.recorded for one in loans]
    theirs = linear.LogisticRegression(C=1e6).fit(rows, labels)
    ours = bias.fit(rows, labels)
    for one, other in zip(ours.coefficients, theirs.coef_[0], strict=False):
        assert math.isclose(one, other, abs_tol=2e-3)


def test_what_the_draw_is_made_for_holds() -> None:
    """Labels are unjust to B, the district tells the group, and nothing else does."""
    loans = bias.drawn(4000)
    b = [one for one in loans if one.group == "B"]
    a = [one for one in loans if one.group == "A"]
    lost = [sum(x.repaid and not x.recorded for x in own) / len(own) for own in (a, b)]
    assert lost[0] < 0.04
    assert lost[1] > 0.1
    assert sum(x.district for x in b) / len(b) - sum(x.district for x in a) / len(a) > 3
    assert bias.drawn(50) == bias.drawn(50) != bias.drawn(50, seed=8)
