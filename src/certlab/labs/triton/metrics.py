"""Prometheus's text of metrics, read into rows."""

import re
from collections.abc import Mapping

Key = tuple[str, tuple[tuple[str, str], ...]]
_LINE = re.compile(
    r"^(?P<name>[A-Za-z_:][\w:]*)(?:\{(?P<labels>[^}]*)\})?\s+(?P<value>\S+)"
)
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')


def read(text: str) -> dict[Key, float]:
    """Value by name and labels; comments are passed over."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#") and (row := _LINE.match(line)):
            labels = tuple(sorted(_LABEL.findall(row["labels"] or "")))
            found[row["name"], labels] = float(row["value"])
    return found


def total(rows: Mapping[Key, float], name: str, **labels: str) -> float:
    """The sum of a metric over all rows that have these labels; 0 where there is none."""
    wanted = set(labels.items())
    return sum(
        x for (one, has), x in rows.items() if one == name and wanted <= set(has)
    )


def grown(
    before: Mapping[Key, float], after: Mapping[Key, float], name: str, **labels: str
) -> float:
    """How much a counter has grown between two readings."""
    return total(after, name, **labels) - total(before, name, **labels)
