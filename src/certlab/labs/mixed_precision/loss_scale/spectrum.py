"""How large gradients are: a count for each power of two, and what a format does to them."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from certlab.labs.mixed_precision.loss_scale.rounding import FP16, Format


@dataclass(frozen=True)
class Spectrum:
    """Gradients by size.

    Attributes:
        values: their magnitudes, zeros left out.
        zeros: how many were zero to begin with.
    """

    values: tuple[float, ...]
    zeros: int = 0

    @staticmethod
    def of(gradients: Iterable[float]) -> "Spectrum":
        """The spectrum of finite gradients."""
        sizes = [abs(one) for one in gradients]
        there = tuple(sorted(one for one in sizes if one))
        return Spectrum(there, len(sizes) - len(there))

    def counts(self, scale: float = 1.0) -> Mapping[int, int]:
        """How many lie in [2^e, 2^(e+1)) after scaling, by e."""
        # frexp gives a fraction from 0.5 on, so its exponent is one too high.
        found = Counter(math.frexp(one * scale)[1] - 1 for one in self.values)
        return dict(sorted(found.items()))

    def lost(self, scale: float = 1.0, format: Format = FP16) -> float:
        """Share that rounds to zero, 0 to 1, of those that were not zero."""
        return self._share(scale, format, lambda one: one == 0)

    def overflow(self, scale: float = 1.0, format: Format = FP16) -> float:
        """Share that rounds to infinity."""
        return self._share(scale, format, math.isinf)

    def blurred(self, scale: float = 1.0, format: Format = FP16) -> float:
        """Share that stays above zero but below full precision."""
        floor = 2.0**format.normal
        return self._share(scale, format, lambda one: 0 < one < floor)

    def _share(
        self, scale: float, format: Format, test: Callable[[float], bool]
    ) -> float:
        rounded = format.round([one * scale for one in self.values])
        return sum(map(test, rounded)) / len(rounded)
