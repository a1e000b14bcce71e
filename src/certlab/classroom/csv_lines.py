"""Tables as CSV, which a spreadsheet opens and does not run."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

# A cell that begins with one of these is a formula to a spreadsheet; the wide forms are to
# some. https://owasp.org/www-community/attacks/CSV_Injection
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def safe(cell: Any) -> Any:
    """The cell as text that no spreadsheet runs; numbers stay numbers."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_RUNS):
        return "'" + cell
    return cell


def lines(head: Iterable[str], table: Iterable[Iterable[Any]]) -> Iterator[str]:
    """The table line by line."""
    yield _line(head)
    for cells in table:
        yield _line(cells)


def _line(cells: Iterable[Any]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([safe(cell) for cell in cells])
    return buffer.getvalue()
