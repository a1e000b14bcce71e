"""How long one matrix product takes in each type on PyTorch's device."""

from functools import partial

from certlab.compute.timing import Timing, host_only, interleave

TYPES = {"FP32": "float32", "BF16": "bfloat16", "FP16": "float16"}


def products(
    size: int = 1024, device: str = "cpu", seconds: float = 0.3
) -> dict[str, Timing]:
    """Time a square product in each type, in turn: name by `TYPES`, then its timing.

    Args:
        size: rows and columns of both matrices.
        seconds: for each type.
    """
    import torch

    drawn = torch.randn(2, size, size, generator=torch.Generator().manual_seed(0))
    calls = {}
    for name, dtype in TYPES.items():
        left, right = drawn.to(device, getattr(torch, dtype))
        calls[name] = partial(torch.matmul, left, right)
    wait = torch.cuda.synchronize if device == "cuda" else host_only
    return interleave(calls, seconds=seconds, synchronise=wait)
