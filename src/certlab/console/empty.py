"""Words of a command line that are empty, as `--workspace "$HERE"` is where nothing was set.

Taken as they are, an empty path is the current folder, and files would land there unasked.
"""

import re
from collections.abc import Sequence

from certlab.errors import CourseError

_UNSET = re.compile(r"--?[a-z][a-z-]*=", re.IGNORECASE)


def refuse_empty(words: Sequence[str]) -> None:
    """Refuse a command line that holds an empty word.

    Raises:
        CourseError: it says which.
    """
    before = "the command"
    for word in words:
        if not word or _UNSET.fullmatch(word):
            after = word.rstrip("=") or before
            raise CourseError(
                f"The word after {after} is empty; say what is meant, or leave {after} out."
                if after.startswith("-")
                else f"The word after {after} is empty; say what is meant."
            )
        if word == "--":
            return  # what follows is handed on as it is
        before = word
