"""Commands typed one after the other in one process, which reads the course once for all.

On its input is a list of their words and of what each is given to read; on its output, as
JSON too, how each ended and all that it printed.
"""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from unittest.mock import patch

from certlab import course
from certlab.cli import main


def said(words: str, given: str) -> tuple[int, str]:
    """The exit status of a command, and what it printed on both of its outputs."""
    typed, out = (
        io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True)
        for data in (given.encode(), b"")
    )
    status: object = 0
    with (
        patch.object(sys, "argv", ["certlab", *words.split()]),
        patch.object(sys, "stdin", typed),
        redirect_stdout(out),
        redirect_stderr(out),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    assert isinstance(status, int), status
    out.seek(0)
    return status, out.read()


if __name__ == "__main__":
    with patch.object(course, "load", cache(course.load)):
        answers = [said(words, given) for words, given in json.load(sys.stdin)]
    json.dump(answers, sys.stdout)
