"""Rows of a history as a page sends and takes them: a line of JSON each."""

from collections.abc import Iterable
from hashlib import sha256

from certlab.errors import HistoryError
from certlab.study.answers import Answer, AnswerError, from_bytes, to_bytes
from certlab.study.history import History


def rows_in(lines: bytes) -> list[Answer]:
    """The rows of some lines.

    Raises:
        HistoryError: a line is none.
    """
    rows = []
    for number, line in enumerate(lines.split(b"\n"), 1):
        try:
            if line.strip():
                rows.append(from_bytes(line))
        except AnswerError as error:
            raise HistoryError(f"Line {number} {error.args[0]}.") from error
    return rows


def lines_of(rows: Iterable[Answer]) -> bytes:
    """The lines of some rows."""
    return b"".join(map(to_bytes, rows))


def workspace_name(history: History) -> str:
    """Twelve hex digits that tell one workspace of a machine from another."""
    return sha256(str(history.path.resolve()).encode()).hexdigest()[:12]
