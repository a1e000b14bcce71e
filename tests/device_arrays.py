"""A CuPy of NumPy: its arrays keep to themselves, and its kernels are compiled for the CPU.

CUDA C++ of ours is made into C++ with a loop over threads, so that what runs is the very
text a GPU would get. Blocks run one after the other and threads too: a kernel that needs
threads to meet cannot be run here.
"""

import ctypes
import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

COMPILER = shutil.which("g++") or shutil.which("clang++")
_SHIM = """
#include <cmath>
struct Place {{ int x, y, z; }};
static Place threadIdx, blockIdx, blockDim, gridDim;
static long long clock64() {{ static long long now; return now += 500; }}
#define __global__
{source}
extern "C" void run(int grid, int block{parameters}) {{
  gridDim.x = grid; blockDim.x = block;
  for (blockIdx.x = 0; blockIdx.x < grid; ++blockIdx.x)
    for (threadIdx.x = 0; threadIdx.x < block; ++threadIdx.x)
      {name}({arguments});
}}
"""


class ndarray(np.ndarray):
    """An array that counts as lying on the device."""

    def get(self) -> Any:
        return np.array(self, subok=False)


def on_device(x: Any) -> Any:
    return np.asarray(x).view(ndarray)


class RawKernel:
    """CUDA C++ compiled for this machine."""

    def __init__(self, source: str, name: str) -> None:
        found = re.search(rf"void {name}\(([^)]*)\)", source)
        assert found, "the kernel is not in its source"
        parameters = [one.strip() for one in found.group(1).split(",")]
        names = [re.split(r"[\s*]+", one)[-1] for one in parameters]
        code = _SHIM.format(
            source=source,
            name=name,
            parameters="".join(f", {one}" for one in parameters),
            arguments=", ".join(names),
        )
        self.library = ctypes.CDLL(str(_compiled(code)))

    def __call__(
        self, grid: Sequence[int], block: Sequence[int], arguments: Sequence[Any]
    ) -> None:
        passed: list[Any] = []
        for one in arguments:
            if isinstance(one, np.int32):
                passed.append(ctypes.c_int(int(one)))
                continue
            if isinstance(one, np.float32):
                passed.append(ctypes.c_float(float(one)))
                continue
            assert isinstance(one, ndarray), "an array of the host reached a kernel"
            assert one.flags.c_contiguous
            passed.append(ctypes.c_void_p(one.ctypes.data))
        self.library.run(grid[0], block[0], *passed)


class ElementwiseKernel:
    """One expression, compiled for float32."""

    def __init__(self, inputs: str, output: str, body: str, name: str) -> None:
        names = [one.split()[1] for one in inputs.split(",")]
        to = output.split()[1]
        assert body.startswith(f"{to} = ")
        reads = "".join(f"const float* {one}_, " for one in names)
        takes = " ".join(f"float {one} = {one}_[i];" for one in names)
        source = (
            f'extern "C" __global__ void {name}({reads}float* {to}_) '
            f"{{ int i = blockIdx.x; {takes} {to}_[i] = "
            f"{body.removeprefix(f'{to} = ')}; }}"
        )
        self.kernel = RawKernel(source, name)

    def __call__(self, *arrays: Any) -> Any:
        *inputs, out = arrays
        assert all(isinstance(one, ndarray) for one in arrays)
        flat = [on_device(np.ascontiguousarray(one)) for one in inputs]
        result = on_device(np.empty(out.shape, np.float32))
        self.kernel((out.size,), (1,), [*flat, result])
        out[...] = result
        return out


def _compiled(code: str) -> Path:
    import getpass
    import tempfile

    if COMPILER is None:
        pytest.skip("no C++ compiler")
    # Of each account its own: another's can neither be written nor trusted.
    folder = Path(tempfile.gettempdir()) / f"certlab-test-kernels-{getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    made = folder / f"{hashlib.sha256(code.encode()).hexdigest()[:16]}.so"
    if not made.exists():
        source = made.with_suffix(".cpp")
        source.write_text(code)
        command = [COMPILER, "-O1", "-shared", "-fPIC", "-o", str(made), source]
        subprocess.run(command, check=True, capture_output=True)
    return made


def cupy_of_numpy(waits: list[str]) -> dict[str, Any]:
    """The parts of a module named cupy."""

    def guarded(name: str) -> Callable[..., Any]:
        """NumPy's function, that takes and gives arrays of the device only."""

        def call(*arguments: Any, **named: Any) -> Any:
            for one in arguments:
                host = isinstance(one, np.ndarray) and not isinstance(one, ndarray)
                assert not host, f"cupy.{name} was given an array of the host"
            found = getattr(np, name)(*arguments, **named)
            return on_device(found) if isinstance(found, np.ndarray) else found

        return call

    runtime = SimpleNamespace(
        deviceSynchronize=lambda: waits.append("waited"),
        memGetInfo=lambda: (60 * 2**30, 80 * 2**30),
        getDeviceProperties=lambda _id: {"l2CacheSize": 50 * 2**20},
    )
    fft = SimpleNamespace(fft=lambda x: on_device(np.fft.fft(x.get())))
    own = {name: guarded(name) for name in _SHARED}
    return own | {
        "ndarray": ndarray,
        "asarray": on_device,
        "fft": fft,
        "ElementwiseKernel": ElementwiseKernel,
        "RawKernel": RawKernel,
        "cuda": SimpleNamespace(runtime=runtime, Device=lambda: _DEVICE),
        **{name: getattr(np, name) for name in _TYPES},
    }


_DEVICE = SimpleNamespace(id=0, compute_capability="90")
_TYPES = ("float16", "float32", "float64", "int32", "int64", "complex64")
_SHARED = (
    *("add", "copyto", "empty", "empty_like", "matmul", "ones", "ones_like"),
    *("zeros", "zeros_like"),
)
