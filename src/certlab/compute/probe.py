"""Whether the GPU libraries work here: each is imported and made to compute.

Importing proves little. CuPy imports without a driver and fails at its first array;
its matrix product and its kernels stand on libraries that are installed apart from it.
So a library works when a small computation came out right, and a failure is kept as a
sentence. Each is tried once a process.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from certlab.compute.cuda_faults import DISTRIBUTIONS, Versions, meaning

_GET_CUPY = (
    "run pip install 'cupy-cuda13x[ctk]' (cupy-cuda12x[ctk] for a CUDA 12 driver)"
)
_GET_CUDF = "run pip install cudf-cu13 (cudf-cu12 for a CUDA 12 driver)"
_MEND = "nvidia-smi must list the GPU, and {} must be the build for its driver"


@dataclass(frozen=True, slots=True)
class Probe:
    """What trying a library showed.

    Attributes:
        fault: what is wrong, as a clause; "" when the library works.
        fix: what to do about it, as a clause.
    """

    fault: str = ""
    fix: str = ""


@cache
def cupy() -> Probe:
    """Whether CuPy multiplies a matrix and compiles a kernel here."""
    try:
        import cupy
    except ImportError as error:
        return _not_imported("CuPy", "cupy", error, _GET_CUPY)
    except Exception as error:  # noqa: BLE001 -- a half-installed CUDA raises anything on import
        return _broken("CuPy", "cannot be imported", error)
    try:
        # `@` loads cuBLAS and `+` compiles with NVRTC. Without a driver `ones` raises
        # CUDARuntimeError, with another CUDA's parts DynamicLibNotFoundError or the like.
        ones = cupy.ones((2, 2))
        found = float((ones @ ones + ones).sum())
    except Exception as error:  # noqa: BLE001 -- driver, cuBLAS and NVRTC each raise their own
        return _broken("CuPy", "cannot compute on a GPU", error, _versions(cupy))
    return _right("CuPy", found, 12)


def room(gib: float) -> Probe:
    """Whether the GPU has so much memory free, in GiB; `cupy` must be without a fault."""
    if gib <= 0:
        return Probe()
    import cupy

    try:
        free, total = (one / 2**30 for one in cupy.cuda.runtime.memGetInfo())
    except Exception as error:  # noqa: BLE001 -- a context that dies raises errors of its own
        return _broken("CuPy", "cannot ask for the GPU's memory", error)
    if free >= gib:
        return Probe()
    says = (
        f"{free:.1f} of the GPU's {total:.1f} GiB are free and this takes {gib:g} GiB"
    )
    return Probe(says, "end what else runs on it, which nvidia-smi lists")


@cache
def cudf() -> Probe:
    """Whether cuDF adds two numbers here."""
    if cupy().fault:  # cuDF stands on CuPy, and takes seconds to find that out
        return cupy()
    try:
        import cudf
    except ImportError as error:
        return _not_imported("cuDF", "cudf", error, _GET_CUDF)
    except Exception as error:  # noqa: BLE001 -- its parts raise errors of their own on import
        return _broken("cuDF", "cannot be imported", error)
    try:
        found = float(cudf.Series([1, 2]).sum())
    except Exception as error:  # noqa: BLE001 -- a part that is missing shows only here
        return _broken("cuDF", "cannot compute on a GPU", error)
    return _right("cuDF", found, 3)


def forget() -> None:
    """Try the libraries again at the next question: for tests, and after a repair."""
    cupy.cache_clear()
    cudf.cache_clear()


def _not_imported(title: str, name: str, error: ImportError, get: str) -> Probe:
    if error.name == name and isinstance(error, ModuleNotFoundError):
        return Probe(f"{title} is not installed", get)
    # CuPy wraps what went wrong in a framed page of advice; the cause is one line.
    cause = error.__cause__
    return _broken(title, "cannot be imported", cause or error)


def _versions(cupy: Any) -> Versions:
    """What CuPy was built for, what the driver runs, and which CuPys are installed."""
    from importlib.metadata import PackageNotFoundError, version

    built, driver = (
        _asked(cupy, name) for name in ("runtimeGetVersion", "driverGetVersion")
    )
    installed = []
    for name in DISTRIBUTIONS:
        try:
            version(name)
        except PackageNotFoundError:
            continue
        installed.append(name)
    return Versions(built or 0, driver, tuple(installed))


def _asked(cupy: Any, name: str) -> int | None:
    try:
        return int(getattr(cupy.cuda.runtime, name)())
    except Exception:  # noqa: BLE001 -- who cannot say is told as unknown, whatever it raised
        return None


def _broken(
    title: str, what: str, error: BaseException, versions: Versions | None = None
) -> Probe:
    if title == "CuPy" and (known := meaning(error, versions or Versions())):
        fault, fix = known
        return Probe(f"{title} is installed but {what}: {fault}", fix)
    first = (str(error).strip().splitlines() or [""])[0].rstrip(". ")
    told = f"{type(error).__name__}: {first}" if first else type(error).__name__
    return Probe(f"{title} is installed but {what} ({told})", _MEND.format(title))


def _right(title: str, found: float, right: float) -> Probe:
    if found == right:
        return Probe()
    says = f"{title} is installed but computes {found:g} where {right:g} is right"
    return Probe(says, _MEND.format(title))
