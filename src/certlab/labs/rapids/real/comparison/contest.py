"""Matrix products set against each other: library, threads and type, one at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any

from certlab.compute.contest import Contest, Prepared, Side
from certlab.compute.processor import cores
from certlab.labs.rapids.real.comparison.threads import with_threads

_SIZE = 1024  # rows and columns on a processor: long enough for its threads to start
_LARGE = 4096  # on a GPU, which is idle with less
_PRODUCT = "a square matrix product"


def contests() -> dict[str, Contest]:
    """Those of this module by id; nothing is imported or made yet."""
    found = (_cupy(), _half(), _threads(), _types())
    return {one.id: one for one in found}


def _numpy(name: str, dtype: str, threads: int, size: int = _SIZE) -> Side:
    return Side(
        name=name,
        engine="NumPy",
        device="cpu",
        dtype=dtype,
        sparsity="dense",
        threads=threads,
        size=f"{size:,} × {size:,}",
    )


def _on_gpu(name: str, dtype: str) -> Side:
    return Side(
        name=name,
        engine="CuPy",
        device="gpu",
        dtype=dtype,
        sparsity="dense",
        size=f"{_LARGE:,} × {_LARGE:,}",
    )


def _cupy() -> Contest:
    return Contest(
        id="matmul-cupy",
        what=_PRODUCT,
        old=_numpy("NumPy, all threads", "float32", cores(), _LARGE),
        new=_on_gpu("CuPy, data on the GPU", "float32"),
        make=_make_cupy,
        needs=("cupy",),
    )


def _half() -> Contest:
    return Contest(
        id="matmul-half-cupy",
        what=_PRODUCT,
        old=_on_gpu("CuPy in float32", "float32"),
        new=_on_gpu("CuPy in float16, which takes Tensor Cores", "float16"),
        make=_make_half,
        needs=("cupy",),
    )


def _threads() -> Contest:
    return Contest(
        id="matmul-threads",
        what=_PRODUCT,
        old=_numpy("NumPy, one thread", "float32", 1),
        new=_numpy("NumPy, all threads", "float32", cores()),
        make=_make_threads,
        needs=("threadpoolctl",),
    )


def _types() -> Contest:
    return Contest(
        id="matmul-types",
        what=_PRODUCT,
        old=_numpy("NumPy in float64", "float64", cores()),
        new=_numpy("NumPy in float32", "float32", cores()),
        make=_make_types,
    )


def _drawn(size: int, dtype: str) -> tuple[Any, Any]:
    import numpy as np

    rng = np.random.default_rng(7)
    one, other = (rng.random((2, size, size)) - 0.5).astype(dtype)
    return one, other


def _make_cupy() -> Prepared:
    import cupy

    a, b = _drawn(_LARGE, "float32")
    x, y = cupy.asarray(a), cupy.asarray(b)
    return _prepared(partial(_times, a, b), partial(_times, x, y), "float32", _LARGE)


def _make_half() -> Prepared:
    import cupy

    a, b = (cupy.asarray(one) for one in _drawn(_LARGE, "float32"))
    x, y = a.astype("float16"), b.astype("float16")
    return _prepared(partial(_times, a, b), partial(_times, x, y), "float16", _LARGE)


def _make_threads() -> Prepared:
    call = partial(_times, *_drawn(_SIZE, "float32"))
    return _prepared(
        with_threads(1, call), with_threads(cores(), call), "float32", _SIZE
    )


def _make_types() -> Prepared:
    a, b = _drawn(_SIZE, "float64")
    narrow = partial(_times, a.astype("float32"), b.astype("float32"))
    return _prepared(partial(_times, a, b), narrow, "float32", _SIZE)


def _times(a: Any, b: Any) -> Any:
    return a @ b


def _prepared(
    old: Callable[[], Any], new: Callable[[], Any], narrow: str, size: int
) -> Prepared:
    return Prepared(old, new, partial(_differ, old, new, narrow, size))


def _differ(
    old: Callable[[], Any], new: Callable[[], Any], narrow: str, size: int
) -> str:
    """Some roundings of the narrower type; sums of both signs grow with the root of k."""
    import numpy as np

    from certlab.compute.host import to_host

    one, other = (to_host(call()).astype("f8") for call in (old, new))
    apart = float(abs(one - other).max())
    allowed = 8 * float(np.finfo(narrow).eps) * size**0.5
    return "" if apart <= allowed else f"an element differs by {apart:.3g}"
