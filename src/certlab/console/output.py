"""Results of a verb: JSON, a table, or a picture in a file."""

import json
from pathlib import Path
from typing import Any

import typer

from certlab.errors import CourseError


def print_json(value: Any) -> None:
    """A value as indented JSON."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False, default=str))


def print_rows(rows: list[dict[str, Any]], title: str = "") -> None:
    """Rows of one shape as a table: what reads like a number to the right, words left.

    Args:
        title: what was run, and in which units; a line above.
    """
    if title:
        typer.echo(title)
    heads = list(rows[0])
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
