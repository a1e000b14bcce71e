"""The code of a run, as Git knows it: a commit, and what was changed since."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from certlab.errors import Refusal

_SECONDS = 20  # a repository of a lab answers in milliseconds


class State(NamedTuple):
    """The code in a folder.

    Attributes:
        commit: the hash of the last commit, 40 hexadecimal digits or 64.
        changed: files that differ from it or are not in it, by their names from the top.
    """

    commit: str
    changed: tuple[str, ...]

    @property
    def dirty(self) -> bool:
        """Whether the commit is not what ran."""
        return bool(self.changed)


def state(folder: Path) -> State:
    """The commit of a folder in a Git repository, and what was changed since.

    Raises:
        Refusal: there is no Git, no repository, or no commit in it.
    """
    commit = git(folder, "rev-parse", "--verify", "HEAD").strip()
    # -z: names as they are, each ended by a zero byte. A renamed file would have two.
    listed = git(folder, "status", "--porcelain", "-z", "--no-renames")
    return State(commit, tuple(row[3:] for row in listed.split("\0") if row))


def git(folder: Path, *words: str) -> str:
    """What Git prints for a command in a folder.

    Raises:
        Refusal: there is no Git, or it says no.
    """
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise Refusal(
            "Git is not installed here, so no commit can be recorded; "
            "install it, or go on without this step."
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Refusal(
            f"Git did not answer within {_SECONDS} seconds in {folder.name}; "
            "look for another Git that holds the repository."
        ) from error
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        raise Refusal(
            f"Git refused {words[0]} in {folder.name} ({said.rstrip('.')}); "
            "make a repository with a commit there first."
        )
    return done.stdout
