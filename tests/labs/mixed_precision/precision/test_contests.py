"""The contests of training and of storage: same answer, and bytes that are really there."""

from dataclasses import replace

import numpy as np
import pytest

from certlab.errors import BackendError
from certlab.labs.mixed_precision.real.precision import contest, storage
from certlab.labs.mixed_precision.real.precision.device import Device
from certlab.labs.mixed_precision.real.precision.sizes import Sizes
from tests.late import wants

pytestmark = wants("torch")

SMALL = Sizes(width=32, epochs=4, batch=64, product=32, why="")


@pytest.mark.parametrize(
    ("id", "ratio"),
    [
        ("half-memory", 2.0),
        ("weights-int8", 16 / (8 + 16 / 128)),
        ("weights-int8-fp32", 32 / (8 + 16 / 128)),
        ("weights-int4", 16 / (4 + 16 / 128)),
    ],
)
def test_weights_take_the_bytes_of_their_type_and_their_scales(
    id: str, ratio: float
) -> None:
    one = next(found for found in storage.contests() if found.id == id)
    ready = one.make()
    assert ready.same() == ""
    old, new = ready.old(), ready.new()
    assert isinstance(old, int)
    assert isinstance(new, int)
    assert old / new == pytest.approx(ratio, rel=1e-3)


def test_only_the_bytes_of_arrays_count() -> None:
    kept: list[object] = []

    def store() -> object:
        kept.append(bytearray(100_000))  # somebody else's, at the same time
        return np.zeros(1000, "f4")

    assert storage.allocated(store) == 4000


@pytest.mark.parametrize("dtype", list(storage.STORE))
def test_stored_weights_come_back(dtype: str) -> None:
    weights = np.random.default_rng(1).standard_normal((2, 256))
    again = storage.restored(storage.STORE[dtype](weights), weights.shape, dtype)
    worst = {"FP32": 1e-6, "FP16": 2e-3, "INT8": 0.03, "INT4": 0.5}[dtype]
    assert again.shape == weights.shape
    assert float(abs(again - weights).max()) < worst
    assert np.corrcoef(again.ravel(), weights.ravel())[0, 1] > 0.98


def test_weights_that_are_off_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(storage.STORE, "FP16", lambda one: one.astype("f2") * 2)
    one = next(found for found in storage.contests() if found.id == "half-memory")
    assert "steps off" in one.make().same()


def test_a_training_step_in_both_types_learns_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    monkeypatch.setattr(contest, "_place", lambda _where: ("cpu", SMALL))
    ready = contest.contests()["amp-time"].make()
    assert ready.same() == ""
    before, _ = ready.old(), ready.new()
    for _ in range(20):
        after = ready.old()
    assert after < before  # type: ignore[operator]  # losses


def test_a_training_that_misses_the_accuracy_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    monkeypatch.setattr(contest, "_place", lambda _where: ("cpu", SMALL))
    monkeypatch.setattr(contest, "MARGIN", -1.0)
    assert "accuracy" in contest.contests()["amp-time"].make().same()


def test_a_processor_without_bf16_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "device", lambda _want: Device("cpu", "", ()))
    for id in ("amp-time", "product-bf16"):
        with pytest.raises(BackendError, match="no instructions for BF16"):
            contest.contests()[id].make()


def test_a_small_batch_takes_more_memory_in_a_narrow_type() -> None:
    found = contest.contests()
    many, few = (found[id].make() for id in ("amp-memory", "amp-memory-small-batch"))
    assert many.old() > many.new()  # type: ignore[operator]  # bytes
    assert few.old() < few.new()  # type: ignore[operator]  # bytes


def test_a_gpu_changes_what_the_sides_say(monkeypatch: pytest.MonkeyPatch) -> None:
    from certlab.compute.gpus import Gpu, Gpus

    monkeypatch.setattr(contest, "gpus", lambda: Gpus((Gpu("a GPU", 80.0, "1", "9"),)))
    one = contest.contests()["amp-time"]
    assert (one.old.device, one.old.threads, one.new.size) == (
        *("gpu", 0),
        "8,192 wide, 256 pictures a step",
    )
    assert replace(one.old, dtype=one.new.dtype, name=one.new.name) == one.new
