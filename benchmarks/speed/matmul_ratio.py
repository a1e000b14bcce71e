"""Matrix products through `compute` against torch's, on the same data.

On a GPU both call cuBLAS, so ours should take no longer: the goal is 95 % of torch's
rate. On a CPU NumPy's library meets torch's, which says nothing about our code: there is
no goal.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from benchmarks.speed.rows import Row
from certlab import compute
from certlab.compute.timing import interleave, ratio

SHAPES = ((1024, 1024, 1024), (4096, 4096, 1024), (64, 4096, 4096))  # m, n, k
_RATE = 0.95  # of torch's
_NAMES = ("a product by compute.arrays()", "torch.matmul")


def matmul_rows(
    seconds: float, shapes: Sequence[tuple[int, int, int]] = SHAPES
) -> Iterator[Row]:
    """A row for each type and shape: our time over torch's.

    Args:
        seconds: how long to measure each pair.
        shapes: rows, columns and inner length of the products.
    """
    choice = compute.choice()
    torch, missing = _torch(on_gpu=choice.on_gpu)
    if torch is None:
        yield Row(*_NAMES, None, note=f"Not run: {missing}.")
        return
    types = ("float32", "float16") if choice.on_gpu else ("float32", "float64")
    for name in types:
        for shape in shapes:
            yield _row(torch, name, shape, choice.on_gpu, seconds)


def _torch(*, on_gpu: bool) -> tuple[Any, str]:
    """torch, where it computes on the device that `compute` does; else None and why."""
    try:
        import torch
    except ImportError:
        return None, "torch is not installed; run pip install 'certlab[torch]'"
    if on_gpu and not torch.cuda.is_available():
        return None, "CuPy works on the GPU and this torch is a build for the CPU"
    return torch, ""


def _row(
    torch: Any, name: str, shape: tuple[int, int, int], on_gpu: bool, seconds: float
) -> Row:
    import numpy as np

    xp, (m, n, k) = compute.arrays(), shape
    rng = np.random.default_rng(7)
    a = xp.asarray((rng.random((m, k)) - 0.5).astype(name))
    b = xp.asarray((rng.random((k, n)) - 0.5).astype(name))
    x, y = torch.from_dlpack(a), torch.from_dlpack(b)  # the same memory
    if not _agree(xp.matmul(a, b), torch.matmul(x, y), k):
        note = "Not compared: the two products differ."
        return Row(f"{_NAMES[0]}, {name}, {m}×{k}×{n}", _NAMES[1], None, note=note)
    both = interleave(
        {"ours": partial(xp.matmul, a, b), "torch": partial(torch.matmul, x, y)},
        seconds=seconds,
    )
    here = "" if on_gpu else "On a CPU: NumPy's library against torch's, no goal."
    rate = 2 * m * n * k / both["ours"].seconds / 1e9
    return Row(
        f"{_NAMES[0]}, {name}, {m}×{k}×{n}",
        _NAMES[1],
        ratio(both["ours"], both["torch"]),
        goal=1 / _RATE if on_gpu else None,
        note=f"{here} Ours: {rate:,.0f} GFLOP/s.".strip(),
    )


def _agree(ours: Any, theirs: Any, k: int) -> bool:
    """Within some roundings of sums that are about the root of k, as they are of both signs."""
    import numpy as np

    mine = compute.to_host(ours)
    apart = abs(mine.astype("f8") - compute.to_host(theirs).astype("f8"))
    return bool(apart.max() <= 8 * float(np.finfo(mine.dtype).eps) * k**0.5)
