"""The first cell of a lab: what is here, which path is taken, and why.

Whatever is amiss is one sentence. Memory that runs out later is one too: a notebook's
shell is told to show the sentence in place of the traceback.
"""

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from certlab.compute import missing_packages
from certlab.compute.backend import arrays, choice
from certlab.compute.device import libraries_missing, summary
from certlab.compute.processor import bf16 as bf16_here
from certlab.errors import BackendError

_FULL = (
    "{where} ran out of memory: {what}. Free what earlier cells hold (restart the "
    "kernel), end what else runs, or make the sizes of this cell smaller."
)


def preflight(
    *,
    room_gib: float = 0,
    needs: Iterable[str] = (),
    cpu_needs: Iterable[str] = (),
    bf16: bool = False,
    ranks: int = 1,
) -> ModuleType:
    """Say what is here and hand back the array library: `xp = compute.preflight()`.

    Args:
        room_gib: memory the lab's GPU path takes; with less free, the CPU's is taken.
        needs: distributions the lab cannot do without.
        cpu_needs: distributions that only its CPU path cannot do without.
        bf16: the lab measures BF16: also say whether the processor multiplies it.
        ranks: processes of the lab's GPU path, each of which has a GPU to itself.

    Raises:
        BackendError: one that is needed is not installed; or as `arrays`.
    """
    taken = choice(room_gib=room_gib)
    print(summary(bf16=bf16, ranks=ranks))  # noqa: T201 -- what the first cell shows
    print(taken)  # noqa: T201 -- as above
    if bf16:
        print(f"{bf16_here()}.")  # noqa: T201 -- as above
    told_in_a_sentence()
    every = [*needs, *(() if taken.on_gpu else cpu_needs)]
    if missing := libraries_missing(every):
        raise BackendError(
            f"{missing_packages.install_hint(missing)}, then restart the kernel."
        )
    return arrays(room_gib=room_gib)


def told_in_a_sentence() -> None:
    """Have the notebook's shell tell exhausted memory in one sentence."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        shell.set_custom_exc((MemoryError, *_torchs()), _tell)


def _torchs() -> tuple[type[BaseException], ...]:
    """torch's own error, which is no MemoryError, where torch has been imported."""
    found = getattr(sys.modules.get("torch"), "OutOfMemoryError", None)
    return (found,) if isinstance(found, type) else ()


def _tell(
    shell: Any, kind: type[BaseException], error: BaseException, _trace: Any, **_: Any
) -> None:
    """What IPython calls in place of its traceback."""
    what = (str(error).strip().splitlines() or [kind.__name__])[0].rstrip(". ")
    on_gpu = "cupy" in kind.__module__ or "CUDA" in str(error)
    says = _FULL.format(where="The GPU" if on_gpu else "The computer", what=what)
    shell._showtraceback(kind, error, [says])
