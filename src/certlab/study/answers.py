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
from functools import cached_property
from typing import Any

from certlab.study.row_fields import FieldError, check_fields
from certlab.words import Sentence

SCHEMA = 1
GRADED = ("correct", "wrong")  # outcomes that say what a learner knows
PREDICTED = "predicted"  # outcome of a prediction; its response is a value by row
REPEAT = "repeat"  # mode of an answer within hours of one that counted
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_NO_NEXT = (
    "Z_abcdefghijklmnopqrstuvwxyz"  # letters of an id with none of those after them
)
LONGEST = (
    2**20
)  # bytes of a line; what is longer is no answer, and may be all of a disk


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

    @cached_property
    def time(self) -> datetime:
        """When it was given, in UTC."""
        return datetime.fromisoformat(self.at).astimezone(UTC)


def graded_rows(rows: Iterable[Answer]) -> tuple[Answer, ...]:
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
    head = ulid.rstrip(_NO_NEXT)
    higher = (letter for letter in _CROCKFORD if letter > head[-1:])
    last = (
        next(higher) if head else ""
    )  # one of somebody else may have nothing to raise
    return head[:-1] + last + "0" * (len(ulid) - len(head))


def stamp(now: datetime) -> str:
    """A time as an answer stores it."""
    return now.astimezone(UTC).isoformat(timespec="microseconds")


def to_line(answer: Answer) -> str:
    """The answer as one line of JSON, without its newline.

    Raises:
        ValueError: it holds a number that JSON has not.
    """
    row = {name: getattr(answer, name) for name in _NAMES}
    whole = {"schema": SCHEMA, **row, **answer.more}
    return json.dumps(whole, ensure_ascii=False, allow_nan=False)


def to_bytes(answer: Answer) -> bytes:
    """The answer as a line of a file, with its newline."""
    # Half of a pair of surrogates, which a terminal or a browser may send, has no
    # UTF-8; JSON's own escape for it is what Python calls a backslash replacement.
    return to_line(answer).encode("utf-8", "backslashreplace") + b"\n"


def as_written(answer: Answer) -> bytes:
    """The answer as a line of a file, which can be read again.

    Raises:
        AnswerError: it could not, such as one with NaN in it.
    """
    try:
        line = to_bytes(answer)
    except (TypeError, ValueError, RecursionError) as error:
        raise AnswerError(Sentence("is torn or corrupt")) from error
    from_bytes(line)
    return line


def from_bytes(line: bytes) -> Answer:
    """The answer a line of a file holds; before it, the mark that some editors write.

    Raises:
        AnswerError: as `from_line`, or it is too long, or not UTF-8.
    """
    if len(line.rstrip(b"\r\n")) > LONGEST:
        raise AnswerError(Sentence("is longer than an answer can be"))
    try:
        text = line.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise AnswerError(Sentence("is not text")) from error
    return from_line(text)


def from_line(line: str) -> Answer:
    """The answer a line holds.

    Raises:
        AnswerError: torn, corrupt, not an answer, with a field that cannot be used, or
            written by a newer version.
    """
    try:
        row = _JSON.decode(line)
    # A number of 5,000 digits is a ValueError of its own.
    except (ValueError, RecursionError) as error:
        raise AnswerError(Sentence("is torn or corrupt")) from error
    if not isinstance(row, dict) or "schema" not in row:
        raise AnswerError(Sentence("is not an answer"))
    schema = row.pop("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        newer = isinstance(schema, int) and schema > SCHEMA
        kind = NewerError if newer else AnswerError
        raise kind(Sentence("was written by another version of certlab"))
    try:
        check_fields(row)
    except FieldError as error:
        raise AnswerError(error.args[0]) from error
    told = {name: row.pop(name) for name in _NAMES if name in row}
    known = {name: value for name, value in told.items() if value is not None}
    known["options"] = tuple(known.get("options", ()))
    return Answer(**known, more=row)


def _no_number(text: str) -> float:
    raise ValueError(text)  # NaN and Infinity are Python's, not JSON's


_JSON = json.JSONDecoder(parse_constant=_no_number)
_NAMES = tuple(one.name for one in fields(Answer) if one.name != "more")
