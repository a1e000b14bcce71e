"""What the lab on Slurm needs of the system, and `certlab lab prepare slurm`, which installs it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from certlab.errors import ServerError

# Where Debian has daemons; it is on no learner's path.
_SBIN = "/usr/sbin:/sbin"


def path() -> str:
    """Where programs are looked for, as PATH has it."""
    return f"{os.environ.get('PATH', os.defpath)}:{_SBIN}"


@dataclass(frozen=True)
class Packages:
    """Packages of Debian or Ubuntu, there or not.

    Attributes:
        name: the word after `certlab lab prepare`.
        packages: what apt-get is asked for.
        programs: what has to be there then.
        size: what they take on disk, in words.
    """

    name: str
    packages: tuple[str, ...]
    programs: tuple[str, ...]
    size: str

    @property
    def missing(self) -> list[str]:
        """Programs that are not installed."""
        return [one for one in self.programs if not shutil.which(one, path=path())]

    @property
    def lacks(self) -> str:
        """Why it is not ready, in one sentence; "" when it is."""
        if not self.missing:
            return ""
        run = f"run certlab lab prepare {self.name} ({self.size})"
        return f"{self.name} is not installed; {self.hinders or run}"

    @property
    def hinders(self) -> str:
        """Why it cannot be installed here, and what to do; "" where it can."""
        if sys.platform != "linux":
            return "it runs on Linux, and without it the lab shows recorded output"
        if not shutil.which("apt-get"):
            return (
                f"install {' and '.join(self.missing)} with this system's package "
                "manager, because certlab knows Debian's only"
            )
        if os.geteuid() != 0:
            return (
                "that takes root, so ask whoever looks after this machine to run "
                f"sudo apt-get install --no-install-recommends {' '.join(self.packages)}"
            )
        return ""

    def make(self, tell: Callable[[str], object]) -> None:
        """Let apt-get install what is missing; it names the size and asks before it does.

        Args:
            tell: hears a line before each step.

        Raises:
            ServerError: it cannot be installed here, or apt-get did not.
        """
        if not self.missing:
            return
        if self.hinders:
            raise ServerError(f"{self.lacks}.")
        tell(f"{self.name}: {' and '.join(self.packages)}, {self.size}")
        if _run(["apt-cache", "show", "--quiet=2", *self.packages], quiet=True):
            tell("apt-get knows no packages yet and fetches its lists first")
            _run(["apt-get", "update", "--quiet"])
        _run(["apt-get", "install", "--no-install-recommends", *self.packages])
        if self.missing:
            raise ServerError(
                f"{self.name} was not installed: apt-get says why in its last lines. Mend "
                "that, then run the same command again."
            )


def _run(command: Sequence[str], *, quiet: bool = False) -> int:
    where = subprocess.DEVNULL if quiet else None
    return subprocess.run(command, stdout=where, stderr=where, check=False).returncode


ENVIRONMENT = Packages(
    "slurm",
    ("slurm-wlm", "munge"),
    ("slurmctld", "slurmd", "sbatch", "munged", "setpriv"),
    "14 MB",
)
