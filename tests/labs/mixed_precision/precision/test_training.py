"""Training in four ways: the same accuracy, and a scaler that does what it is for."""

import math
import sys
from statistics import mean
from types import SimpleNamespace

import pytest

from certlab.errors import BackendError
from certlab.labs.mixed_precision.real import precision
from certlab.labs.mixed_precision.real.precision import Digits, Recipe
from tests.late import Late

torch = Late("torch")

FP32, BF16, FP16, SCALED = precision.RECIPES
MARGIN = 0.02  # of the held-out pictures, about seven of 360


@pytest.fixture(autouse=True)
def _one_thread() -> object:
    """Threads that wait for each other on a busy machine take minutes."""
    before, put = torch.get_num_threads(), torch.set_num_threads
    put(1)
    yield
    put(before)  # a test may have hidden torch


@pytest.fixture(scope="module")
def data() -> Digits:
    return precision.digits()


def test_the_pictures_are_apart(data: Digits) -> None:
    assert len(data.labels) + len(data.held_labels) == 1797
    assert len(data.held_labels) == 360
    rows = {tuple(row) for row in data.pixels.tolist()}
    assert not rows & {tuple(row) for row in data.held_pixels.tolist()}
    assert float(data.pixels.min()) == 0
    assert float(data.pixels.max()) == 1


def accuracy(recipe: Recipe, data: Digits) -> float:
    """Of two small trainings on average."""
    seeds, small = range(2), {"width": 256, "epochs": 10}
    return mean(precision.train(recipe, data, seed=n, **small).accuracy for n in seeds)


@pytest.fixture(scope="module")
def right(data: Digits) -> float:
    """The accuracy in FP32."""
    return accuracy(FP32, data)


def test_fp32_reads_the_pictures(right: float) -> None:
    assert right > 0.9


@pytest.mark.parametrize("recipe", [BF16, FP16, SCALED], ids=lambda one: str(one.name))
def test_every_recipe_reads_the_pictures_as_well(
    recipe: Recipe, data: Digits, right: float
) -> None:
    assert accuracy(recipe, data) > right - MARGIN


def test_one_seed_gives_one_training(data: Digits) -> None:
    runs = [precision.train(BF16, data, width=64, epochs=1, watch=True) for _ in "ab"]
    assert [one.loss for one in runs[0].steps] == [one.loss for one in runs[1].steps]
    other = precision.train(BF16, data, width=64, epochs=1, watch=True, seed=1)
    assert other.steps[0].loss != runs[0].steps[0].loss


def test_the_scaler_is_watched(data: Digits) -> None:
    run = precision.train(
        SCALED, data, width=64, epochs=2, watch=True, init_scale=2.0**26
    )
    scales = [one.scale for one in run.steps]
    good = [one for one in run.steps if not one.overflow]
    skipped = len(run.steps) - len(good)
    assert skipped >= 2
    assert len(good) >= 2
    assert scales == [2.0 ** (26 - min(n, skipped)) for n in range(10)]
    assert all(math.isinf(one.peak) for one in run.steps if one.overflow)
    for one in good:  # what fitted was within FP16, and nearly filled it
        assert 65504 / 16 < one.peak * one.scale <= 65504


def test_a_skipped_step_changes_nothing(data: Digits) -> None:
    run = precision.train(
        SCALED, data, width=64, epochs=2, batch=1437, watch=True, init_scale=2.0**60
    )
    assert [one.overflow for one in run.steps] == [True, True]
    losses = {round(one.loss, 3) for one in run.steps}  # the same pictures, reordered
    assert len(losses) == 1


def test_without_a_scaler_there_is_no_scale(data: Digits) -> None:
    run = precision.train(FP16, data, width=64, epochs=1, watch=True)
    assert {one.scale for one in run.steps} == {1.0}
    assert precision.train(FP16, data, width=64, epochs=1).steps == ()
    assert run.peak_bytes is None


def test_scikit_learn_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(BackendError, match="run %pip install scikit-learn"):
        precision.digits()


class Gpu:
    """A GPU's clock and counter, where there is no GPU; tensors stay on the host."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits = self.resets = 0
        cuda = torch.cuda
        home = {torch.Tensor: torch.Tensor.to, torch.nn.Module: torch.nn.Module.to}
        for kind, to in home.items():
            monkeypatch.setattr(kind, "to", self._staying(to))
        monkeypatch.setattr(cuda, "synchronize", self._wait)
        monkeypatch.setattr(cuda, "reset_peak_memory_stats", self._reset)
        monkeypatch.setattr(cuda, "max_memory_allocated", lambda: 123_456)
        monkeypatch.setattr(cuda, "is_bf16_supported", lambda: True)
        monkeypatch.setattr(cuda.amp.common, "amp_definitely_not_available", bool)

    @staticmethod
    def _staying(to):  # type: ignore[no-untyped-def]  # any signature of torch's
        def stay(one, place=None, *more, **named):  # type: ignore[no-untyped-def]  # as above
            if place in {None, "cuda"}:
                return to(one, *more, **named) if more or named else one
            return to(one, place, *more, **named)

        return stay

    def _wait(self) -> None:
        self.waits += 1

    def _reset(self) -> None:
        self.resets += 1


@pytest.mark.parametrize("recipe", precision.RECIPES, ids=lambda one: one.name)
def test_on_a_gpu_the_clock_waits_and_memory_is_read(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpu = Gpu(monkeypatch)
    data = precision.digits("cuda")
    assert data.device == "cuda"
    run = precision.train(recipe, data, width=32, epochs=1, watch=True)
    assert len(run.steps) == 5
    assert gpu.waits == 2 * 5  # before and after each step
    assert gpu.resets == 1
    assert run.peak_bytes == 123_456
    assert {one.scale for one in run.steps} == {65536.0 if recipe.scaled else 1.0}
    timed = precision.products(16, "cuda", seconds=0.01)
    assert timed.keys() == {"FP32", "BF16", "FP16"}
    assert gpu.waits > 10


@pytest.mark.parametrize(
    ("capability", "native"),
    [
        ((9, 0), ("BF16", "FP16")),
        ((8, 0), ("BF16", "FP16")),
        ((7, 5), ("FP16",)),
        ((6, 1), ()),
    ],
)
def test_a_gpu_is_told_with_what_it_multiplies(
    capability: tuple[int, int],
    native: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cuda = SimpleNamespace(
        is_available=lambda: True,
        get_device_capability=lambda: capability,
        get_device_name=lambda: "A card",
    )
    monkeypatch.delenv("CERTLAB_BACKEND", raising=False)
    monkeypatch.setattr("torch.cuda", cuda)
    found = precision.device()
    assert (found.name, found.native) == ("cuda", native)
    assert f"PyTorch {torch.__version__} on A card; it" in str(found)
    assert precision.device("cpu").name == "cpu"


def test_a_gpu_that_is_asked_for_is_never_replaced() -> None:
    if torch.cuda.is_available():
        pytest.skip("no GPU may be here for this one")
    with pytest.raises(BackendError, match="finds no GPU"):
        precision.device("gpu")


def test_without_torch_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(BackendError, match="run %pip install torch"):
        precision.device()


@pytest.mark.parametrize(
    ("supported", "says"),
    [
        ((True, True), "it multiplies BF16 and FP16 itself."),
        ((True, False), "it multiplies BF16 itself."),
        ((False, False), "it converts BF16 and FP16 to FP32."),
        (None, "it converts BF16 and FP16 to FP32."),
    ],
)
def test_a_processor_without_bf16_is_told(
    supported: tuple[bool, bool] | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = supported and SimpleNamespace(
        _is_mkldnn_bf16_supported=lambda: supported[0],
        _is_mkldnn_fp16_supported=lambda: supported[1],
    )
    monkeypatch.setattr("torch.ops", SimpleNamespace(mkldnn=answers))
    assert str(precision.device("cpu")).endswith(says)


@pytest.mark.parametrize(
    ("name", "native", "width"),
    [
        ("cuda", ("BF16", "FP16"), 8192),
        ("cuda", ("FP16",), 8192),
        ("cpu", ("BF16", "FP16"), 1024),
        ("cpu", ("BF16",), 128),
        ("cpu", (), 128),
    ],
)
def test_what_has_no_instructions_gets_a_small_network(
    name: str, native: tuple[str, ...], width: int
) -> None:
    found = precision.sizes(precision.Device(name, "", native))
    assert found.width == width
    assert found.why.endswith(".")
