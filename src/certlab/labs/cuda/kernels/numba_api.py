"""What the name `cuda` means inside a kernel on paper: numba-cuda's names, a thread's own.

Only what the labs need is here. What is not, numba-cuda has: the kernel then runs there
and not here, and the error says so.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Access, Fault, Index, Three
from certlab.labs.cuda.kernels.arrays import Watched

STEPS = 200_000  # of a launch, accesses and turns of loops; puzzles take hundreds


@dataclass
class Place:
    """The thread whose turn it is."""

    block: Three
    thread: Three
    phase: int = 0


class Cuda:
    """One launch's `cuda`: it knows whose turn it is and writes everything down."""

    def __init__(self, grid: Three, block: Three) -> None:
        self.gridDim, self.blockDim = dim(grid), dim(block)
        self.shared = SimpleNamespace(array=self._shared)
        self.local = SimpleNamespace(array=self._local)
        self.atomic = _Atomic()
        self.accesses: list[Access] = []
        self.faults: list[Fault] = []
        self.at = Place((0, 0, 0), (0, 0, 0))
        self._arrays: dict[tuple[Three, str], Watched] = {}
        self._steps = 0

    @property
    def threadIdx(self) -> SimpleNamespace:
        """Index of the thread in its block."""
        return dim(self.at.thread)

    @property
    def blockIdx(self) -> SimpleNamespace:
        """Index of the block in the grid."""
        return dim(self.at.block)

    def grid(self, dimensions: int) -> int | tuple[int, ...]:
        """Index of the thread in the whole grid, in one, two or three dimensions."""
        sizes = (self.blockDim.x, self.blockDim.y, self.blockDim.z)
        every = zip(self.at.block, sizes, self.at.thread, strict=True)
        return _some([b * size + t for b, size, t in every], dimensions)

    def gridsize(self, dimensions: int) -> int | tuple[int, ...]:
        """Threads of the whole grid in each dimension."""
        one, other = self.gridDim, self.blockDim
        return _some([one.x * other.x, one.y * other.y, one.z * other.z], dimensions)

    def syncwarp(self) -> None:
        """Nothing: it orders a warp, and the race rule asks for the block's barrier."""

    def syncthreads(self) -> None:
        """A barrier that is not a line of the kernel itself."""
        raise TypeError("write cuda.syncthreads() as a line of its own in the kernel")

    def step(self) -> None:
        """A turn of a loop."""
        self._steps += 1
        if self._steps > STEPS:
            raise CourseError(
                f"The kernel took over {STEPS:,} steps; does one of its loops never end?"
            )

    def note(self, array: Watched, index: Index, kind: str) -> None:
        """Write an access down; a read of what nobody wrote is a fault, and goes on."""
        self.step()
        at, line = self.at, line_now()
        self.accesses.append(
            Access(
                at.block,
                at.thread,
                array.shared,
                array.name,
                index,
                kind,
                at.phase,
                line,
            )
        )
        if kind != "write" and not array.written(index):
            cell = self.accesses[-1].cell
            says = f"reads {cell}, which nobody has written"
            self.fault("uninitialised", line, says)

    def fault(self, kind: str, line: int, says: str) -> None:
        """Write down what went wrong in the thread whose turn it is."""
        self.faults.append(Fault(kind, self.at.block, self.at.thread, line, says))

    def _shared(
        self, shape: int | Index, dtype: object = None, name: str = "shared"
    ) -> Watched:
        del dtype  # every number here is Python's own
        key = (self.at.block, name)
        if key not in self._arrays:
            self._arrays[key] = _empty(name, shape, self.note, shared=True)
        return self._arrays[key]

    def _local(
        self, shape: int | Index, dtype: object = None, name: str = "local"
    ) -> Watched:
        del dtype
        return _empty(name, shape, lambda *_: self.step(), shared=False)

    def __getattr__(self, name: str) -> Any:
        raise TypeError(f"cuda.{name} is not simulated here; numba-cuda may have it")


class _Atomic:
    """Read, change and write as one step that no other thread can get between."""

    def add(self, array: Watched, index: Any, value: Any) -> Any:
        return array.update(index, lambda before: before + value)

    def max(self, array: Watched, index: Any, value: Any) -> Any:
        return array.update(index, lambda before: max(before, value))

    def min(self, array: Watched, index: Any, value: Any) -> Any:
        return array.update(index, lambda before: min(before, value))


class _Outside:
    """`cuda` where no kernel runs: kernels can be written against it, not launched."""

    def jit(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """The kernel as it is."""
        return kernel

    def __getattr__(self, name: str) -> Any:
        raise CourseError(f"cuda.{name} has a meaning only inside a kernel that runs.")


outside = _Outside()


def dim(of: Three) -> SimpleNamespace:
    """x, y and z by name."""
    return SimpleNamespace(x=of[0], y=of[1], z=of[2])


def line_now() -> int:
    """Line of the kernel that runs now, 0 where none does."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<kernel "):
            return frame.f_lineno
        if frame.f_back is None:
            break
        frame = frame.f_back
    return 0


def _some(of: list[int], dimensions: int) -> int | tuple[int, ...]:
    if dimensions not in (1, 2, 3):
        raise TypeError("a grid has 1, 2 or 3 dimensions")
    return of[0] if dimensions == 1 else tuple(of[:dimensions])


def _empty(name: str, shape: int | Index, note: Any, *, shared: bool) -> Watched:
    sizes = shape if isinstance(shape, tuple) else (shape,)
    count = 1
    for size in sizes:
        if size < 1:
            raise TypeError(f"{name} needs a size that is a whole number above 0")
        count *= size
    return Watched(name, sizes, [None] * count, note, shared=shared)
