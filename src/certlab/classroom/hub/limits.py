"""How much memory and processor time one learner may take, and who can enforce it.

Where systemd runs this machine and the Hub is root, each learner's server starts in a scope
of its own: the limits hold for all of the learner's processes together. Elsewhere there is
only what a process can be told (setrlimit): the limit on memory then holds for each process
by itself, and nothing limits the processor but fewer threads.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SYSTEMD = Path("/run/systemd/system")  # is there where systemd is the first process
MEMORY, CPUS = "CERTLAB_SEAT_MEMORY", "CERTLAB_SEAT_CPUS"
_GIB = 2**30
_PROCESSES = 1024  # threads count too; a kernel with NumPy has tens


@dataclass(frozen=True)
class Limits:
    """Of one learner.

    Attributes:
        gib: of memory; 0 for no limit.
        cpus: how many processors' time; 0 for no limit.
    """

    gib: float = 0.0
    cpus: float = 0.0

    def says(self, *, scoped: bool) -> str:
        """What holds, in a sentence."""
        if not self.gib and not self.cpus:
            return "Nothing limits a learner's memory or processors; --memory and --cpus do."
        what = [f"{self.gib:g} GiB of memory"] * bool(self.gib)
        what += [f"{self.cpus:g} processors"] * bool(self.cpus)
        named = " and ".join(what)
        if scoped:
            return f"Each learner has {named}, which systemd enforces."
        return (
            f"Each learner is to have {named}. Without systemd and root the memory holds "
            "for each process by itself, and processors only for the number of threads."
        )

    def variables(self) -> dict[str, str]:
        """For a learner's server, which applies what a process can."""
        told = {}
        if self.gib:
            told[MEMORY] = str(int(self.gib * _GIB))
        if self.cpus:
            threads = str(max(1, round(self.cpus)))
            told = {**told, CPUS: threads, "OMP_NUM_THREADS": threads}
        return told


def can_scope() -> bool:
    """Whether systemd can hold a learner's processes in a scope."""
    programs = all(map(shutil.which, ("systemd-run", "setpriv")))
    return (
        hasattr(os, "geteuid") and os.geteuid() == 0 and SYSTEMD.is_dir() and programs
    )


def scoped(command: Sequence[str], name: str, group: int, limits: Limits) -> list[str]:
    """The command, run by systemd in a scope and then as the account `name`."""
    properties = []
    if limits.gib:
        properties += [f"MemoryMax={int(limits.gib * _GIB)}", "MemorySwapMax=0"]
    if limits.cpus:
        properties.append(f"CPUQuota={round(100 * limits.cpus)}%")
    properties.append(f"TasksMax={_PROCESSES}")
    return [
        *("systemd-run", "--scope", "--quiet", "--collect"),
        *(word for one in properties for word in ("--property", one)),
        *(
            "--",
            "setpriv",
            f"--reuid={name}",
            f"--regid={group}",
            "--init-groups",
            "--",
        ),
        *command,
    ]


def apply_to_process() -> None:
    """Limit this process and its children by what the environment says."""
    import resource

    if memory := os.environ.get(MEMORY):
        # What a process has written to, not what it has reserved: CUDA reserves terabytes.
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (int(memory), hard))
    if os.geteuid() != 0:
        soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
        if soft == resource.RLIM_INFINITY or soft > _PROCESSES:
            resource.setrlimit(resource.RLIMIT_NPROC, (_PROCESSES, hard))
