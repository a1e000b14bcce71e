"""Retention: what is older than the class keeps it goes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from certlab.classroom.service import class_settings
from certlab.classroom.service.tables import Learner, Row, Vote
from certlab.classroom.service.validation import stamp


@dataclass(frozen=True)
class Removed:
    """What went: whose rows, and who is no longer in the class."""

    touched: frozenset[str]
    gone: frozenset[str]


def remove(session: Session, now: datetime) -> Removed:
    """Remove rows and votes that came before, and learners who were not seen since.

    It goes by when a row arrived, because a learner's own clock may be wrong.
    """
    before = stamp(now - timedelta(days=class_settings.get(session, "kept_days")))
    gone = set(session.scalars(select(Learner.id).where(Learner.seen < before)))
    touched = set(
        session.scalars(select(Row.learner).where(Row.received < before).distinct())
    )
    session.execute(delete(Row).where(Row.received < before))
    session.execute(delete(Vote).where(Vote.given < before))
    session.execute(delete(Learner).where(Learner.seen < before))
    return Removed(frozenset(touched - gone), frozenset(gone))
