"""Libraries put into an environment of Python, one step a distribution.

Whatever was interrupted is begun again at the distribution that is missing, and pip has
kept what it had downloaded.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import requires
from pathlib import Path

from certlab.errors import ServerError

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_PINS = Path(__file__).parents[3] / "constraints.txt"  # in a checkout


@dataclass(frozen=True)
class Environment:
    """A Python and its libraries: today the one that is running.

    Attributes:
        python: its program, which has pip.
    """

    python: Path

    def install(self, names: Iterable[str], tell: Callable[[str], object]) -> None:
        """Install distributions one after the other; pip shows how far each is.

        Args:
            names: the distributions, in the versions that certlab asks for.
            tell: hears a line before each.

        Raises:
            ServerError: one cannot be installed; those before it are.
        """
        steps = list(names)
        for number, name in enumerate(steps, 1):
            tell(f"{number} of {len(steps)}: {name}")
            pins = ["--constraint", str(_PINS)] if _PINS.exists() else []
            words = [
                str(self.python),
                "-P",
                "-m",
                "pip",
                "install",
                *pins,
                requirement(name),
            ]
            if subprocess.run(words, check=False).returncode:
                raise ServerError(
                    f"{name} was not installed: pip says why in its last lines. Mend that, "
                    "then run the same command again; it goes on from there."
                )


def here() -> Environment:
    """The environment of the Python that is running."""
    return Environment(Path(sys.executable))


def requirement(name: str) -> str:
    """A distribution as certlab asks for it, "torch>=2.6"; the bare name where it does not."""
    for line in requires("certlab") or ():
        wanted = line.partition(";")[0].strip()
        if (found := _NAME.match(wanted)) and found.group() == name:
            return wanted
    return name
