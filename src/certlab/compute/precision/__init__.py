"""Training one small network in FP32, BF16 and FP16, with PyTorch's torch.amp.

Importing this imports neither torch nor scikit-learn; the functions do.
"""

from certlab.compute.precision.bill import Bill, bill
from certlab.compute.precision.device import Device, device
from certlab.compute.precision.digits import Digits, digits, network
from certlab.compute.precision.products import products
from certlab.compute.precision.recipes import RECIPES, Recipe
from certlab.compute.precision.sizes import Sizes, sizes
from certlab.compute.precision.training import Result, train
from certlab.compute.precision.watch import Step
from certlab.compute.precision.witness import Witness, witness

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
