"""A real small data set, handwritten digits, and the network that reads them.

1,797 pictures of 8 by 8 pixels, from 13 people; scikit-learn brings them.
https://archive.ics.uci.edu/dataset/80/optical+recognition+of+handwritten+digits
"""

from dataclasses import dataclass
from typing import Any

from certlab.errors import BackendError

HELD_OUT = 360
_SPLIT = 0  # seed of the split: the same for every recipe and every seed of training


@dataclass(frozen=True)
class Digits:
    """Pictures and what they show, apart for training and for testing.

    Attributes:
        pixels: a row of 64 numbers from 0 to 1 for each picture to train on.
        labels: 0 to 9.
        held_pixels: pictures that no training sees.
        held_labels: what those show.
        device: where all of them live, "cuda" or "cpu".
    """

    pixels: Any
    labels: Any
    held_pixels: Any
    held_labels: Any
    device: str = "cpu"


def digits(device: str = "cpu") -> Digits:
    """The data on a device.

    Raises:
        BackendError: scikit-learn is not installed.
    """
    import torch

    try:
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise BackendError(
            "scikit-learn is not installed; run %pip install scikit-learn."
        ) from error
    data = load_digits()
    pixels = torch.tensor(data.data, dtype=torch.float32).to(device) / 16
    labels = torch.tensor(data.target).to(device)
    order = torch.randperm(
        len(labels), generator=torch.Generator().manual_seed(_SPLIT)
    ).to(device)
    first, rest = order[HELD_OUT:], order[:HELD_OUT]
    return Digits(pixels[first], labels[first], pixels[rest], labels[rest], device)


def network(width: int = 1024, device: str = "cpu") -> Any:
    """Three linear layers with ReLU between them, its weights in FP32.

    Args:
        width: of the two hidden layers; about width² parameters in all.
        device: where it lives. The weights are drawn on the CPU, so that one seed gives
            one network everywhere.
    """
    from torch import nn

    return nn.Sequential(
        *(nn.Linear(64, width), nn.ReLU()),
        *(nn.Linear(width, width), nn.ReLU()),
        nn.Linear(width, 10),
    ).to(device)
