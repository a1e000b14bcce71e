"""The row that begins a sitting, held to its form; static/exam/begun_row.js is the twin."""

from datetime import UTC, datetime
from typing import Any

from certlab.study.answers import Answer
from certlab.study.exams.parting import PAPERS
from certlab.study.row_fields import YEARS

_LONGEST = 10**6  # minutes
_FACTORS = (1, 4)  # between which a sitting may last longer
_FORMS = {"asked": (str, int, int, int), "seats": (int, int, int)}
_LACKS = (str, int, int)


def begun_by(row: Answer) -> dict[str, Any]:
    """What the row says, with its deadline as a time; None is of an untimed sitting.

    Raises:
        KeyError, TypeError or ValueError: it could not have been written by us.
    """
    told = row.response
    lists = {name: _list(told[name], form) for name, form in _FORMS.items()}
    lacks = _list(told.get("lacks", []), _LACKS)  # which older rows have not
    minutes, factor = told["minutes"], told["factor"]
    if type(minutes) is not int or not 1 <= minutes <= _LONGEST:
        raise ValueError(minutes)
    low, high = _FACTORS
    if factor is not None and (
        type(factor) not in (int, float) or not low <= factor <= high
    ):
        raise ValueError(factor)
    paper = told.get("paper", 0)  # which only one of an exam's three papers has
    if type(paper) is not int or not 0 <= paper <= PAPERS:
        raise ValueError(paper)
    ends = None if told["deadline"] is None else _time(told["deadline"])
    return {**told, **lists, "lacks": lacks, "paper": paper, "deadline": ends}


def _list(told: object, form: tuple[type, ...]) -> list[list[Any]]:
    """A list of lists of this form.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(told, list):
        raise ValueError(told)  # noqa: TRY004 -- one reason is as good as another
    for one in told:
        if not isinstance(one, list) or [type(part) for part in one] != [*form]:
            raise ValueError(one)
    return told


def _time(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.year not in YEARS:
        raise ValueError(text)
    return at.astimezone(UTC)
