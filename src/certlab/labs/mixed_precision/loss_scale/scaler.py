"""The dynamic loss scale: halved on an overflow, doubled after a long run without one.

The rule and its four numbers are those of torch.amp.GradScaler; the tests run both side
by side.
"""

from dataclasses import dataclass, replace

from certlab.labs.mixed_precision.loss_scale.rounding import FP32


@dataclass(frozen=True)
class Scaler:
    """A loss scale, and how many good steps it has behind it.

    Attributes:
        scale: what the loss is multiplied by.
        growth: factor on the scale after `interval` good steps in a row; above 1.
        backoff: factor on the scale after a step with an infinity or a NaN; below 1.
        interval: good steps in a row until the scale grows.
        good: good steps since the scale last changed or a step was skipped.
    """

    scale: float = 65536.0
    growth: float = 2.0
    backoff: float = 0.5
    interval: int = 2000
    good: int = 0

    def after(self, overflow: bool) -> "Scaler":
        """The scaler for the next step.

        Args:
            overflow: a gradient was infinite or no number, so the step is skipped.
        """
        if overflow:
            return replace(self, scale=self.scale * self.backoff, good=0)
        if self.good + 1 < self.interval:
            return replace(self, good=self.good + 1)
        grown = self.scale * self.growth
        # The scale itself is an FP32 number; one that would be infinite is not taken.
        fits = grown <= FP32.largest
        return replace(self, scale=grown if fits else self.scale, good=0)
