"""Bytes that autograd keeps for the backward, counted as it takes and frees them."""

import weakref
from collections import Counter
from collections.abc import Iterable
from typing import Any, Self


class SavedBytes:
    """Entered around forwards; afterwards it goes on counting what is freed.

    What shares memory counts once, and parameters do not count: they are there anyway.

    Attributes:
        bytes: kept now.
        peak: kept at most.
    """

    def __init__(self, parameters: Iterable[Any]) -> None:
        self.bytes = self.peak = 0
        self._own = {_place(one) for one in parameters}
        self._saved: Counter[int] = Counter()
        self._hooks: Any = None

    def __enter__(self) -> Self:
        from torch.autograd.graph import saved_tensors_hooks

        self._hooks = saved_tensors_hooks(self._pack, _unpack)
        self._hooks.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._hooks.__exit__(*error)

    def _pack(self, tensor: Any) -> Any:
        place = _place(tensor)
        # Without its history: an operation that keeps its own output would keep itself.
        box, size = _Box(tensor.detach()), tensor.untyped_storage().nbytes()
        if place in self._own:
            return box
        self._saved[place] += 1
        if self._saved[place] == 1:
            self.bytes += size
            self.peak = max(self.peak, self.bytes)
        weakref.finalize(box, self._free, place, size)
        return box

    def _free(self, place: int, size: int) -> None:
        self._saved[place] -= 1
        if not self._saved[place]:
            self.bytes -= size


class _Box:
    """What autograd holds in a tensor's place; gone when autograd lets it go."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


def _unpack(box: Any) -> Any:
    return box.tensor


def _place(tensor: Any) -> int:
    return int(tensor.untyped_storage().data_ptr())
