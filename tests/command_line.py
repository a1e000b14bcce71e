"""`certlab` as typed, in this process: a Python of its own costs a second to start."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from certlab.cli import main


class Run(NamedTuple):
    """What a command left behind, named as subprocess names it."""

    returncode: int
    stdout: str
    stderr: str


def certlab(*words: str, lines: str = "", **env: str) -> Run:
    """Run a command, these lines piped in, and the environment with these variables."""
    typed, out, err = (
        io.TextIOWrapper(io.BytesIO(data), "utf-8", write_through=True)
        for data in (lines.encode(), b"", b"")
    )
    code: object = 0
    with (
        patch.object(sys, "argv", ["certlab", *words]),
        patch.object(sys, "stdin", typed),
        patch.dict(os.environ, {"COLUMNS": "80", **env}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
    assert isinstance(code, int), code
    return Run(code, *(one.buffer.getvalue().decode() for one in (out, err)))  # type: ignore[attr-defined]  # BytesIO
