"""What a class has once: its id and name, its gate, and for how long rows are kept."""

import json
import secrets
from typing import Any

from sqlalchemy.orm import Session

from certlab.classroom.service.refused import Refused
from certlab.classroom.service.tables import Setting

KEPT_DAYS = 30
LONGEST = 3650  # days
SHARES = (
    "Your nickname, when you joined, and when you were last here.",
    "Each question and lab exercise that you answer or import from now on: what, how, and when.",
    "Your votes in polls: all see how many chose what, and nobody is shown who did.",
    "That you are stuck and where, when you say so.",
)


def get(session: Session, key: str) -> Any:
    """A setting, None where it was never set."""
    row = session.get(Setting, key)
    return None if row is None else json.loads(row.value)


def put(session: Session, key: str, value: Any) -> None:
    """Set it."""
    session.merge(Setting(key=key, value=json.dumps(value)))


def begin(
    session: Session, name: str, syllabus: str, days: int | None, known: str = ""
) -> str:
    """Set what the service was started with; a class keeps its id for ever, which is returned.

    Args:
        known: the id of the class, where an earlier database of it was lost.
    """
    if get(session, "class") is None:
        put(session, "class", known or secrets.token_hex(8))
        put(session, "kept_days", KEPT_DAYS)
    if (
        get(session, "database") is None
    ):  # by it a learner's server sees that one was lost
        put(session, "database", secrets.token_hex(8))
    put(session, "name", name)
    if get(session, "syllabus") != (syllabus or None):
        for one in ("agenda", "asked"):  # of the syllabus before
            put(session, one, None)
    put(session, "syllabus", syllabus or None)
    if days is not None:
        keep_for(session, days)
    return str(get(session, "class"))


def keep_for(session: Session, days: object) -> int:
    """Set for how many days rows are kept."""
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= LONGEST:
        raise Refused(400, f"kept_days: give whole days from 1 to {LONGEST}.")
    put(session, "kept_days", days)
    return days
