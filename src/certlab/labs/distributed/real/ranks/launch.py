"""A run from a notebook: its folder, its guardian, and the wait for both."""

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

from certlab.errors import RankError
from certlab.labs.distributed.real.ranks import job, limits, outcome
from certlab.servers import lifeline
from certlab.servers.guardian import ENDED

T = TypeVar("T")

_GRACE = 5.0  # seconds that other ranks have after one has told of an error
_SWEEP = 20.0  # seconds that the guardian has to end all


def run(
    function: Callable[..., T],
    ranks: int = 4,
    *arguments: object,
    timeout: float = 60.0,
    backend: str | None = None,
    threads: int = 1,
) -> list[T]:
    """Call a function on every rank of a torch.distributed group and wait for all.

    torchrun starts the ranks in processes of their own, on this machine, over its loopback
    address. What they print comes out after the run, in rank order. Nothing of a run
    outlives it, be it interrupted or this process killed.

    Args:
        function: called as `function(info, *arguments)` with a `RankInfo`; it may be
            defined in a notebook.
        ranks: how many.
        arguments: given to every rank.
        timeout: seconds from here until all must have answered; starting torch takes a few.
        backend: "gloo", "nccl", or None: nccl where torch sees a GPU for each rank.
        threads: of each rank, for work inside an operation.

    Returns:
        What each rank returned, in rank order.

    Raises:
        RankError: a rank raised, was killed, or did not answer; with what it printed.
        BackendError: torch or cloudpickle is not installed, or the system has no processes.
    """
    limits.check(ranks, backend, threads, timeout)
    call = _pickled(function, arguments)
    modules = [name for name in sys.modules if name.startswith("torch.")]
    until = time.time() + timeout
    one = job.Job(ranks, backend or "", threads, timeout, until, modules)
    with _launched(one, call) as (folder, late):
        found = outcome.answers(folder, ranks)
        if found is None:
            raise outcome.failure(folder, one, late=late)
        for rank, text in outcome.printed(folder, ranks, "stdout").items():
            for line in text.splitlines():
                print(f"[rank {rank}] {line}")  # noqa: T201 - what the function printed
    return cast("list[T]", found)


@contextmanager
def _launched(one: job.Job, call: bytes) -> Iterator[tuple[Path, bool]]:
    """A run from its start to its end; its folder, and whether time was up."""
    folder = Path(tempfile.mkdtemp(prefix="certlab-ranks-"))
    guardian = None
    try:
        (folder / "temporary").mkdir()
        lifeline.open_list(folder)
        one.write(folder)
        job.leave(folder, job.CALL, call)
        guardian = subprocess.Popen(
            _command(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=_environment(folder, one.threads),
            start_new_session=True,  # the interrupt of a notebook is not for it
        )
        yield folder, _wait(guardian, folder, one)
    finally:
        lifeline.close(guardian, folder)


def _wait(guardian: "subprocess.Popen[bytes]", folder: Path, one: job.Job) -> bool:
    """Until all has ended; True when the ranks had to be ended."""
    assert guardian.stdin is not None
    end, cut_short = time.monotonic() + one.seconds, False
    while not _said(guardian, folder, 0.05):
        if not cut_short and outcome.any_error(folder):
            end, cut_short = min(end, time.monotonic() + _GRACE), True
        if time.monotonic() >= end:
            with suppress(BrokenPipeError):
                guardian.stdin.write(b"stop\n")
            _said(guardian, folder, _SWEEP)
            return True
    return False


def _said(guardian: "subprocess.Popen[bytes]", folder: Path, seconds: float) -> bool:
    """Whether the guardian says that no process of the run is left."""
    assert guardian.stdout is not None
    if not select.select([guardian.stdout], [], [], seconds)[0]:
        return False
    if guardian.stdout.read(len(ENDED)) != ENDED:  # somebody has killed it
        lifeline.sweep(folder)
    return True


def _command(folder: Path) -> list[str]:
    name = __name__.rpartition(".")[0]
    python = [sys.executable, "-m"]
    launcher = [*python, f"{name}.elastic", str(folder)]
    return [*python, "certlab.servers.guardian", str(folder), *launcher]


def _environment(folder: Path, threads: int) -> dict[str, str]:
    """Of all processes of a run: our modules, few threads, and no network but loopback."""
    # An outer torchrun's options would change ours.
    found = {name: x for name, x in os.environ.items() if not name.startswith("PET_")}
    loopback = "lo0" if sys.platform == "darwin" else "lo"
    limits = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    return (
        found
        | dict.fromkeys(limits, str(threads))
        | dict.fromkeys(("GLOO_SOCKET_IFNAME", "NCCL_SOCKET_IFNAME"), loopback)
        | {
            "PYTHONPATH": os.pathsep.join(str(Path(one).resolve()) for one in sys.path),
            "TMPDIR": str(folder / "temporary"),
            "PYTHONUNBUFFERED": "1",  # a rank that is killed has said what it printed
        }
    )


def _pickled(function: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
    import cloudpickle  # type: ignore[import-untyped]  # it has no types

    try:
        found: bytes = cloudpickle.dumps((function, arguments))
    except Exception as error:
        text = str(error).partition("\n")[0].rstrip(".")
        raise RankError(
            f"{getattr(function, '__name__', function)!s} or its arguments cannot be sent "
            f"to the ranks ({text}); open files, locks and generators stay where they are."
        ) from error
    return found
