"""numba-cuda: on a GPU the compiler, without one its simulator, and which of the two.

numba decides once, when it is first imported, by the variable NUMBA_ENABLE_CUDASIM. So
this asks nvidia-smi first, sets the variable where there is no GPU, and imports then.
`cuda.is_available()` is no help: the simulator answers yes.
"""

import importlib
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, Protocol

from certlab.compute.backend import VARIABLE
from certlab.compute.gpus import gpus
from certlab.errors import BackendError

SWITCH = "NUMBA_ENABLE_CUDASIM"
_GET = "run pip install 'certlab[cuda-tools]'"


@dataclass(frozen=True, slots=True)
class Numba:
    """numba-cuda as it is here; its text is the sentence that labs print.

    Attributes:
        cuda: the module `numba.cuda`; None where it is not installed.
        simulated: whether kernels run in numba's simulator, thread by thread in Python.
        why: the reason, as the end of a sentence.
    """

    cuda: ModuleType | None
    simulated: bool
    why: str

    def __str__(self) -> str:
        if self.cuda is None:
            return f"No numba-cuda: {self.why}."
        where = "in its simulator" if self.simulated else "on the GPU"
        return f"numba-cuda {where}: {self.why}."


@cache
def numba() -> Numba:
    """Import numba-cuda in the way that fits this machine, once a process."""
    asked, graphics = os.environ.get(VARIABLE, "").strip().lower(), gpus()
    simulated = asked == "cpu" or not graphics.found
    why = f"{VARIABLE}=cpu was asked for" if asked == "cpu" else graphics.why
    if "numba.cuda" not in sys.modules:
        os.environ[SWITCH] = str(int(simulated))
        settings = sys.modules.get("numba.core.config")
        if settings is not None:  # numba is here already and has read the variable
            settings.ENABLE_CUDASIM = simulated  # type: ignore[attr-defined]  # numba makes it at import
    try:
        cuda = importlib.import_module("numba.cuda")
        settings = importlib.import_module("numba.core.config")
    except ImportError as error:
        missing = error.name or "numba-cuda"
        return Numba(None, True, f"{missing} is not installed; {_GET}")
    except Exception as error:  # noqa: BLE001 -- a half-installed CUDA raises anything on import
        told = (str(error).strip().splitlines() or [type(error).__name__])[0]
        return Numba(None, True, f"it cannot be imported ({told}); {_GET}")
    if bool(settings.ENABLE_CUDASIM):
        return Numba(cuda, True, why or "numba was imported with its simulator on")
    if not cuda.is_available():
        why = f"it finds no GPU to use; set {VARIABLE}=cpu and restart the kernel"
        return Numba(None, False, why)
    return Numba(cuda, False, graphics.found[0].name if graphics.found else why)


def run(
    kernel: Callable[..., Any],
    grid: int | tuple[int, ...],
    block: int | tuple[int, ...],
    *arguments: Any,
) -> Any:
    """Launch a kernel with numba-cuda; what its first argument holds then, as lists.

    Args:
        kernel: a function, with or without `@cuda.jit`.
        grid, block: sizes, one to three numbers each.
        arguments: lists become float32 arrays, None in them NaN; numbers stay.

    Raises:
        BackendError: numba-cuda is not here, or the kernel failed; in one sentence.
    """
    found = numba()
    if found.cuda is None:
        raise BackendError(str(found))
    import numpy as np  # numba brings it

    compiled = kernel if hasattr(kernel, "__getitem__") else found.cuda.jit(kernel)
    arrays = [
        np.array(one, np.float32) if isinstance(one, list | tuple) else one
        for one in arguments
    ]
    on_device = [
        found.cuda.to_device(one) if isinstance(one, np.ndarray) else one
        for one in arrays
    ]
    try:
        compiled[grid, block](*on_device)
        found.cuda.synchronize()
    except Exception as error:  # numba's compiler, driver and simulator raise their own
        lines = [one for one in str(error).strip().splitlines() if one.strip()]
        told = lines[0].rstrip(". ") if lines else type(error).__name__
        name = getattr(kernel, "__name__", "The kernel")
        raise BackendError(f"{name} failed in numba: {told}.") from error
    return on_device[0].copy_to_host().tolist()


class Case(Protocol):
    """A launch and what must come out; the simulator's puzzles have them."""

    @property
    def grid(self) -> int | tuple[int, ...]:
        """Blocks."""

    @property
    def block(self) -> int | tuple[int, ...]:
        """Threads of a block."""

    @property
    def arguments(self) -> tuple[Any, ...]:
        """Arguments, the output first."""

    @property
    def expected(self) -> Any:
        """What the output must be."""


def verdict(kernel: Callable[..., Any], cases: Iterable[Case]) -> str:
    """Run a kernel with numba on every case; "right", or the first difference.

    Raises:
        BackendError: as `run`.
    """
    if (here := numba()).cuda is None:
        raise BackendError(str(here))
    import numpy as np  # as above

    for case in cases:
        found = np.array(run(kernel, case.grid, case.block, *case.arguments))
        wanted = np.array(case.expected)
        # float32 keeps seven digits; the sums here have a dozen terms.
        wrong = ~np.isclose(found, wanted, rtol=1e-5, atol=1e-5)
        if wrong.any():
            at = tuple(int(n) for n in np.argwhere(wrong)[0])
            return f"wrong: element {at} is {found[at]:g} and should be {wanted[at]:g}"
    return "right"
