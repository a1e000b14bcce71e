"""Training one small network in FP32, BF16 and FP16, with PyTorch's torch.amp.

Importing this imports neither torch nor scikit-learn; the functions do.
"""

from certlab.labs.mixed_precision.real.precision.bill import Bill, bill
from certlab.labs.mixed_precision.real.precision.computed_types import Witness, witness
from certlab.labs.mixed_precision.real.precision.device import Device, device
from certlab.labs.mixed_precision.real.precision.digits import Digits, digits, network
from certlab.labs.mixed_precision.real.precision.gradients import Step
from certlab.labs.mixed_precision.real.precision.products import products
from certlab.labs.mixed_precision.real.precision.recipes import RECIPES, Recipe
from certlab.labs.mixed_precision.real.precision.sizes import Sizes, sizes
from certlab.labs.mixed_precision.real.precision.training import Result, train

__all__ = [
    "RECIPES",
    "Bill",
    "Device",
    "Digits",
    "Recipe",
    "Result",
    "Sizes",
    "Step",
    "Witness",
    "bill",
    "device",
    "digits",
    "network",
    "products",
    "sizes",
    "train",
    "witness",
]
