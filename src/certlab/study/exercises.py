"""Exercises of a lab: the check reads only the learner's own objects.

Each check ends in one of three sentences, and is recorded when it says something new.
JupyterLab shows it as a card, with one more hint of the notebook at each wrong try, see
app/labextension; a terminal and a stored notebook have the sentence.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certlab.course import workspace
from certlab.errors import HistoryError
from certlab.study import browser
from certlab.study.answers import Answer
from certlab.study.history import FILE, History

MIME = "application/vnd.certlab.check+json"
_tries: Counter[str] = Counter()  # wrong ones, by exercise


@dataclass(frozen=True)
class Result:
    """What a check found; its text is what the learner reads.

    Attributes:
        outcome: "correct", "wrong", or "invalid" when nothing was attempted yet.
        id: of the exercise; "" while there is nothing to show as a card.
        wrong: how many tries of it were wrong in this kernel.
    """

    outcome: str
    says: str
    id: str = field(default="", compare=False)
    wrong: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        return self.says

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """What a notebook stores: the sentence, and what the card is drawn from."""
        if not self.id:
            return {"text/plain": self.says}
        about = {"exercise": self.id, "outcome": self.outcome, "wrong": self.wrong}
        return {"text/plain": self.says, MIME: {**about, "says": self.says}}


def check(
    id: str,
    answer: Any,
    cases: Iterable[tuple[Sequence[Any], Any, str]],
    rows: Sequence[tuple[Any, str]] = (),
) -> Result:
    """Check a function the learner wrote, or a table that was filled in without one.

    Args:
        id: the exercise's permanent id.
        answer: the learner's function, of which a stub returns None; where there are rows,
            or a list with an answer for each of them, None where there is none yet.
        cases: arguments, what must come back, and a hint where it does not.
        rows: what belongs into each row of the table, and a hint where it does not stand
            there. A number counts within one per cent, a text in small letters or capitals.
    """
    if rows and not callable(answer):
        return _check_rows(id, answer, rows)
    for arguments, expected, hint in cases:
        try:
            found = answer(*arguments)
        except KeyboardInterrupt:  # a loop that did not end, and was stopped
            return STOPPED
        except Exception as error:  # noqa: BLE001 -- whatever the learner's code raises is an answer
            raised = f"it raised {type(error).__name__}"
            return _record(id, False, f"{getattr(error, 'prefix', raised)}: {error}")
        if found is None:
            return NOT_ATTEMPTED
        if not _same(found, expected, 1e-9):
            return _record(id, False, hint)
    return _record(id, True)


def _check_rows(id: str, answers: Any, rows: Sequence[tuple[Any, str]]) -> Result:
    if not isinstance(answers, list | tuple) or len(answers) != len(rows):
        says = f"the list has a place for each row of the table, {len(rows)} in all."
        return _record(id, False, says)
    if all(one is None for one in answers):
        return NOT_ATTEMPTED
    for number, (found, (expected, hint)) in enumerate(
        zip(answers, rows, strict=True), 1
    ):
        if found is None:
            return _record(id, False, f"row {number} has no answer yet.")
        if not _fills(found, expected):
            return _record(id, False, f"row {number}: {hint}")
    return _record(id, True)


def check_value(
    id: str, value: Any, expected: float, tolerance: float = 0.01, hint: str = ""
) -> Result:
    """Check a number the learner worked out, within a relative tolerance."""
    if value is None:
        return NOT_ATTEMPTED
    return _record(id, _same(value, expected, tolerance), hint)


def check_claims(
    id: str, attempted: bool, claims: Iterable[tuple[bool, str]]
) -> Result:
    """Check what must be true of the learner's objects, each with a hint."""
    if not attempted:
        return NOT_ATTEMPTED
    try:
        broken = next((hint for holds, hint in claims if not holds), None)
    except (
        KeyboardInterrupt
    ):  # claims that are worked out as asked run the learner's code
        return STOPPED
    return _record(id, broken is None, broken or "")


NOT_ATTEMPTED = Result(
    "invalid", "Not attempted yet: write your answer in the cell above, then check it."
)
STOPPED = Result(
    "invalid",
    "Stopped before it ended: look in your function for what should end its loop.",
)


def _fills(found: Any, expected: Any) -> bool:
    """Whether an answer is what belongs into a row; several of them in any kind of list."""
    if isinstance(expected, tuple):
        several = isinstance(found, list | tuple) and len(found) == len(expected)
        return several and all(map(_fills, found, expected))
    if isinstance(expected, str):
        return isinstance(found, str) and found.strip().lower() == expected.lower()
    counted = isinstance(expected, int)
    return _same(found, expected, 0 if counted else 0.01)


def _same(found: Any, expected: Any, tolerance: float) -> bool:
    if isinstance(expected, bool | str) or not isinstance(expected, int | float):
        return type(found) is type(expected) and bool(found == expected)
    try:
        return math.isclose(float(found), expected, rel_tol=tolerance, abs_tol=1e-12)
    except (TypeError, ValueError, OverflowError):  # of a whole number of 400 digits
        return False


def _record(id: str, correct: bool, hint: str = "") -> Result:
    outcome = "correct" if correct else "wrong"
    says = "Correct." if correct else f"Not yet: {hint}"
    _tries[id] += not correct
    surface = "lite" if browser.HERE else "lab"
    row = Answer(id, 1, outcome, float(correct), surface=surface, mode="exercise")
    return Result(outcome, says + keep(row), id, _tries[id])


def keep(row: Answer, folder: Path | None = None) -> str:
    """Record an exercise's answer, once for each change of its outcome.

    Args:
        row: of the mode "exercise".
        folder: the workspace, as `workspace.find` takes it.

    Returns:
        Why it could not be recorded, to end a line with; "" where it was.
    """
    history = History(workspace.find(folder) / FILE)
    try:
        before = [one.outcome for one in history.read().answers if one.item == row.item]
        if before[-1:] != [row.outcome]:
            kept = history.append(row)
            if browser.HERE:
                browser.keep(kept)
    except HistoryError as error:
        return f" (Not recorded. {error})"
    return ""
