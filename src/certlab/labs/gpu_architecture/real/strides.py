"""What it costs to skip: memory moves in lines and sectors, whatever a program asks for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from certlab.compute import timing
from certlab.labs.gpu_architecture.real.chase import njit

_WORD = 4  # bytes of a number, a float32

# Thread n reads number n * stride and adds it to a total of its own block.
CUDA = r"""
extern "C" __global__
void skip(const float* from, float* to, int stride, int count) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < count) to[n] = from[(long long)n * stride];
}
"""


@dataclass(frozen=True, slots=True)
class Skip:
    """Reading every so many-th number.

    Attributes:
        stride: bytes from one number that is read to the next.
        nanoseconds: for each number that is read.
    """

    stride: int
    nanoseconds: float

    @property
    def useful(self) -> float:
        """Bytes a second that the program asked for."""
        return _WORD / self.nanoseconds * 1e9


def lines_touched(addresses: Iterable[int], bytes: int, line: int) -> int:
    """How many lines, or sectors, a set of loads touches.

    Args:
        addresses: where each load begins.
        bytes: of each load.
        line: bytes of a line, which begins at a multiple of them.
    """
    return len(
        {
            part
            for first in addresses
            for part in range(first // line, (first + bytes - 1) // line + 1)
        }
    )


def skips(xp: Any, strides: Sequence[int], *, count: int) -> list[Skip]:
    """The time of a load by the bytes from it to the next one.

    Args:
        xp: NumPy or CuPy.
        strides: bytes, multiples of 4.
        count: numbers that are read; at the largest stride the memory they lie in should
            be beyond the caches. All strides read as many.

    Raises:
        BackendError: on a CPU, numba is not installed.
    """
    measure = _on_gpu if xp.__name__ == "cupy" else _on_cpu
    data = xp.ones(count * max(strides) // _WORD, dtype=xp.float32)
    return [measure(xp, data, stride, count) for stride in strides]


def _on_cpu(_xp: Any, data: Any, stride: int, count: int) -> Skip:
    total, step = compiled_total(), stride // _WORD
    begin = _Places(data, count * step)
    took = timing.measure(lambda: total(begin.next(), step, count), seconds=0)
    return Skip(stride, min(took.samples) / count * 1e9)


class _Places:
    """Where to begin next, so that a small stride does not find its data in a cache."""

    def __init__(self, data: Any, length: int) -> None:
        self._data, self._length, self._at = data, length, 0

    def next(self) -> Any:
        """The next stretch of memory; the first again after the last."""
        at = self._at if self._at + self._length <= len(self._data) else 0
        self._at = at + self._length
        return self._data[at : at + self._length]


def _on_gpu(cupy: Any, data: Any, stride: int, count: int) -> Skip:
    kernel, to = cupy.RawKernel(CUDA, "skip"), cupy.empty(count, cupy.float32)
    grid, block = (-(-count // 256),), (256,)
    numbers = cupy.int32(stride // _WORD), cupy.int32(count)
    took = timing.measure(lambda: kernel(grid, block, (data, to, *numbers)), seconds=0)
    return Skip(stride, min(took.samples) / count * 1e9)


@cache
def compiled_total() -> Any:
    """The sum of every so many-th number as machine code, by numba.

    Raises:
        BackendError: numba is not installed.
    """
    import numpy as np

    fast = njit(fastmath=True)(_total)  # additions may be reordered, so several at once
    fast(np.ones(8, np.float32), 2, 4)
    return fast


def _total(data: Any, step: int, count: int) -> Any:
    found = data[0] - data[0]  # a float32 zero: a wider total would convert each number
    for n in range(count):
        found += data[n * step]
    return found
