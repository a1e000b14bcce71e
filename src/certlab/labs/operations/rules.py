"""Alert rules, one a line, and what of them fires.

`DCGM_FI_DEV_GPU_TEMP > 85 for 5` fires for a GPU in the first minute in which the reading
has been above 85 for five minutes. With `for 0` a single reading is enough.
"""

import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.operations.history import History

_SIGNS = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_LINE = re.compile(
    r"(?P<field>\w+)\s*(?P<sign>>=|<=|==|>|<)\s*(?P<limit>\d+(?:\.\d+)?)"
    r"\s+for\s+(?P<minutes>\d{1,3})"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """If the field of a GPU is so for so many minutes, tell somebody."""

    field: str
    sign: str
    limit: float
    minutes: int

    def __str__(self) -> str:
        return f"{self.field} {self.sign} {self.limit:g} for {self.minutes}"


@dataclass(frozen=True, slots=True)
class Alert:
    """A rule that fires for a GPU, and since when."""

    rule: Rule
    gpu: str
    minute: int


def read(lines: str) -> tuple[Rule, ...]:
    """The rules of a text; empty lines and those with a # in front are passed over.

    Raises:
        CourseError: a line is no rule.
    """
    rules = []
    for number, line in enumerate(lines.splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        found = _LINE.fullmatch(text)
        if not found:
            raise CourseError(
                f"alert rules, line {number}: write FIELD, a sign, a number, and for with "
                f"minutes, as in DCGM_FI_DEV_GPU_TEMP > 85 for 5; there is {text[:80]!r}."
            )
        limit, minutes = float(found["limit"]), int(found["minutes"])
        rules.append(Rule(found["field"], found["sign"], limit, minutes))
    return tuple(rules)


def firing(rules: Iterable[Rule], history: History) -> list[Alert]:
    """What fires, rule by rule, each GPU once.

    Raises:
        CourseError: a rule asks for a field that was not scraped.
    """
    return [alert for rule in rules for alert in _fired(rule, history)]


def _fired(rule: Rule, history: History) -> Iterator[Alert]:
    if rule.field not in history.fields:
        raise CourseError(
            f"No field {rule.field} was scraped, so a rule on it stays silent for ever."
        )
    holds = _SIGNS[rule.sign]
    for gpu in history.gpus:
        values, since = history.by_minute(rule.field, gpu), None
        for minute in history.minutes:
            if minute not in values or not holds(values[minute], rule.limit):
                since = None
                continue
            since = minute if since is None else since
            if minute - since >= rule.minutes:
                yield Alert(rule, gpu, minute)
                break
