"""The first matrix products of a new process, which are not like the later ones.

The first call loads libraries, starts threads, and on a GPU makes a context and loads
kernels. That happens once a process, so each measurement starts one.
"""

import importlib
import json
import sys
import time

from certlab.compute import new_process


def matmuls(library: str, size: int, count: int = 9) -> list[float]:
    """Seconds that each of the first float32 matrix products takes in a new process.

    Args:
        library: "numpy" or "cupy".
        size: rows and columns of both matrices.
        count: how many products.

    Raises:
        BackendError: the process failed; with the last line it said.
    """
    code = f"from {__name__} import run; run({library!r}, {size:d}, {count:d})"
    found: list[float] = new_process.read_json_from(code, library)
    return found


def run(library: str, size: int, count: int) -> None:
    """What the new process does: multiply, and write the seconds as JSON."""
    import numpy as np

    # Not by `arrays`: what it tries first would already be the first product.
    xp = importlib.import_module(library)
    wait = xp.cuda.runtime.deviceSynchronize if library == "cupy" else lambda: None
    a = xp.asarray(np.ones((size, size), np.float32))
    wait()
    taken = []
    for _ in range(count):
        start = time.perf_counter()
        xp.matmul(a, a)
        wait()
        taken.append(time.perf_counter() - start)
    json.dump(taken, sys.stdout)
