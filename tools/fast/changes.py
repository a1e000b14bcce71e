"""What a change consists of: the files that differ from where it began, by git."""

import subprocess
from pathlib import Path
from typing import NamedTuple


class Change(NamedTuple):
    """The files of a change.

    Attributes:
        against: what it was compared with, in words.
        files: their paths from the root, also of those that are gone.
    """

    against: str
    files: tuple[str, ...]


class NoHistory(Exception):
    """There is no git, no repository or no commit to compare with."""


def changed(root: Path, since: str = "") -> Change:
    """The files that differ from `since`, or from where the branch left main.

    Raises:
        NoHistory: nothing can be compared; the text says why.
    """
    base, against = (since, since) if since else _base(root)
    differ = _git(root, "diff", "--name-only", "--no-renames", "-z", base, "--")
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    files = sorted(filter(None, {*differ.split("\0"), *new.split("\0")}))
    return Change(against, tuple(files))


def _base(root: Path) -> tuple[str, str]:
    """The commit to compare with, and its name for a reader."""
    head = _git(root, "rev-parse", "HEAD").strip()
    for main in ("origin/main", "main"):
        try:
            base = _git(root, "merge-base", main, "HEAD").strip()
        except NoHistory:
            continue
        if base != head:
            return base, f"where this branch left {main}"
    if _git(root, "status", "--porcelain").strip():
        return head, "the last commit, HEAD"
    try:
        return _git(root, "rev-parse", "HEAD~1").strip(), "the commit before, HEAD~1"
    except NoHistory as error:
        raise NoHistory(
            "nothing is changed and there is no commit before; name one with --since"
        ) from error


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(
            ["git", "-C", str(root), *words], capture_output=True, text=True, check=True
        ).stdout
    except FileNotFoundError as error:
        raise NoHistory("git is not installed; make test runs everything") from error
    except subprocess.CalledProcessError as error:
        raise NoHistory(f"git says: {error.stderr.strip()}") from error
