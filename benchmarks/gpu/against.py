"""Products and dispatch on the GPU against the vendor's libraries, as JSON rows.

python -m benchmarks.gpu.against     matmul against torch's, dispatch against bare CuPy
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.speed.matmul_ratio import matmul_rows
from benchmarks.speed.rows import Row
from benchmarks.speed.self_speed import device_clock_rows
from certlab import compute
from certlab.compute.interval import Interval
from certlab.compute.timing import difference, interleave


def dispatch_rows(seconds: float) -> Iterator[Row]:
    """What an addition on the GPU costs more than CuPy's own; "not run" without a GPU."""
    names = ("compute.arrays().add, asked anew each time", "cupy.add")
    choice = compute.choice()
    if not choice.on_gpu:
        yield Row(*names, None, note=f"No GPU here, not run: {choice.why}.")
        return
    import cupy

    one = cupy.ones(1)
    both: dict[str, Callable[[], object]] = {
        "ours": lambda: compute.arrays().add(one, one),
        "plain": partial(cupy.add, one, one),
    }
    timings = interleave(both, seconds=seconds)
    found = difference(timings["ours"], timings["plain"])
    more = Interval(found.value * 1e9, found.low * 1e9, found.high * 1e9)
    yield Row(*names, more, "ns more")


def main() -> None:
    """Print the rows."""
    parts = (matmul_rows(0.2), dispatch_rows(0.5), device_clock_rows(0.5))
    rows = [row.as_dict() for part in parts for row in part]
    sys.stdout.write(json.dumps(rows) + "\n")


if __name__ == "__main__":
    main()
