"""Rows of a history as a page sends and takes them: a line of JSON each."""

from collections.abc import Iterable
from hashlib import sha256

from certlab.errors import HistoryError
from certlab.study.answers import Answer, AnswerError, from_bytes, to_bytes
from certlab.study.history import History

LISTED = 5  # lines that are none and are named


def rows_in(lines: bytes) -> tuple[list[Answer], list[str]]:
    """The rows of some lines, and a sentence for each of the first lines that are none.

    A page that was offline sends all that waited: one bad line must not keep the others
    out, for they would be sent again for ever.

    Raises:
        HistoryError: there are lines, and none is a row.
    """
    rows: list[Answer] = []
    problems: list[str] = []
    for number, line in enumerate(lines.split(b"\n"), 1):
        try:
            if line.strip():
                rows.append(from_bytes(line))
        except AnswerError as error:
            if len(problems) < LISTED:
                problems.append(f"Line {number} {error.args[0]}.")
    if problems and not rows:
        raise HistoryError(problems[0])
    return rows, problems


def lines_of(rows: Iterable[Answer]) -> bytes:
    """The lines of some rows."""
    return b"".join(map(to_bytes, rows))


def workspace_name(history: History) -> str:
    """Twelve hex digits that tell one workspace of a machine from another."""
    return sha256(str(history.path.resolve()).encode()).hexdigest()[:12]
