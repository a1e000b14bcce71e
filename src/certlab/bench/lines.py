"""The table that `certlab bench` prints: a line a claim, and below it what was compared."""

from collections.abc import Iterable

from certlab.bench import wording
from certlab.bench.entries import Entry
from certlab.course.speedups import Speedup

_HEADS = ("claim", "claimed", "measured here", "limit")
_WIDTHS = (25, 13, 24, 9)


def table(entries: Iterable[Entry], width: int, *, short: bool = False) -> str:
    """All of it as text.

    Args:
        width: columns of the terminal; details are folded to it.
        short: leave out the details.
    """
    lines = [_line(_HEADS)]
    module = ""
    for entry in entries:
        if entry.row.module != module:
            module = entry.row.module
            lines += ["", module]
        cells = (entry.row.id, entry.row.claimed, wording.here(entry))
        lines.append(_line((*cells, wording.limit(entry))))
        if not short:
            lines += [
                wording.wrapped(word, text, width)
                for word, text in wording.details(entry)
            ]
    return "\n".join(lines)


def listing(rows: Iterable[Speedup], width: int) -> str:
    """The claims, what they say, and their labs; nothing is measured."""
    lines = []
    for row in rows:
        lines.append(_line((row.id, row.claimed, row.lab or "no lab yet", "")))
        says = f"{row.claim} ({', '.join(row.claims)})"
        lines.append(wording.wrapped(row.module[:8], says, width))
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
    return " ".join(padded).rstrip()
