"""Overlap and average precision, against what can be worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.labs.omniverse.warehouse.scoring import overlap, score
from tests.late import Late, wants

metrics = Late("sklearn.metrics")

LABEL = (0.0, 0.0, 10.0, 10.0)
FAR = (40.0, 40.0, 50.0, 50.0)
BOXES = st.tuples(*[st.integers(0, 30)] * 2, *[st.integers(31, 60)] * 2)


@pytest.mark.parametrize(
    ("box", "share"),
    [
        (LABEL, 1.0),
        (FAR, 0.0),
        ((10.0, 0.0, 20.0, 10.0), 0.0),
        ((5.0, 0.0, 15.0, 10.0), 1 / 3),
        ((0.0, 0.0, 10.0, 8.0), 0.8),
        ((3.0, 3.0, 3.0, 3.0), 0.0),  # a box without any area
    ],
)
def test_overlap_by_hand(box: tuple[float, ...], share: float) -> None:
    assert overlap(LABEL, box) == pytest.approx(share)


@given(BOXES, BOXES)
def test_overlap_is_a_share_and_the_same_both_ways(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    assert 0 <= overlap(one, other) == overlap(other, one) <= 1
    assert overlap(one, one) == 1


def test_a_second_report_of_one_drum_is_false() -> None:
    found = score([[(0.9, LABEL), (0.8, LABEL)]], [[LABEL]])
    assert (found.hits, found.false, found.found) == (1, 1, 1.0)
    assert found.precision == 1.0  # the false one comes after all drums


def test_a_report_less_than_half_sure_counts_in_the_average_only() -> None:
    found = score([[(0.4, LABEL)]], [[LABEL]])
    assert (found.hits, found.false, found.precision) == (0, 0, 1.0)


def test_a_false_report_that_is_surer_costs_and_a_missing_drum_costs() -> None:
    assert score([[(0.9, FAR), (0.8, LABEL)]], [[LABEL]]).precision == 0.5
    assert score([[(0.9, LABEL)], []], [[LABEL], [LABEL]]).precision == 0.5


def test_without_reports_and_without_drums_nothing_is_found() -> None:
    assert score([[]], [[LABEL]]).precision == 0.0
    assert score([[(0.9, FAR)]], [[]]).found == 0.0


@wants("sklearn")
@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_average_precision_lies_on_or_above_the_stepwise_one_of_scikit_learn(
    right: list[bool],
) -> None:
    """Ours takes the best precision from each hit on, as detection does."""
    sure = [1 - place / 20 for place in range(len(right))]
    reports = [
        [(one, LABEL if is_right else FAR)]
        for one, is_right in zip(sure, right, strict=True)
    ]
    labels = [[LABEL] if is_right else [] for is_right in right]
    found = score(reports, labels).precision
    if any(right):
        stepwise = metrics.average_precision_score(right, sure)
        assert stepwise - 1e-9 <= found <= 1
        if sorted(right, reverse=True) == right:
            assert found == pytest.approx(stepwise)
