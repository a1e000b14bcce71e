"""Operations and bytes of whatever runs, counted by PyTorch and not by a formula."""

import io
from collections.abc import Callable
from typing import Any


def operations(call: Callable[[], object]) -> int:
    """Multiplications and additions of the matrix products in a call."""
    from torch.utils.flop_counter import FlopCounterMode

    with FlopCounterMode(display=False) as counter:
        call()
    return int(counter.get_total_flops())


def kept(model: Any, call: Callable[[], object]) -> int:
    """Bytes that a forward call keeps for the way back, the model's weights left out."""
    from torch.autograd.graph import saved_tensors_hooks

    seen: dict[int, int] = {}

    def pack(tensor: Any) -> Any:
        seen[tensor.data_ptr()] = tensor.nbytes
        return tensor

    with saved_tensors_hooks(pack, lambda tensor: tensor):
        result = call()  # held, or freed memory would be used and counted twice
    for one in model.parameters():
        seen.pop(one.data_ptr(), None)
    del result
    return sum(seen.values())


def held(optimizer: Any) -> int:
    """Bytes of what an optimizer remembers for each weight."""
    remembered = [one for state in optimizer.state.values() for one in state.values()]
    return sum(int(one.nbytes) for one in remembered if one.dim())


def file_bytes(kept: object) -> int:
    """How large a file becomes in which this is saved."""
    import torch

    file = io.BytesIO()
    torch.save(kept, file)
    return file.tell()
