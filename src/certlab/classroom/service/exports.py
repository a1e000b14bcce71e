"""Tables as CSV, which a spreadsheet opens and does not run."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from certlab.classroom.service.rows import FIELDS
from certlab.classroom.service.tables import Learner, Row

# A cell that begins with one of these is a formula to a spreadsheet; the wide forms are to
# some. https://owasp.org/www-community/attacks/CSV_Injection
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
ITEMS = (
    "item",
    "n",
    "right",
    "share",
    "top_wrong",
    "top_wrong_n",
    "discrimination",
    "warning",
)


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


def answers(session: Session) -> Iterator[str]:
    """Every row that is kept, with whose it is."""
    query = (
        select(Learner.id, Learner.nickname, *(getattr(Row, name) for name in FIELDS))
        .join(Row, Row.learner == Learner.id)
        .order_by(Learner.folded, Row.at, Row.ulid)
        .execution_options(yield_per=1000)
    )
    return lines(("learner", "nickname", *FIELDS), session.execute(query))


def items(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What `statistics.items` gives."""
    return lines(ITEMS, map(_item, records))


def _item(record: dict[str, Any]) -> list[Any]:
    wrong = record["top_wrong"] or {"option": "", "n": ""}
    found = record["discrimination"]
    return [
        *(record["item"], record["n"], record["right"], f"{record['share']:.3f}"),
        *(wrong["option"], wrong["n"]),
        *("" if found is None else f"{found:.3f}", record["warning"]),
    ]
