"""Which rows of a history a class is sent: graded answers that came after the join."""

from datetime import datetime
from typing import Any

from certlab.classroom.link.membership import Membership
from certlab.study.answers import Answer, AnswerError, from_bytes, graded_rows


def waiting(lines: bytes, membership: Membership, *, fits: bool) -> list[Answer]:
    """The rows that the class does not have yet, in the order in which they were recorded.

    Args:
        lines: of the history, from the membership's place on.
        membership: since when, and what the class has.
        fits: whether the place is one of this file. What lies behind it was recorded after
            the join, whatever a clock said. In another file all lines come, and only their
            times tell.
    """
    since = datetime.fromisoformat(membership.joined)
    known = set(membership.acknowledged)
    return [
        row
        for row in graded_rows(_readable(lines))
        if row.item and row.ulid not in known and (fits or row.time >= since)
    ]


def _readable(lines: bytes) -> list[Answer]:
    """Each row once; a line that cannot be read is the history's to report."""
    rows: dict[str, Answer] = {}
    for line in lines.split(b"\n"):
        try:
            if line.strip():
                row = from_bytes(line)
                rows.setdefault(row.ulid, row)
        except AnswerError:
            continue
    return list(rows.values())


def as_sent(row: Answer) -> dict[str, Any]:
    """All that the class sees of an answer."""
    names = ("ulid", "at", "item", "rev", "outcome", "score", "response")
    sent = {name: getattr(row, name) for name in names}
    return {**sent, "exercise": row.item} if row.mode == "exercise" else sent
