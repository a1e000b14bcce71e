"""Results of a verb: JSON, a table, or a picture in a file."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from certlab.console.signs import visible
from certlab.errors import CourseError


def print_json(value: Any) -> None:
    """A value as indented JSON."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False, default=str))


def open_at(address: str) -> str:
    """The last line of each verb that serves until Ctrl-C."""
    return f"Open at {address}; stop with Ctrl-C."


def print_rows(rows: list[dict[str, Any]], title: str = "") -> None:
    """Rows of one shape as a table: what reads like a number to the right, words left.

    Args:
        title: what was run, and in which units; a line above.
    """
    if title:
        typer.echo(title)
    heads = list(rows[0]) if rows else []  # a course that has nothing yet has none
    texts = [[str(row[head]) for head in heads] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    words = [
        any(cell[:1].isalpha() for cell in column)
        for column in zip(*texts, strict=True)
    ]
    for line in (heads, *texts):
        cells = [
            cell.ljust(width) if word or not n else cell.rjust(width)
            for n, (cell, width, word) in enumerate(
                zip(line, widths, words, strict=True)
            )
        ]
        typer.echo("  ".join(cells).rstrip())


def write(path: Path, text: str) -> None:
    """Write a picture, or say why it cannot be."""
    try:
        path.write_text(text + "\n", "utf-8")
    except OSError as error:
        raise CourseError(
            f"{path}: cannot be written ({error.strerror}); choose another place."
        ) from error


# Errors of a write to standard output: a full disk or device, a closed or broken one, a limit.
_UNWRITTEN = {
    *(errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF),
    getattr(errno, "EDQUOT", errno.ENOSPC),  # Windows has no quota to exceed
}
# Of a pipe whose reader has left; Windows says the second.
_LEFT = {errno.EPIPE, errno.EINVAL}


@contextmanager
def until_nobody_reads() -> Iterator[None]:
    """What a verb prints; where it cannot be printed, the command ends with one sentence.

    Whoever has closed the pipe, as `| head` does, has read enough and is told nothing.
    """
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:  # a process may have been started without one
                sys.stdout.flush()
    except OSError as error:
        # What opens a file and fails says which; a write to standard output does not.
        if error.filename is not None or error.errno not in _UNWRITTEN | _LEFT:
            raise
        with suppress(OSError):  # else Python writes what is left once more at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno in _UNWRITTEN:
            tell(f"The output cannot be written ({error.strerror}); send it elsewhere.")
        sys.exit(1)


def tell(problem: object) -> None:
    """Say what went wrong, if anybody can be told."""
    with suppress(OSError):
        typer.echo(visible(f"certlab: {problem}"), err=True)
