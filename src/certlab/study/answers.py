"""Answers: the rows of a learner's history, and their lines of JSON.

Most rows are answers that were graded. Others are steps: of a mock exam ("begun", "seen",
"given", "flagged", "unflagged", "ended"), of a plan ("goal", "today", "more", "read"),
"predicted" of a prediction in a lab, and "undone", which takes an answer back.
"""

import json
import os
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any

from certlab.words import Sentence

SCHEMA = 1
GRADED = ("correct", "wrong")  # outcomes that say what a learner knows
PREDICTED = "predicted"  # outcome of a prediction; its response is a value by row
REPEAT = "repeat"  # mode of an answer within hours of one that counted
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_KINDS: dict[str, tuple[type, ...]] = {
    "ulid": (str,),
    "at": (str,),
    "item": (str,),
    "rev": (int,),
    "outcome": (str,),
    "score": (int, float),
}


class AnswerError(ValueError):
    """A line is not an answer this version can read."""


class NewerError(AnswerError):
    """A line was written by a newer version."""


@dataclass(frozen=True)
class Answer:
    """One answer as it was given, or a step.

    Attributes:
        item: its id; "" for a step that belongs to no item.
        outcome: one of GRADED, or the step's name.
        ulid: unique, and sorting by time.
        at: UTC, ISO 8601 with microseconds, so that two of one sitting keep their order.
        device: which workspace it was given in.
        seed: of the variant asked.
        options: option ids in the order shown, () for other kinds.
        response: what was answered, as `grading.grade` takes it; of "undone" the ulid
            of the answer it takes back.
        confidence: "sure", "unsure" or None.
        milliseconds: from showing to answering, None when not measured.
        surface: "lab", "terminal", "app" (a page of certlab study), "site" (a page of a
            static site) or "lite" (its JupyterLite).
        mode: "drill", "exercise", "exam", or "repeat": of a drill, within hours of an
            answer that counted, so that it changes no memory and is no first answer.
        more: `sitting`, the ulid of the row that began it, in rows of an exam; and
            fields of another version, kept as they are.
    """

    item: str
    rev: int
    outcome: str
    score: float
    response: Any = None
    seed: int = 0
    options: tuple[str, ...] = ()
    confidence: str | None = None
    milliseconds: int | None = None
    surface: str = ""
    mode: str = "drill"
    device: str = ""
    at: str = ""
    ulid: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def time(self) -> datetime:
        """When it was given, in UTC."""
        return datetime.fromisoformat(self.at).astimezone(UTC)


def counted(rows: Iterable[Answer]) -> tuple[Answer, ...]:
    """The rows that say what a learner knows: graded, and not taken back."""
    rows = tuple(rows)
    undone = {
        row.response
        for row in rows
        if row.outcome == "undone" and isinstance(row.response, str)
    }
    return tuple(
        row for row in rows if row.outcome in GRADED and row.ulid not in undone
    )


def new_ulid(now: datetime) -> str:
    """A ULID: 48 bits of milliseconds and 80 random ones, in Crockford's base 32.

    https://github.com/ulid/spec
    """
    number = int(now.timestamp() * 1000) << 80 | int.from_bytes(os.urandom(10))
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))


def next_ulid(ulid: str) -> str:
    """The one that follows: for a row that follows from another, whoever makes it."""
    head = ulid.rstrip("Z")
    last = _CROCKFORD[_CROCKFORD.index(head[-1]) + 1]
    return head[:-1] + last + "0" * (len(ulid) - len(head))


def stamp(now: datetime) -> str:
    """A time as an answer stores it."""
    return now.astimezone(UTC).isoformat(timespec="microseconds")


def to_line(answer: Answer) -> str:
    """The answer as one line of JSON, without its newline."""
    row = {name: getattr(answer, name) for name in _NAMES}
    return json.dumps({"schema": SCHEMA, **row, **answer.more}, ensure_ascii=False)


def to_bytes(answer: Answer) -> bytes:
    """The answer as a line of a file, with its newline."""
    # Half of a pair of surrogates, which a terminal or a browser may send, has no
    # UTF-8; JSON's own escape for it is what Python calls a backslash replacement.
    return to_line(answer).encode("utf-8", "backslashreplace") + b"\n"


def from_bytes(line: bytes) -> Answer:
    """The answer a line of a file holds; before it, the mark that some editors write.

    Raises:
        AnswerError: as `from_line`, or it is not UTF-8.
    """
    try:
        text = line.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise AnswerError(Sentence("is not text")) from error
    return from_line(text)


def from_line(line: str) -> Answer:
    """The answer a line holds.

    Raises:
        AnswerError: torn, corrupt, not an answer, or written by a newer version.
    """
    try:
        row = json.loads(line)
    # A number of 5,000 digits is a ValueError of its own.
    except (ValueError, RecursionError) as error:
        raise AnswerError(Sentence("is torn or corrupt")) from error
    if not isinstance(row, dict) or "schema" not in row:
        raise AnswerError(Sentence("is not an answer"))
    schema = row.pop("schema")
    if schema != SCHEMA:
        newer = isinstance(schema, int) and schema > SCHEMA
        kind = NewerError if newer else AnswerError
        raise kind(Sentence("was written by another version of certlab"))
    for name, kinds in _KINDS.items():
        if not isinstance(row.get(name), kinds):
            raise AnswerError(Sentence("has no usable {name}", name=name))
    try:
        at = datetime.fromisoformat(row["at"])
        at.astimezone(UTC)  # which may be before the year 1
    except (ValueError, OverflowError) as error:
        raise AnswerError(Sentence("has no usable time")) from error
    if at.tzinfo is None:
        raise AnswerError(Sentence("has a time without its zone"))
    known = {name: row.pop(name) for name in _NAMES if name in row}
    options = known.get("options") or []
    if not isinstance(options, list):
        raise AnswerError(Sentence("has no usable options"))
    known["options"] = tuple(options)
    return Answer(**known, more=row)


_NAMES = tuple(one.name for one in fields(Answer) if one.name != "more")
