"""A tensor stored in a narrower type: what is really allocated, and how far it is off.

INT8 and INT4 are stored as weights are: whole numbers, and a scale for each group.
"""

import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any

from certlab.compute.contest import Contest, Prepared, Side

_ROWS, _COLUMNS = 1024, 4096
GROUP = 128  # weights that share a scale


def contests() -> tuple[Contest, ...]:
    """Each stores one weight matrix twice."""
    return (
        _contest("half-memory", "FP32", "FP16"),
        _contest("weights-int8", "FP16", "INT8"),
        _contest("weights-int8-fp32", "FP32", "INT8"),
        _contest("weights-int4", "FP16", "INT4"),
    )


def _contest(id: str, old: str, new: str) -> Contest:
    size = f"{_ROWS * _COLUMNS:,} weights"
    sides = [
        Side(
            name=f"weights in {one}",
            engine="NumPy",
            device="cpu",
            dtype=one,
            threads=1,
            size=size,
        )
        for one in (old, new)
    ]
    return Contest(
        id=id,
        what="storing a weight matrix",
        old=sides[0],
        new=sides[1],
        make=partial(_make, old, new),
        measures="memory",
    )


def _make(old: str, new: str) -> Prepared:
    import numpy as np

    weights = np.random.default_rng(7).standard_normal((_ROWS, _COLUMNS))

    def same() -> str:
        return _too_far(weights, new)

    return Prepared(
        partial(allocated, partial(STORE[old], weights)),
        partial(allocated, partial(STORE[new], weights)),
        same,
    )


def allocated(store: Callable[[], Any]) -> int:
    """Bytes of arrays that what the call hands back keeps, as Python's own tracer counts.

    Only NumPy's memory counts: whatever else the process holds meanwhile, another
    thread's work or a module loaded at first use, is none of the weights'.
    """
    tracing = tracemalloc.is_tracing()
    if not tracing:
        tracemalloc.start()
    try:
        before = _arrays()
        kept = store()
        after = _arrays()
        del kept
        return after - before
    finally:
        if not tracing:
            tracemalloc.stop()


def _arrays() -> int:
    from numpy.lib import tracemalloc_domain

    ours = tracemalloc.DomainFilter(inclusive=True, domain=tracemalloc_domain)
    traces = tracemalloc.take_snapshot().filter_traces([ours]).traces
    return sum(one.size for one in traces)


def _floats(dtype: str, weights: Any) -> Any:
    return weights.astype(dtype)


def _integers(bits: int, weights: Any) -> tuple[Any, Any]:
    """Whole numbers of so many bits, two to a byte when four, and FP16 scales."""
    import numpy as np

    most = 2 ** (bits - 1) - 1
    groups = weights.reshape(-1, GROUP)
    scales = (abs(groups).max(axis=1, keepdims=True) / most).astype(np.float16)
    whole = np.clip(np.rint(groups / scales.astype("f8")), -most, most).astype(np.int8)
    if bits == 4:
        low, high = whole[:, ::2] & 15, whole[:, 1::2] & 15
        whole = (low | (high << 4)).astype(np.uint8)
    return whole, scales


STORE: dict[str, Callable[[Any], Any]] = {
    "FP32": partial(_floats, "float32"),
    "FP16": partial(_floats, "float16"),
    "INT8": partial(_integers, 8),
    "INT4": partial(_integers, 4),
}


def restored(stored: Any, shape: tuple[int, ...], dtype: str) -> Any:
    """The numbers again, in float64."""
    import numpy as np

    if dtype.startswith("FP"):
        return stored.astype("f8")
    whole, scales = stored
    if dtype == "INT4":
        pairs = np.stack([whole & 15, whole >> 4], axis=-1).astype(np.int8)
        whole = ((pairs ^ 8) - 8).reshape(len(whole), -1)  # the fourth bit is the sign
    return (whole * scales.astype("f8")).reshape(shape)


def _too_far(weights: Any, dtype: str) -> str:
    """ "" when every weight is within the step of its type, else how far one is off."""
    import numpy as np

    again = restored(STORE[dtype](weights), weights.shape, dtype)
    if dtype.startswith("FP"):
        steps = abs(weights) * float(np.finfo("f2" if dtype == "FP16" else "f4").eps)
        steps = steps + 2.0**-24  # the least step that FP16 has
    else:
        most = 127 if dtype == "INT8" else 7
        groups = abs(weights.reshape(-1, GROUP)).max(axis=1, keepdims=True)
        steps = np.broadcast_to(groups / most, (len(groups), GROUP)).reshape(
            again.shape
        )
    worst = float((abs(again - weights) / steps).max())
    return "" if worst <= 1 else f"a weight is {worst:.1f} steps off"
