"""Loss scaling: gradients that underflow in FP16, and the scale that keeps them.

A `Scaler` is frozen and follows the rule of torch.amp.GradScaler. A small network in
plain Python trains in a format of your choice, so that all of it runs in a browser.
"""

from certlab.labs.mixed_precision.loss_scale import draw
from certlab.labs.mixed_precision.loss_scale.network import Network, Pass
from certlab.labs.mixed_precision.loss_scale.rounding import (
    BF16,
    FORMATS,
    FP16,
    FP32,
    Format,
)
from certlab.labs.mixed_precision.loss_scale.scaler import Scaler
from certlab.labs.mixed_precision.loss_scale.spectrum import Spectrum
from certlab.labs.mixed_precision.loss_scale.training import Run, Step, Training

__all__ = [
    "BF16",
    "FORMATS",
    "FP16",
    "FP32",
    "Format",
    "Network",
    "Pass",
    "Run",
    "Scaler",
    "Spectrum",
    "Step",
    "Training",
    "draw",
]
