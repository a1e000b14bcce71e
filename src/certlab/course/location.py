"""Where the course's files are: in the wheel, or in the checkout around it."""

from pathlib import Path

from certlab.errors import ContentError

PARTS = ("content", "quizzes", "labs")


def find() -> Path:
    """The folder that holds content/, quizzes/ and labs/.

    A wheel carries them inside the package; a checkout and an editable install have
    them two folders above it.

    Raises:
        ContentError: neither place holds them.
    """
    package = Path(__file__).resolve().parents[1]
    for root in (package / "_course", package.parents[1]):
        if all((root / part).is_dir() for part in PARTS):
            return root
    raise ContentError(
        f"{package}: the course's files are missing; install certlab again."
    )
