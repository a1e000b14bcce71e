"""Pictures of loss scaling, as SVG text; each says in words what it shows."""

from certlab.labs.mixed_precision.loss_scale.draw.bars import described, spectrum
from certlab.labs.mixed_precision.loss_scale.draw.line import course, told

__all__ = ["course", "described", "spectrum", "told"]
