"""A checkpoint loaded alone: what it fills, what it refuses, and that it says nothing."""

import logging
from pathlib import Path

import pytest

from certlab.labs.storage.real.saved import load

torch = pytest.importorskip("torch")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A checkpoint of one process."""
    from torch.distributed import checkpoint

    where = tmp_path / "step"
    state = {"weight": torch.arange(12.0), "step": 5}
    with pytest.warns(UserWarning, match="single process"):
        checkpoint.save(state, checkpoint_id=str(where), no_dist=True)
    return where


def test_it_fills_what_is_allocated_and_says_nothing(
    saved: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    state = {"weight": torch.empty(12), "step": 0}
    load(state, saved)
    assert torch.equal(state["weight"], torch.arange(12.0))
    assert state["step"] == 5
    assert capfd.readouterr() == ("", "")


def test_without_its_metadata_it_is_refused_and_logging_goes_on(
    saved: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from torch.distributed.checkpoint.api import CheckpointException

    (saved / ".metadata").unlink()
    with pytest.raises(CheckpointException):
        load({"weight": torch.empty(12)}, saved)
    assert capfd.readouterr() == ("", "")
    assert logging.root.manager.disable == 0
