"""Held-out collectives: what is fitted, what is judged, and what is said."""

import pytest

from benchmarks.speed import predicted_speed
from certlab.labs.distributed.collectives import Cost, by_gloo
from certlab.labs.distributed.real.ranks import collectives
from certlab.labs.distributed.real.ranks.collectives import Row

LINE = Cost(50e-6, 1e-9, "one")
MEASURED = [
    (kind, ranks, size)
    for kind in predicted_speed._KINDS
    for ranks in predicted_speed._COUNTS
    for size in predicted_speed._SIZES
]


def timed(worse: float) -> list[Row]:
    """Times on a line; those on three ranks by so much off it."""
    rows = []
    for kind, ranks, size in MEASURED:
        seconds = LINE.seconds(by_gloo(kind, ranks, size))
        seconds *= 1 if ranks != 3 else worse
        rows.append(Row(kind, ranks, size, seconds, (seconds,)))
    return rows


@pytest.mark.parametrize(
    ("worse", "value", "met"), [(1.0, 0.0, "yes"), (2.0, 50.0, "no")]
)
def test_only_what_was_not_fitted_is_judged(
    monkeypatch: pytest.MonkeyPatch, worse: float, value: float, met: str
) -> None:
    monkeypatch.setattr(collectives, "measure", lambda *_, **__: timed(worse))
    monkeypatch.setattr(predicted_speed, "SHARED", (LINE.shared,))
    (row,) = predicted_speed.predicted_rows()
    assert row.found is not None
    # Of nine held out of each kind five are on three ranks, and decide the median.
    assert row.found.value == pytest.approx(value, abs=0.01)
    within = 12 if worse > 1 else 27
    assert row.note == f"Counting one thing for all ranks; {within} of 27 within 30 %."
    assert row.met in (met, "unsure")
