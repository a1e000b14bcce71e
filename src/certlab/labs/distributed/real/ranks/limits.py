"""What a run must have before anything is started."""

import sys
from importlib.util import find_spec

from certlab.compute import missing_packages
from certlab.compute.processor import cpu
from certlab.errors import BackendError, RankError

_GIB_EACH = 0.3  # what a process with torch and nothing else takes
_EACH_CORE = 16  # ranks; starting more takes longer than a learner waits
BACKENDS = ("gloo", "nccl")


def check(ranks: int, backend: str | None, threads: int, timeout: float) -> None:
    """Refuse what cannot be run here.

    Raises:
        BackendError: this system starts no processes, or a library is not installed.
        RankError: a number is out of range; the sentence says what would do.
    """
    if sys.platform in ("emscripten", "wasi", "win32"):
        raise BackendError(
            "Ranks are processes that torchrun starts, on Linux or macOS: open this lab "
            "there, in WSL or on a server."
        )
    libraries()
    if type(ranks) is not int or ranks < 1:
        raise RankError(f"A run has 1 rank or more, as a whole number, not {ranks!r}.")
    _few_enough(ranks)
    if backend not in (None, *BACKENDS):
        raise RankError(f'A backend is "gloo" or "nccl", not {backend!r}.')
    if threads < 1:
        raise RankError(f"A rank has 1 thread or more, not {threads}.")
    if not timeout > 0:
        raise RankError(f"A timeout is more than 0 seconds, not {timeout!r}.")


def libraries() -> None:
    """Refuse where what every run needs is not installed.

    Raises:
        BackendError: torch or cloudpickle is not.
    """
    for name in ("torch", "cloudpickle"):
        if find_spec(name) is None:
            # Of the whole module: some of its labs go on without, and do not name it.
            hint = missing_packages.install_hint([name], "distributed")
            raise BackendError(f"Ranks need {name}: {hint}.")


def _few_enough(ranks: int) -> None:
    here = cpu()
    memory = here.memory_gib
    most = _EACH_CORE * here.cores
    if memory is not None:
        most = max(min(most, int(memory / _GIB_EACH)), 1)
    if ranks > most:
        has = "" if memory is None else f" and {memory:.0f} GiB of memory"
        raise RankError(
            f"{ranks:,} ranks are too many for {here.cores} cores{has}: each is a process "
            f"of {_GIB_EACH} GiB or more; take {most} at most."
        )
