"""The simulator beside PyTorch: its scaler step by step, its rounding value by value."""

import math
import random
import struct
from typing import Any

import pytest

from certlab.labs.mixed_precision.loss_scale import (
    BF16,
    FP16,
    FP32,
    Format,
    Network,
    Scaler,
    Training,
)
from tests.late import Late

torch = Late("torch")


class Beside:
    """Both scalers, told the same story."""

    def __init__(self, **numbers: float) -> None:
        names = {
            "scale": "init_scale",
            "growth": "growth_factor",
            "backoff": "backoff_factor",
            "interval": "growth_interval",
        }
        given = {names[name]: value for name, value in numbers.items()}
        self.theirs = torch.amp.GradScaler("cpu", **given)  # type: ignore[arg-type]  # an int among floats
        self.ours = Scaler(**numbers)  # type: ignore[arg-type]  # as above
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.optimizer = torch.optim.SGD([self.weight], lr=1.0)

    def step(self, gradient: float) -> bool:
        """One step of both; whether theirs was skipped."""
        before = self.weight.detach().clone()
        self.optimizer.zero_grad()
        self.theirs.scale((self.weight * 0).sum())
        # Scaled as the loss is, so that a good step moves the first weight by one.
        self.weight.grad = torch.tensor([self.ours.scale, gradient])
        self.theirs.step(self.optimizer)
        self.theirs.update()
        self.ours = self.ours.after(not math.isfinite(gradient))
        return bool(torch.equal(before, self.weight.detach()))

    def agree(self) -> bool:
        state = self.theirs.state_dict()
        found = (state["scale"], state["_growth_tracker"])
        return found == (self.ours.scale, self.ours.good)


def test_the_defaults_are_those_of_torch() -> None:
    theirs, ours = torch.amp.GradScaler("cpu"), Scaler()
    assert theirs.state_dict() == {
        "scale": ours.scale,
        "growth_factor": ours.growth,
        "backoff_factor": ours.backoff,
        "growth_interval": ours.interval,
        "_growth_tracker": ours.good,
    }


@pytest.mark.parametrize("seed", range(5))
def test_every_step_is_that_of_torch(seed: int) -> None:
    rng = random.Random(seed)
    both = Beside(
        scale=2.0 ** rng.randint(-3, 30),
        growth=rng.choice([2.0, 4.0, 1.5]),
        backoff=rng.choice([0.5, 0.25, 0.75]),
        interval=rng.randint(1, 9),
    )
    for n in range(300):
        bad = rng.random() < 0.15
        gradient = rng.choice([math.inf, -math.inf, math.nan] if bad else [1.0, 0.0])
        skipped = both.step(gradient)
        assert skipped == bad, n
        if both.ours.scale not in FP32.round([both.ours.scale]):
            break  # factors that are no powers of two: theirs is rounded to FP32
        assert both.agree(), n


def test_two_thousand_good_steps_and_one_bad() -> None:
    both = Beside()
    for _ in range(2000):
        both.step(1.0)
        assert both.agree()
    assert both.ours.scale == 131072.0
    both.step(math.inf)
    assert both.agree()
    assert both.ours.scale == 65536.0


def test_a_scale_that_would_be_infinite_is_not_taken() -> None:
    both = Beside(scale=2.0**126, interval=1)
    for _ in range(4):
        both.step(1.0)
        assert both.agree()
    assert both.ours.scale == 2.0**127


TYPES = [(FP16, "float16"), (BF16, "bfloat16")]


@pytest.mark.parametrize(("format", "name"), TYPES)
def test_limits_are_those_of_torch(format: Format, name: str) -> None:
    dtype = getattr(torch, name)
    theirs = torch.finfo(dtype)
    assert theirs.max == format.largest
    assert theirs.smallest_normal == 2.0**format.normal
    every = torch.arange(2**16, dtype=torch.int32).to(torch.int16).view(dtype)
    values = every.to(torch.float64)
    assert float(values[values > 0].min()) == 2.0**format.smallest


@pytest.mark.parametrize(("format", "name"), TYPES)
def test_rounding_is_that_of_torch(format: Format, name: str) -> None:
    """Every value, the middle of each pair of neighbours, and its two sides."""
    dtype = getattr(torch, name)
    every = torch.arange(2**16, dtype=torch.int32).to(torch.int16).view(dtype)
    finite = every.float()[every.isfinite()].sort().values
    middle = ((finite[1:].double() + finite[:-1].double()) / 2).float()
    least = torch.tensor(math.inf)
    tested = torch.cat(
        [finite, middle, middle.nextafter(least), middle.nextafter(-least)]
    )
    found = format.round(tested.tolist())
    assert found == tested.to(dtype).double().tolist()


def test_random_bits_round_as_in_torch() -> None:
    rng = random.Random(1)
    words = [rng.getrandbits(32) for _ in range(20_000)]
    values = list(struct.unpack("20000f", struct.pack("20000I", *words)))
    for format, name in TYPES:
        dtype = getattr(torch, name)
        theirs = torch.tensor(values).to(dtype).double().tolist()
        for value, ours, right in zip(
            values, format.round(values), theirs, strict=True
        ):
            assert ours == right or (math.isnan(ours) and math.isnan(right)), value


@pytest.mark.parametrize("scale", [1.0, 65536.0])
def test_gradients_are_those_of_torch(scale: float) -> None:
    training = Training()
    network, samples = training.network(), training.samples()
    ours = network.run(samples, FP32, scale)
    loss, weights = torch_loss(network, training)
    (loss * scale).backward()
    assert ours.loss == pytest.approx(loss.item(), rel=1e-5)
    for slopes, weight in zip(ours.gradients, weights, strict=True):
        theirs = weight.grad
        assert theirs is not None
        torch.testing.assert_close(torch.tensor(slopes), theirs, rtol=1e-4, atol=1e-5)


def torch_loss(network: Network, training: Training) -> tuple[Any, list[Any]]:
    weights = [torch.tensor(one, requires_grad=True) for one in network.layers]
    samples = training.samples()
    values = torch.tensor([inputs for inputs, _ in samples])
    wanted = torch.tensor([[one] for _, one in samples])
    for weight in weights[:-1]:
        values = torch.relu(values @ weight.T)
    return torch.nn.functional.mse_loss(values @ weights[-1].T, wanted), weights
