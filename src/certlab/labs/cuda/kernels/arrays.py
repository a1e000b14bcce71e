"""Arrays that write down who touches them; an element at a time, as a GPU thread does."""

import operator
from collections.abc import Callable, Iterator
from math import nan, prod
from typing import Any

from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Index

Note = Callable[["Watched", Index, str], None]


class OutOfBoundsError(Exception):
    """An index that the array has not; ends the thread that used it."""


class Watched:
    """An array of one to three dimensions with a note taken of each access.

    Nothing here takes a slice or walks the whole array: those are not what one thread
    does. A negative index is out of bounds, as in CUDA C; Python would count from the
    end, and so would numba.
    """

    def __init__(
        self, name: str, shape: Index, values: list[Any], note: Note, *, shared: bool
    ) -> None:
        self.name = name
        self.shape = shape
        self.shared = shared
        self._values = values
        self._note = note

    @property
    def size(self) -> int:
        """Elements."""
        return prod(self.shape)

    @property
    def ndim(self) -> int:
        """Dimensions."""
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        index = self.index(key)
        self._note(self, index, "read")
        value = self._values[self.place(index)]
        return nan if value is None else value

    def __setitem__(self, key: Any, value: Any) -> None:
        index = self.index(key)
        self._note(self, index, "write")
        self._values[self.place(index)] = value

    def update(self, key: Any, change: Callable[[Any], Any]) -> Any:
        """Read and write as one step; gives back what stood there."""
        index = self.index(key)
        self._note(self, index, "atomic")
        place = self.place(index)
        before = self._values[place]
        self._values[place] = change(nan if before is None else before)
        return before

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"a thread works on elements of {self.name}, not on all of it")

    def __array__(self, *_: object, **__: object) -> Any:
        raise TypeError(f"NumPy cannot take {self.name}: it is in the GPU's memory")

    def written(self, index: Index) -> bool:
        """Whether anything was ever put there."""
        return self._values[self.place(index)] is not None

    def index(self, key: Any) -> Index:
        """The key as an index of every dimension.

        Raises:
            OutOfBoundsError: the array has no such element.
            TypeError: the key is a slice, or has too few or too many parts.
        """
        parts = key if isinstance(key, tuple) else (key,)
        if any(isinstance(one, slice) for one in parts):
            raise TypeError(f"{self.name} is taken an element at a time, not in slices")
        if len(parts) != self.ndim:
            wanted = ", ".join("ijk"[: self.ndim])
            raise TypeError(
                f"{self.name} has {self.ndim} dimensions: {self.name}[{wanted}]"
            )
        index = tuple(operator.index(one) for one in parts)
        if any(not 0 <= n < size for n, size in zip(index, self.shape, strict=True)):
            shape = " × ".join(map(str, self.shape))
            cell = f"{self.name}[{', '.join(map(str, index))}]"
            raise OutOfBoundsError(f"{cell}, and {self.name} has {shape} elements")
        return index

    def place(self, index: Index) -> int:
        """Where the element lies, in row order."""
        at = 0
        for n, size in zip(index, self.shape, strict=True):
            at = at * size + n
        return at

    def nested(self) -> list[Any]:
        """All values, as lists in lists."""
        return _fold(self._values, self.shape)


def flatten(values: Any) -> tuple[Index, list[Any]]:
    """Shape and values of nested lists, or of any array with `tolist`.

    Raises:
        CourseError: the rows differ in length, or there is nothing.
    """
    rows = values.tolist() if hasattr(values, "tolist") else values
    shape = _shape(rows)
    if not shape or not prod(shape):
        raise CourseError("A kernel's array is a list that holds something.")
    for _ in shape[1:]:
        rows = [one for row in rows for one in row]
    return shape, list(rows)


def _shape(rows: Any) -> Index:
    if not isinstance(rows, list | tuple):
        return ()
    shapes = {_shape(row) for row in rows}
    if len(shapes) > 1:
        raise CourseError("A kernel's array has rows of different lengths.")
    return (len(rows), *(shapes.pop() if shapes else ()))


def _fold(values: list[Any], shape: Index) -> list[Any]:
    if len(shape) == 1:
        return list(values)
    step = prod(shape[1:])
    return [
        _fold(values[n * step : (n + 1) * step], shape[1:]) for n in range(shape[0])
    ]
