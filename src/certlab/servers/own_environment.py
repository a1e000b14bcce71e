"""An environment of Python of its own, for a server whose libraries are not those of the labs.

What goes in is a lock, a file of pip's with a version and hashes for each distribution. pip
refuses another file, and goes on after an interruption with what it has fetched. An
environment whose lock has changed is another one.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from certlab import whole_file
from certlab.errors import ServerError

_DONE = "installed.txt"
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class OwnEnvironment:
    """One environment, there or not.

    Attributes:
        name: what it is for, "triton"; the word after `certlab lab prepare`.
        lock: its requirements as pip writes them, with `--hash` after each.
        below: where environments are kept.
        systems: what it can be made on, "linux x86_64" each.
        pythons: the versions that it can be made of, as (3, 11).
        size: what it takes on disk, in words.
    """

    name: str
    lock: Path
    below: Path
    systems: tuple[str, ...]
    pythons: tuple[tuple[int, int], ...]
    size: str = ""

    @property
    def folder(self) -> Path:
        """Where it is; another folder for another lock or another Python."""
        made_of = f"{sys.version_info[:2]}{self.lock.read_text('utf-8')}"
        return self.below / f"{self.name}-{_digest(made_of)}"

    @property
    def python(self) -> Path:
        """Its program."""
        return self.folder / "bin" / "python"

    @property
    def lacks(self) -> str:
        """Why it is not ready, in one sentence; "" when it is."""
        if hinders := self.hinders:
            return hinders
        if self._missing():
            size = f", {self.size} on disk" if self.size else ""
            return f"Its environment is not prepared; run certlab lab prepare {self.name}{size}."
        return ""

    @property
    def hinders(self) -> str:
        """Why it cannot be made on this machine, in one sentence; "" where it can."""
        import platform

        system = f"{sys.platform} {platform.machine()}"
        if system not in self.systems:
            return f"{self.name} runs on {' or '.join(self.systems)}, and this is {system}."
        if sys.version_info[:2] not in self.pythons:
            known = " or ".join(".".join(map(str, one)) for one in self.pythons)
            here = ".".join(map(str, sys.version_info[:2]))
            return f"{self.name} needs Python {known}, and this is {here}."
        return ""

    def make(self, tell: Callable[[str], object]) -> None:
        """Install what is missing; pip shows how far it is, and keeps what it has fetched.

        Args:
            tell: hears a line before.

        Raises:
            ServerError: it cannot be made here, or a distribution did not install.
        """
        if hinders := self.hinders:
            raise ServerError(hinders)
        if not self.python.exists():
            # pip of this Python installs into it, so that it needs none.
            venv.create(self.folder, symlinks=True, with_pip=False)
        steps, missing = _steps(self.lock), self._missing()
        if missing:
            tell(f"{len(missing)} of {len(steps)} distributions for {self.name}")
            self._install([steps[name] for name in steps if name in missing])

    def _install(self, lines: list[str]) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            wanted = Path(scratch, "requirements.txt")
            wanted.write_text("".join(lines), "utf-8")
            words = ["--no-deps", "--require-hashes", "--only-binary=:all:"]
            run = subprocess.run(
                [
                    *(sys.executable, "-P", "-m", "pip", "--python", str(self.python)),
                    *("install", *words, "--requirement", str(wanted)),
                ],
                check=False,
            )
        if run.returncode:
            raise ServerError(
                f"The environment of {self.name} was not made: pip says why in its last "
                "lines. Mend that, then run the same command again; what was fetched is kept."
            )
        whole_file.write(self.folder / _DONE, "\n".join(_steps(self.lock)) + "\n")

    def _missing(self) -> set[str]:
        done = self.folder / _DONE
        there = done.read_text("utf-8").split() if done.exists() else []
        return set(_steps(self.lock)) - set(there)


def _steps(lock: Path) -> dict[str, str]:
    """Requirement by distribution, in the order of the lock."""
    text = lock.read_text("utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines()]
    found = {}
    for line in lines:
        if line and not line.startswith("#") and (name := _NAME.match(line)):
            found[name.group()] = f"{line}\n"
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
