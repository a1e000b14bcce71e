"""A matrix product twice, each thread for itself and by tiles, timed with numba-cuda.

The kernels take `cuda` from this module's globals: the compiler reads it there, and the
simulator puts another one into its place while a kernel runs.
"""

from typing import Any

from certlab.compute import timing
from certlab.errors import BackendError
from certlab.labs.cuda.real.numba_kernels import numba

TILE = 16  # rows and columns of a block; 256 threads, and 2 KiB of shared memory
cuda: Any = None
float32: Any = None


def products(size: int) -> dict[str, timing.Timing]:
    """Time both products of two float32 matrices.

    Args:
        size: rows and columns, a multiple of `TILE`.

    Raises:
        BackendError: numba-cuda is not here, or the two products differ.
    """
    global cuda, float32
    found = numba()
    if found.cuda is None:
        raise BackendError(str(found))
    if size % TILE:
        raise BackendError(f"The size must be a multiple of {TILE}.")
    import numpy as np  # numba brings it

    cuda, float32 = found.cuda, np.float32
    rng = np.random.default_rng(7)
    a, b = (cuda.to_device(rng.random((size, size), np.float32)) for _ in range(2))
    outputs = [cuda.device_array((size, size), np.float32) for _ in range(2)]
    plain, tiled = cuda.jit(alone), cuda.jit(by_tiles)
    sizes = (size // TILE, size // TILE), (TILE, TILE)
    took = timing.interleave(
        {
            "without tiles": lambda: plain[sizes](outputs[0], a, b),
            "with tiles": lambda: tiled[sizes](outputs[1], a, b),
        },
        synchronise=cuda.synchronize,
    )
    one, other = (output.copy_to_host() for output in outputs)
    if not np.allclose(one, other, rtol=1e-4):
        raise BackendError("The two products differ; look at the kernels.")
    return took


def alone(out: Any, a: Any, b: Any) -> None:
    """Each thread reads a row and a column from global memory."""
    column, row = cuda.grid(2)
    found = float32(0)
    for k in range(a.shape[1]):
        found += a[row, k] * b[k, column]
    out[row, column] = found


def by_tiles(out: Any, a: Any, b: Any) -> None:
    """A block brings a tile of each matrix at a time, and all its threads use it."""
    a_tile = cuda.shared.array((TILE, TILE), float32)
    b_tile = cuda.shared.array((TILE, TILE), float32)
    column, row = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    found = float32(0)
    for k in range(0, a.shape[1], TILE):
        a_tile[y, x] = a[row, k + x]
        b_tile[y, x] = b[k + y, column]
        cuda.syncthreads()
        for j in range(TILE):
            found += a_tile[y, j] * b_tile[j, x]
        cuda.syncthreads()
    out[row, column] = found
