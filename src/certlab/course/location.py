"""Where the course's files are: where $CERTLAB_COURSE says, in the wheel, or around it."""

import os
from pathlib import Path

from certlab.errors import ContentError

PARTS = ("content", "quizzes", "labs")
VARIABLE = "CERTLAB_COURSE"
_PACKAGE = Path(__file__).resolve().parents[1]


def find() -> Path:
    """The folder that holds content/, quizzes/ and labs/.

    Another course than ours is in the folder that $CERTLAB_COURSE names. A wheel carries
    ours inside the package; a checkout and an editable install have it two folders above.

    Raises:
        ContentError: there is no course.
    """
    if named := os.environ.get(VARIABLE):
        return _named(Path(named).expanduser().resolve())
    for root in _ours():
        if not _missing(root):
            return root
    raise ContentError(
        f"{_PACKAGE}: the course's files are missing; install certlab again."
    )


def is_ours(root: Path) -> bool:
    """Whether a course came with this certlab, so that its labs are as trusted as certlab."""
    return root.resolve() in _ours()


def _ours() -> tuple[Path, Path]:
    return _PACKAGE / "_course", _PACKAGE.parents[1]


def _named(root: Path) -> Path:
    if not root.is_dir():
        raise ContentError(
            f"{root}: there is no such folder; name a course's folder with --course or "
            f"in {VARIABLE}."
        )
    if missing := _missing(root):
        raise ContentError(
            f"{root}: this is not a course, because it has no {missing[0]}/; name a folder that "
            "holds content/, quizzes/ and labs/."
        )
    return root


def around(folder: Path) -> Path | None:
    """The course that a folder is, or lies in; None where it is in none."""
    folder = folder.resolve()
    return next(filter(_is_course, (folder, *folder.parents)), None)


def _is_course(root: Path) -> bool:
    # A learner may well have folders of these three names; what one teaches is in this one.
    return (root / "content" / "modules").is_dir() and not _missing(root)


def _missing(root: Path) -> list[str]:
    return [part for part in PARTS if not (root / part).is_dir()]
