"""How kubectl sets text: columns, spans of time and times."""

from collections.abc import Sequence

from certlab.labs.operations.node import machine
from certlab.labs.operations.node.state import World


def columns(lines: Sequence[Sequence[str]], between: int = 2, least: int = 0) -> str:
    """Lines of cells in columns; the last column has no blanks behind it."""
    widths = [
        max(least, between + max(map(len, cells))) for cells in zip(*lines, strict=True)
    ]
    return "\n".join(
        "".join(
            cell.ljust(width) for cell, width in zip(line[:-1], widths, strict=False)
        )
        + line[-1]
        for line in lines
    )


def span(seconds: float) -> str:
    """A span of time in two units at most, "23d" or "8m20s"."""
    total = max(0, int(seconds))
    minutes, hours, days = total // 60, total // 3600, total // 86400
    if total < 120:
        return f"{total}s"
    if minutes < 10:
        return f"{minutes}m" + (f"{total % 60}s" if total % 60 else "")
    if hours < 3:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h" + (f"{minutes % 60}m" if minutes % 60 else "")
    if hours < 48:
        return f"{hours}h"
    return f"{days}d" + (f"{hours % 24}h" if days < 8 and hours % 24 else "")


def written(world: World, t: float) -> str:
    """A time as `describe` writes it, "Fri, 27 Nov 2026 08:00:00 +0000"."""
    return f"{machine.clock(world, t):%a, %d %b %Y %H:%M:%S +0000}"
