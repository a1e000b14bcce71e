"""Where calibrators cut a histogram, and what that costs."""

import pytest

from certlab.errors import Refusal
from certlab.labs.tensorrt.calibration import (
    LEVELS,
    Histogram,
    by_entropy,
    by_error,
    by_max,
    by_percentile,
    loss,
)
from certlab.labs.tensorrt.page import SHARE, activations, thresholds
from tests.page_rules import called

OUTLIER = Histogram((90.0, 9.0, *[0.0] * 97, 1.0), 0.1)  # the last value at ten


def test_a_value_within_the_range_is_at_most_half_a_step_off() -> None:
    for middle in range(50):
        counts = [0.0] * 50
        counts[middle] = 1.0
        cost = loss(Histogram(tuple(counts), 0.02), 50, 8)
        assert cost.clipping == 0
        assert cost.root <= 1.0 / LEVELS[8] / 2 + 1e-12


def test_a_value_beyond_the_range_costs_its_distance_from_the_end() -> None:
    cost = loss(Histogram((0.0, 0.0, 0.0, 2.0), 1.0), 2, 8)
    assert cost.rounding == 0
    assert cost.clipping == pytest.approx((3.5 - 2) ** 2)


def test_minmax_keeps_the_outlier_and_a_share_does_not() -> None:
    assert by_max(OUTLIER) == 100
    assert by_percentile(OUTLIER, 0.99) == 2
    assert by_percentile(OUTLIER, 1.0) == 100


def test_the_least_error_is_the_least() -> None:
    for bits in LEVELS:
        best = by_error(OUTLIER, bits)
        least = loss(OUTLIER, best, bits).root
        assert all(least <= loss(OUTLIER, kept, bits).root for kept in range(1, 101))


def test_entropy_keeps_all_of_a_flat_histogram_and_cuts_a_long_tail() -> None:
    flat = Histogram((5.0,) * 200, 1.0)
    assert by_entropy(flat, 4) == 200
    assert by_entropy(activations(), 4) < by_max(activations()) / 2


def test_entropy_agrees_with_onnxruntime_on_the_pictured_histogram() -> None:
    """Its calibrator merges from the middle of a two-sided histogram; ours has one side."""
    np = pytest.importorskip("numpy")
    calibrate = pytest.importorskip("onnxruntime.quantization.calibrate")
    ours = activations()
    both = np.array([*ours.counts[::-1], *ours.counts], dtype=np.int64)
    end = len(ours.counts) * ours.width
    edges = np.linspace(-end, end, len(both) + 1)
    collector = calibrate.HistogramCollector(
        "entropy", True, len(both), 2 * LEVELS[8] + 1, 99.999, "same"
    )
    theirs = collector.get_entropy_threshold(
        (both, edges, -end, end, end), 2 * LEVELS[8] + 1
    )
    kept = round(float(theirs[1]) / ours.width)
    assert abs(kept - by_entropy(ours, 8)) <= 0.1 * kept


def test_nothing_to_calibrate_with_is_refused_in_one_sentence() -> None:
    for counts in ((), (0.0, 0.0)):
        with pytest.raises(Refusal, match="holds no values: run at least one input"):
            Histogram(counts, 1.0)


def test_the_page_reckons_as_the_simulator_does() -> None:
    shown = activations()
    cases = [(kept, bits) for kept in (1, 8, 70, 148, 256) for bits in LEVELS]
    given = [([*shown.counts], shown.width, kept, LEVELS[bits]) for kept, bits in cases]
    answers = called("labs/tensorrt/static/clipping/clipping.js", "loss", given)
    for (kept, bits), page in zip(cases, answers, strict=True):
        cost = loss(shown, kept, bits)
        assert page["rounding"] == pytest.approx(cost.rounding)
        assert page["clipping"] == pytest.approx(cost.clipping)


def test_the_marks_of_the_page_are_those_of_the_calibrators() -> None:
    marks = thresholds()["8"]
    assert marks["percentile"] == by_percentile(activations(), SHARE)
    assert marks["max"] == len(activations().counts)
