"""One contest here: run, refused, left out, or failed in a clause."""

import sys
from dataclasses import replace

import pytest

from certlab.bench import trial, wording
from certlab.bench.trial import NO_GPU, run
from certlab.compute.gpus import Gpu, Gpus
from certlab.errors import BackendError, CourseError
from tests.bench.made import contest, weighing


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that lists a GPU."""
    found = Gpus((Gpu("a GPU", 80.0, "580", "9.0"),))
    monkeypatch.setattr(trial, "gpus", lambda: found)


def test_a_contest_is_measured_old_over_new_with_an_interval() -> None:
    closed: list[str] = []
    found = run(contest(closed=closed), ["engine"], 0.01)
    assert found.state == "measured"
    assert found.found is not None
    assert found.old is not None
    assert found.new is not None
    assert found.found.low <= found.found.value <= found.found.high
    assert found.old.value > found.new.value > 0
    assert found.found.value == pytest.approx(
        found.old.value / found.new.value, rel=0.5
    )
    assert closed == ["sums"]


def test_unlike_sides_are_refused_before_anything_is_made() -> None:
    closed: list[str] = []
    found = run(contest(closed=closed), ["dtype"], 0.01)
    assert (found.state, found.says) == ("refused", "refused: C against Python")
    assert closed == []


def test_different_answers_are_refused_before_anything_is_timed() -> None:
    calls: list[int] = []
    closed: list[str] = []
    bad = contest(same=lambda: "7 is not 8", new=lambda: calls.append(1), closed=closed)
    found = run(bad, ["engine"], 0.01)
    assert found.says == "refused: different answers (7 is not 8)"
    assert found.state == "refused"
    assert calls == []
    assert closed == ["sums"]


def test_what_raises_is_a_clause_and_is_closed() -> None:
    def broken() -> object:
        raise ZeroDivisionError("by nothing.\nand more")

    closed: list[str] = []
    found = run(contest(new=broken, closed=closed), ["engine"], 0.01)
    assert (found.state, found.says) == (
        "failed",
        "failed: ZeroDivisionError: by nothing",
    )
    assert closed == ["sums"]


@pytest.mark.parametrize(
    ("error", "state", "says"),
    [
        (BackendError("There is no room."), "left out", "There is no room"),
        (CourseError("The disk is full."), "failed", "failed: The disk is full"),
        (OSError(), "failed", "failed: OSError"),
    ],
)
def test_what_cannot_be_made_says_why(error: Exception, state: str, says: str) -> None:
    def make() -> object:
        raise error

    found = run(replace(contest(), make=make), ["engine"], 0.01)
    assert (found.state, found.says) == (state, says)


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "gpus", lambda: Gpus((), "none"))
    found = run(contest(device="gpu"), ["engine", "device", "threads"], 0.01)
    assert (found.state, found.says) == ("left out", NO_GPU)


@pytest.mark.usefixtures("gpu")
def test_with_a_gpu_it_is_run() -> None:
    found = run(contest(device="gpu"), ["engine", "device", "threads"], 0.01)
    assert found.state == "measured"


@pytest.mark.parametrize(
    ("needs", "says"),
    [
        (("polars",), "polars is not installed; run pip install 'certlab[data]'"),
        (("nowhere",), "nowhere is not installed; run pip install nowhere"),
        (("sys", "polars", "duckdb"), "polars and duckdb are not installed; run pip install 'certlab[data]'"),
    ],
)  # fmt: skip
def test_a_missing_package_is_one_clause_with_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, needs: tuple[str, ...], says: str
) -> None:
    for name in ("polars", "duckdb"):
        monkeypatch.setitem(sys.modules, name, None)
    found = run(contest(needs=needs), ["engine"], 0.01)
    assert (found.state, found.says) == ("left out", says)


def test_bytes_are_counted_and_not_timed() -> None:
    found = run(weighing(), ["dtype"], 0.01)
    assert found.found is not None
    assert (found.found.value, found.found.low, found.found.high) == (2, 2, 2)
    bad = run(weighing(old="many"), ["dtype"], 0.01)
    assert (
        bad.says
        == "failed: a side gave 'many' for what it takes, which is not an amount"
    )


def test_simulated_seconds_are_taken_as_they_are_said() -> None:
    told = replace(weighing(old=0.6, new=0.2), measures="simulated")
    found = run(told, ["dtype"], 0.01)
    assert found.found is not None
    assert found.found.value == pytest.approx(3)
    assert "600 ms against 200 ms" in wording.told(found)


def test_ctrl_c_goes_through_and_closes() -> None:
    closed: list[str] = []

    def stop() -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(contest(new=stop, closed=closed), ["engine"], 0.01)
    assert closed == ["sums"]
