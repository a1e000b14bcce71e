"""What a request holds, read and held to its form before anything looks at it."""

import json
import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

from certlab.classroom.service.refused import Refused

MOST_ROWS = 500
LARGEST_RESPONSE = 20_000  # characters of JSON
DEEPEST = 10  # lists in lists; an answer has one
LARGEST_NUMBER = 2**31 - 1  # what PostgreSQL's integer holds
# What turns the text that follows it, in the page of everybody who reads it.
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
# Blank in every font, though Unicode counts them as letters, marks and signs.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U0001d159]"
)
# Of a sign, as phones send.
_VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


def json_of(body: bytes) -> dict[str, Any]:
    """The object that a body holds; an empty body is an empty object."""
    if not body.strip():
        return {}
    try:
        found = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(400, "The body is not JSON; send one object.") from error
    if not isinstance(found, dict):
        raise Refused(400, "The body is not a JSON object; send one.")
    return found


def _no_number(text: str) -> float:
    raise ValueError(text)  # NaN and Infinity are Python's, not JSON's


def line(value: object, name: str, longest: int, *, empty: bool = False) -> str:
    """A text of one line that every database keeps, without space around it."""
    if not isinstance(value, str):
        raise Refused(400, f"{name}: give a text.")
    value = " ".join(value.split())
    if not value and not empty:
        raise Refused(400, f"{name}: this is empty; write something.")
    if len(value) > longest:
        raise Refused(400, f"{name}: this is longer than {longest} characters.")
    if any(ord(one) < 32 or "\ud800" <= one <= "\udfff" for one in value):
        raise Refused(400, f"{name}: this holds characters that are no text.")
    if _TURNS.search(value):
        raise Refused(400, f"{name}: this turns the text around it; type letters only.")
    return value


def name_of(value: object, name: str, longest: int) -> str:
    """A name that others can see, and tell from another that looks the same."""
    text = line(value, name, longest)
    text = line(_VARIANTS.sub("", text), name, longest)
    kinds = [unicodedata.category(one) for one in text]
    unseen = _BLANK.search(text) or any(one[0] == "C" and one != "Cn" for one in kinds)
    if unseen or all(one[0] in "MZ" for one in kinds):
        raise Refused(
            400, f"{name}: this holds letters that nobody sees; type it with others."
        )
    return text


def integer(value: object, name: str, least: int = 0) -> int:
    """A whole number that the database can hold."""
    if type(value) is int and least <= value <= LARGEST_NUMBER:  # True is no number
        return value
    raise Refused(400, f"{name}: give a whole number from {least} on.")


def response_of(value: object) -> str:
    """A response as it is stored: JSON in ASCII."""
    if _is_deep(value, DEEPEST):
        raise Refused(400, "response: its lists are too deep in each other.")
    try:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise Refused(400, "response: this cannot be stored.") from error
    if len(text) > LARGEST_RESPONSE:
        raise Refused(
            400, f"response: this is longer than {LARGEST_RESPONSE} characters."
        )
    return text


def _is_deep(value: Any, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list):
        return False
    return left == 0 or any(_is_deep(one, left - 1) for one in inner)


def ulid_of(value: object) -> str:
    """A row's id."""
    if not isinstance(value, str) or not _ULID.fullmatch(value):
        raise Refused(400, "ulid: this is none.")
    return value


def time_of(value: object) -> str:
    """A time as it is stored, UTC with microseconds."""
    try:
        at = datetime.fromisoformat(value if isinstance(value, str) else "")
        if at.tzinfo is not None:
            return stamp(at)
    except (ValueError, OverflowError):
        pass
    raise Refused(400, "at: give a time with its zone, in ISO 8601.")


def stamp(at: datetime) -> str:
    """The same width for every time, so that text sorts as time does."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def score_of(value: object) -> float:
    """A score from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused(400, "score: give a number from 0 to 1.")
    if not 0 <= value <= 1:  # nor is NaN, or a number that no float holds
        raise Refused(400, "score: give a number from 0 to 1.")
    return float(value)
