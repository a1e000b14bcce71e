"""What a lab hears of Triton."""

import pytest

from certlab.labs.triton.real import desk


def test_counters_are_taken_when_they_stand_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Triton counts a request a moment after it has answered it."""
    lab = desk.Desk("30_ensembles_cache_metrics")
    found = iter(["nv_a 1", "nv_a 2", "nv_a 2", "nv_a 3"])
    monkeypatch.setattr(desk, "_STILL", 0)
    monkeypatch.setattr(lab, "_counters", lambda: next(found))
    assert lab._settled() == "nv_a 2"
