"""The CUDA C++ texts of the labs, each launched once on small data, for compute-sanitizer.

compute-sanitizer --tool memcheck python -m benchmarks.gpu.kernels
"""

import json
import re
import sys
from collections.abc import Callable
from typing import Any

from certlab.course import load
from certlab.course.notebook import source
from certlab.labs.cuda.real import overlap
from certlab.labs.gpu_architecture.real import chase, strides, workloads

_COUNT = 1000  # not a multiple of a block, so that the last one has threads too many


def skip(cupy: Any) -> None:
    """Every eighth number, by 1,000 of 1,024 threads."""
    kernel, step = cupy.RawKernel(strides.CUDA, "skip"), 8
    data, to = cupy.ones(_COUNT * step, cupy.float32), cupy.empty(_COUNT, cupy.float32)
    kernel((4,), (256,), (data, to, cupy.int32(step), cupy.int32(_COUNT)))
    assert float(to.sum()) == _COUNT


def follow(cupy: Any) -> None:
    """A chain once around."""
    kernel = cupy.RawKernel(chase.CUDA, "chase")
    ring = chase.ring(128 * _COUNT, line=128)
    end, cycles = cupy.zeros(1, cupy.int32), cupy.zeros(1, cupy.int64)
    given = (cupy.asarray(ring), cupy.int32(0), cupy.int32(_COUNT), end, cycles)
    kernel((1,), (1,), given)
    assert int(end[0]) == chase.follow(ring, 0, 64 + _COUNT)


def scale(cupy: Any) -> None:
    """The kernel that the lab on PTX and SASS compiles."""
    kernel = cupy.RawKernel(text_of_lab("cuda/30_ptx_and_sass", "kernel"), "scale")
    x, y = cupy.ones(_COUNT, cupy.float32), cupy.zeros(_COUNT, cupy.float32)
    kernel((4,), (256,), (y, x, cupy.float32(3), cupy.int32(_COUNT)))
    assert float(y.sum()) == 3 * _COUNT


def steps(_cupy: Any) -> None:
    """The work of the lab on streams, whose result it checks itself."""
    overlap.measure(2, 2, elements=2 * _COUNT, steps=3, want="gpu")


def expressions(cupy: Any) -> None:
    """The expressions of the roofline lab, of which CuPy makes kernels, and their products."""
    sizes = {"vector": 1024, "matrix": 96, "small": 32, "large": 64}
    for kernel in workloads.kernels(cupy, **sizes):
        assert kernel.right(kernel.call()), kernel.name


# By the kernel's name in its text; a test holds them against the texts that there are.
LAUNCHES: dict[str, Callable[[Any], None]] = {
    "skip": skip,
    "chase": follow,
    "scale": scale,
    "steps": steps,
    "expressions": expressions,
}


def text_of_lab(lab: str, cell: str) -> str:
    """The CUDA C++ in a cell of a lab."""
    cells = json.loads(load().labs[lab].path.read_text("utf-8"))["cells"]
    (text,) = (source(one) for one in cells if one["id"] == cell)
    (found,) = re.findall(r'"""(.*?)"""', text, re.DOTALL)
    return str(found)


def main() -> None:
    """Launch each; a wrong result is an AssertionError."""
    import cupy

    for name, launch in LAUNCHES.items():
        launch(cupy)
        cupy.cuda.runtime.deviceSynchronize()
        sys.stdout.write(f"{name}: launched, and its result is right\n")


if __name__ == "__main__":
    main()
