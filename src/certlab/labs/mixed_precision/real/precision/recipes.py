"""The four ways to train that are compared: FP32, BF16, FP16, and FP16 with a scaler."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Recipe:
    """A way to train.

    Attributes:
        name: as tables show it.
        dtype: torch's name of the type for autocast, "" without autocast.
        scaled: whether a GradScaler multiplies the loss.
    """

    name: str
    dtype: str = ""
    scaled: bool = False

    def autocast(self, device: str) -> AbstractContextManager[object]:
        """What forward pass and loss run in."""
        import torch

        if not self.dtype:
            return nullcontext()
        dtype = getattr(torch, self.dtype)
        found: AbstractContextManager[object] = torch.autocast(device, dtype=dtype)
        return found

    def scaler(self, device: str, **numbers: Any) -> Any:
        """A new GradScaler; one that does nothing where none is wanted."""
        import torch

        return torch.amp.GradScaler(device, enabled=self.scaled, **numbers)


RECIPES = (
    Recipe("FP32"),
    Recipe("BF16", "bfloat16"),
    Recipe("FP16", "float16"),
    Recipe("FP16 + scaler", "float16", scaled=True),
)
