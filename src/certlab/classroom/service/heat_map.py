"""The heat map: who answered how much of what, and how much of it was right."""

from collections.abc import Iterable
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, aliased

from certlab.classroom.service.bank import Bank
from certlab.classroom.service.rows import UNDONE
from certlab.classroom.service.tables import Learner, Row
from certlab.study.answers import GRADED

Q = TypeVar("Q", bound=Select[*tuple[Any, ...]])
Cell = tuple[str, str, int, int]  # learner, column, answers, right ones
AT_ONCE = 400  # ids of one query, below what any SQLite takes


def counts() -> ColumnElement[bool]:
    """That a row is an answer which was not taken back."""
    back = aliased(Row)
    undone = select(back.ulid).where(
        back.learner == Row.learner,
        back.outcome == UNDONE,
        back.takes_back == Row.ulid,
    )
    return Row.outcome.in_(GRADED) & ~undone.exists()


def learners(
    session: Session, only: Iterable[str] | None = None
) -> list[dict[str, Any]]:
    """Who is in the class, by nickname; `only` leaves others out."""
    query = select(Learner).order_by(Learner.folded)
    found = [
        one for part in _parts(query, Learner.id, only) for one in session.scalars(part)
    ]
    return [
        {
            "id": one.id,
            "nickname": one.nickname,
            "joined": one.joined,
            "stuck": one.stuck,
            "seen": one.seen,
        }
        for one in found
    ]


def cells(
    session: Session, bank: Bank, only: Iterable[str] | None = None
) -> list[Cell]:
    """Each learner's count in each column in which they have answered."""
    query = (
        select(Row.learner, Row.item, Row.outcome, func.count())
        .where(counts())
        .group_by(Row.learner, Row.item, Row.outcome)
    )
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for part in _parts(query, Row.learner, only):
        for learner, item, outcome, count in session.execute(part):
            column = bank.column(item)
            if column:
                n, right = found.get((learner, column), (0, 0))
                more = count if outcome == "correct" else 0
                found[learner, column] = (n + count, right + more)
    return [(*place, *numbers) for place, numbers in found.items()]


def _parts(query: Q, column: Any, only: Iterable[str] | None) -> list[Q]:
    """The query for all, or for the ones named, some hundreds at a time."""
    if only is None:
        return [query]
    ids = sorted(only)
    return [
        query.where(column.in_(ids[first : first + AT_ONCE]))
        for first in range(0, len(ids), AT_ONCE)
    ]
