"""What each field of a row may hold; app/static/store/row_fields.js is the twin.

Every reader of a history takes its rows from here, so that none meets a text where a number
stands, NaN, or a list where there is a name. Outcomes, modes and surfaces that are not known
are no fault: a newer edition may have them, and whoever reads rows passes over them.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from certlab.words import Sentence

LARGEST = 2**53 - 1  # up to which a browser counts
DEPTH = 100  # levels of lists and objects in a row, as in a browser
YEARS = range(1970, 3000)  # a clock without its battery begins in 1970
_BEYOND = 2**63
# 26 of Crockford's letters as we make them; others may name rows otherwise.
_ULID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_PRINTED = r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]"
_NAME = re.compile(_PRINTED + "{0,100}")
_ITEM = re.compile(
    _PRINTED + "{0,500}"
)  # a card of one's own has its deck's name in it
_OPTIONS = 1000


class FieldError(ValueError):
    """A row has a field that cannot be used; it says so after "line 3"."""


def _is_ulid(value: object) -> bool:
    return isinstance(value, str) and _ULID.fullmatch(value) is not None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _is_item(value: object) -> bool:
    return isinstance(value, str) and _ITEM.fullmatch(value) is not None


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) <= LARGEST  # True is no number


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _is_score(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]  # a number by then


def _are_options(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) <= _OPTIONS and all(map(_is_item, value))
    )


NEEDED: dict[str, Callable[[object], bool]] = {
    "ulid": _is_ulid,
    "at": lambda value: isinstance(value, str),
    "item": _is_item,
    "rev": _is_count,
    "outcome": _is_name,
    "score": _is_score,
}
# Where one of these is null or missing, nothing was given.
GIVEN: dict[str, Callable[[object], bool]] = {
    "seed": _is_whole,
    "options": _are_options,
    "confidence": _is_name,
    "milliseconds": _is_count,
    "surface": _is_name,
    "mode": _is_name,
    "device": _is_name,
}


def check_fields(row: dict[str, Any]) -> None:
    """Look at every field of a row that was parsed.

    Raises:
        FieldError: one cannot be used.
    """
    for name, usable in NEEDED.items():
        if not usable(row.get(name)):
            raise FieldError(Sentence("has no usable {name}", name=name))
    for name, usable in GIVEN.items():
        if row.get(name) is not None and not usable(row[name]):
            raise FieldError(Sentence("has no usable {name}", name=name))
    _check_time(row["at"])
    for name, value in row.items():
        if name not in NEEDED and name not in GIVEN:
            _check_values(value, DEPTH - 1)


def _check_time(text: str) -> None:
    try:
        at = datetime.fromisoformat(text)
        at.astimezone(UTC)  # which may be before the year 1
    except (ValueError, OverflowError) as error:
        raise FieldError(Sentence("has no usable time")) from error
    if at.tzinfo is None:
        raise FieldError(Sentence("has a time without its zone"))
    if at.year not in YEARS:
        raise FieldError(Sentence("has no usable time"))


def _check_values(value: object, levels: int) -> None:
    """Nothing is kept that is no JSON, or that a reader could not go through."""
    if isinstance(value, float):
        if not isfinite(value):
            raise FieldError(_too_large())
    elif isinstance(value, int):
        if abs(value) > _BEYOND:
            raise FieldError(_too_large())
    elif isinstance(value, list | dict):
        if levels == 0:
            raise FieldError(Sentence("is nested too deep for an answer"))
        for one in value.values() if isinstance(value, dict) else value:
            _check_values(one, levels - 1)


def _too_large() -> Sentence:
    return Sentence("has a number too large for a browser to keep exactly")
