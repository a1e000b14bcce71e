"""What a measurement found, as a row for people and for programs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from certlab.compute.interval import Interval


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement of ours against a yardstick.

    Attributes:
        what: what was measured.
        against: what it was measured against.
        found: the median and its 95 % interval; None when it was not run.
        unit: of `found` and `goal`: "x" for a ratio, "ns".
        goal: what `found` should not exceed; None where there is no goal.
        note: why it was not run, or what else to know.
    """

    what: str
    against: str
    found: Interval | None
    unit: str = "x"
    goal: float | None = None
    note: str = ""

    @property
    def met(self) -> str:
        """ "yes", "no", "unsure" when the goal lies in the interval, "" without a goal."""
        if self.found is None or self.goal is None:
            return ""
        if self.found.high <= self.goal:
            return "yes"
        return "no" if self.found.low > self.goal else "unsure"

    def as_dict(self) -> dict[str, Any]:
        """The row for `--json`."""
        return asdict(self) | {"met": self.met}


_HEADS = ("measured", "against", "found", "95 % interval", "goal", "met")
_USUAL = (56, 34, 15, 18, 17, 3)  # letters of each column, where rows come one by one


def table(rows: Iterable[Row]) -> str:
    """The rows as lines of text, a note below the row it belongs to."""
    rows = list(rows)
    columns = zip(_HEADS, *map(_cells, rows), strict=True)
    return "\n".join(lines(rows, [max(map(len, column)) for column in columns]))


def lines(rows: Iterable[Row], widths: Sequence[int] = _USUAL) -> Iterator[str]:
    """The lines of a table, those of a row as soon as it is there."""
    yield _line(_HEADS, widths)
    for row in rows:
        yield _line(_cells(row), widths)
        if row.note:
            yield f"  {row.note}"


def _cells(row: Row) -> tuple[str, ...]:
    found = row.found
    return (
        row.what,
        row.against,
        _number(found.value, row.unit) if found else "not run",
        f"{found.low:.2f} to {found.high:.2f}" if found else "",
        "" if row.goal is None else f"at most {_number(row.goal, row.unit)}",
        row.met,
    )


def _number(value: float, unit: str) -> str:
    return f"{value:.2f}x" if unit == "x" else f"{value:.2f} {unit}"


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join(padded).rstrip()
