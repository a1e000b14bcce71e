"""Results on the terminal: JSON, or a table."""

import json
from typing import Any

import typer


def print_json(value: Any) -> None:
    """A value as indented JSON."""
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False, default=str))


def print_rows(rows: list[dict[str, Any]]) -> None:
    """Rows of one shape as a table: what reads like a number to the right, words left."""
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
