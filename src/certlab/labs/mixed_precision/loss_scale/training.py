"""Training the small network in one format, with or without a scale, step by step.

The loss may carry a weight. Adam divides it out again, so in exact arithmetic every
weight trains alike: what differs between formats is what rounding took.
"""

import math
import random
from dataclasses import dataclass, field

from certlab.labs.mixed_precision.loss_scale.network import Matrix, Network, Sample
from certlab.labs.mixed_precision.loss_scale.rounding import FP32, Format
from certlab.labs.mixed_precision.loss_scale.scaler import Scaler

# Adam as the paper has it, but for an epsilon that leaves gradients of 1e-9 their say.
_RATE, _FIRST, _SECOND, _EPSILON = 0.02, 0.9, 0.999, 1e-15


@dataclass(frozen=True)
class Step:
    """What one step found, before the scaler looked at it.

    Attributes:
        loss: mean squared error, without weight and scale.
        scale: what the loss was multiplied by.
        overflow: a gradient was infinite or no number: the step was skipped.
        zeros: share of the gradients that were zero, 0 to 1.
        peak: the largest gradient without its scale, those of activations
            included; infinite on an overflow.
    """

    loss: float
    scale: float
    overflow: bool
    zeros: float
    peak: float

    def limit(self, format: Format) -> float:
        """The largest scale, of any real number, with which this step had fitted."""
        return format.largest / self.peak if self.peak else math.inf


@dataclass(frozen=True)
class Run:
    """A training that is over.

    Attributes:
        steps: one entry a step.
        scaler: the scaler after the last of them; None without one.
        gradients: of the last step, without their scale.
    """

    steps: tuple[Step, ...]
    scaler: Scaler | None
    gradients: tuple[float, ...]

    @property
    def skipped(self) -> int:
        """Steps that changed no weight."""
        return sum(one.overflow for one in self.steps)


@dataclass(frozen=True)
class Training:
    """What to train: the product of two numbers, from 32 examples.

    Attributes:
        format: what activations and gradients are kept in.
        weight: what the loss is multiplied by for reasons of its own: a side loss, or a
            mean over many more tokens than here.
        scale: a fixed loss scale, where there is no scaler.
        scaler: a dynamic one.
        steps: how many.
        seed: of the examples and the first weights.
    """

    format: Format = FP32
    weight: float = 1.0
    scale: float = 1.0
    scaler: Scaler | None = None
    steps: int = 150
    seed: int = 3
    sizes: tuple[int, ...] = field(default=(3, 12, 12, 1))

    def run(self) -> Run:
        """Train from the beginning."""
        samples, network = self.samples(), self.network()
        moments = _Moments(network)
        scaler, steps = self.scaler, []
        whole: list[Matrix] = []
        for _ in range(self.steps):
            scale = scaler.scale if scaler else self.scale
            done = network.run(samples, self.format, self.weight * scale)
            flat = done.flat
            overflow = not all(map(math.isfinite, flat))
            peak = math.inf if overflow else done.peak / scale
            zeros = flat.count(0.0) / len(flat)
            steps.append(Step(done.loss, scale, overflow, zeros, peak))
            whole = _unscaled(done.gradients, scale)
            if not overflow:
                moments.update(network, whole)
            scaler = scaler.after(overflow) if scaler else None
        last = tuple(one for layer in whole for row in layer for one in row)
        return Run(tuple(steps), scaler, last)

    def samples(self) -> list[Sample]:
        """The examples: two numbers and a constant, and twice the product of the two."""
        rng = random.Random(self.seed)
        pairs = [(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(32)]
        return [((a, b, 1.0), 2 * a * b) for a, b in pairs]

    def network(self) -> Network:
        """The network with its first weights."""
        return Network.drawn(self.sizes, self.seed + 1)  # not the examples' numbers


def _unscaled(gradients: list[Matrix], scale: float) -> list[Matrix]:
    return [[[one / scale for one in row] for row in layer] for layer in gradients]


class _Moments:
    """Adam's two running means; they and the weights stay in full precision."""

    def __init__(self, network: Network) -> None:
        self.first = [[[0.0] * len(row) for row in one] for one in network.layers]
        self.second = [[[0.0] * len(row) for row in one] for one in network.layers]
        # Powers of the decays as running products: `pow` differs between C libraries.
        self.decays = [1.0, 1.0]

    def update(self, network: Network, gradients: list[Matrix]) -> None:
        """One step, in place."""
        self.decays = [self.decays[0] * _FIRST, self.decays[1] * _SECOND]
        low, high = 1 - self.decays[0], 1 - self.decays[1]
        layers = zip(network.layers, gradients, self.first, self.second, strict=True)
        for weights, slopes, first, second in layers:
            for row, slope, m, v in zip(weights, slopes, first, second, strict=True):
                for n, one in enumerate(slope):
                    m[n] = _FIRST * m[n] + (1 - _FIRST) * one
                    v[n] = _SECOND * v[n] + (1 - _SECOND) * one * one
                    row[n] -= _RATE * (m[n] / low) / (math.sqrt(v[n] / high) + _EPSILON)
