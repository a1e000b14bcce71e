"""A newer edition of a notebook that a learner works on: is there one, take it, keep one's own.

A fill replaces a file that the learner has not edited, and puts the new edition beside one that
they have. Whoever has the notebook open sees neither. What is theirs is moved and never removed.
"""

import hashlib
from pathlib import Path

from certlab import whole_file
from certlab.course import editions
from certlab.errors import WorkspaceError

KEPT = (
    ".certlab/kept_editions.json"  # the edition that the learner did not want, by name
)
PLACE, BESIDE = "place", "beside"


def where(workspace: Path, name: str, loaded: str) -> str:
    """Where a newer edition of a notebook is that the learner was not asked about.

    Args:
        loaded: the SHA-256 of the file as it was opened or last saved.

    Returns:
        PLACE, if it has taken the notebook's own; BESIDE; or "".
    """
    known = editions.read(workspace / editions.FILE)
    newest = known.get(name)
    if newest is None or not name.endswith(".ipynb"):
        return ""
    path = workspace / name
    data = path.read_bytes() if path.is_file() else b""
    if editions.digest(name, data) == newest:
        return PLACE if hashlib.sha256(data).hexdigest() != loaded else ""
    kept = editions.read(workspace / KEPT).get(name)
    return BESIDE if kept != newest and _beside(workspace, name, newest) else ""


def step_aside(workspace: Path, name: str, loaded: str) -> str:
    """Keep a new edition beside the notebook whose place it took, which is now saved over it.

    Returns:
        The SHA-256 of what is saved over; "" where there is no new edition.
    """
    with whole_file.alone(workspace / editions.LOCK):
        if where(workspace, name, loaded) != PLACE:
            return ""
        known = editions.read(workspace / editions.FILE)
        other = editions.beside(workspace, name, known)
        data = (workspace / name).read_bytes()
        known[other] = editions.digest(other, data)
        whole_file.write(workspace / other, data)
        editions.keep(workspace / editions.FILE, known)
    return hashlib.sha256(data).hexdigest()


def take(workspace: Path, name: str) -> str:
    """Put the new edition in the notebook's place, and what was there beside it.

    No name goes away meanwhile: JupyterLab, which may be listing the folder, would say that
    there is no such folder.

    Returns:
        The name of the learner's own; "" where the new edition is in its place already.

    Raises:
        WorkspaceError: there is no newer one.
    """
    with whole_file.alone(workspace / editions.LOCK):
        newest, path = (
            editions.read(workspace / editions.FILE).get(name),
            workspace / name,
        )
        data = path.read_bytes() if path.is_file() else b""
        if newest is not None and editions.digest(name, data) == newest:
            return ""
        other = _beside(workspace, name, newest) if newest else ""
        if not newest or not other:
            raise WorkspaceError(
                f"{name}: there is no newer edition of it beside it any more; yours stays."
            )
        names = editions.numbered(name, "mine")
        mine = next(one for one in names if not (workspace / one).exists())
        whole_file.write(workspace / mine, data)
        whole_file.write(path, (workspace / other).read_bytes())
        _settle(workspace, name, newest)
    return mine


def keep_mine(workspace: Path, name: str) -> None:
    """Ask no more about the edition that there is."""
    with whole_file.alone(workspace / editions.LOCK):
        newest = editions.read(workspace / editions.FILE).get(name)
        if newest is not None:
            _settle(workspace, name, newest)


def _settle(workspace: Path, name: str, newest: str) -> None:
    kept = editions.read(workspace / KEPT)
    editions.keep(workspace / KEPT, kept | {name: newest})


def _beside(workspace: Path, name: str, newest: str) -> str:
    """The file beside a notebook that is its newest edition, "" where none is."""
    for other in editions.numbered(name, "new"):
        there = workspace / other
        if not there.exists():
            return ""
        if there.is_file() and editions.digest(name, there.read_bytes()) == newest:
            return other
    return ""
