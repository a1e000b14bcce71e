"""The rows that learners share: each kept once, however often it comes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from certlab.classroom.service import roster, validation
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.tables import Row
from certlab.study.answers import GRADED

UNDONE = "undone"
_ADD = {
    "sqlite": sqlite.insert(Row).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(Row).on_conflict_do_nothing(),
}
FIELDS = ("ulid", "at", "item", "rev", "outcome", "score", "response")


@dataclass(frozen=True)
class Batch:
    """What came in one request.

    Attributes:
        rows: values of the columns, without whose they are.
        done: ulids of rows that need not come again; steps of a plan or an exam are
            among them, which a class does not keep.
    """

    rows: tuple[dict[str, Any], ...]
    done: tuple[str, ...]


def batch(asked: object) -> Batch:
    """Read rows, all of them or none: a sender finds the bad one by sending fewer."""
    if not isinstance(asked, list) or len(asked) > validation.MOST_ROWS:
        raise Refused(400, f"rows: give a list of at most {validation.MOST_ROWS}.")
    found: dict[str, dict[str, Any]] = {}
    for row in map(_row, asked):
        found.setdefault(row["ulid"], row)  # of rows with one ulid the first stays
    kept = (row for row in found.values() if row["outcome"] in (*GRADED, UNDONE))
    return Batch(tuple(kept), tuple(found))


def _row(one: object) -> dict[str, Any]:
    if not isinstance(one, dict):
        raise Refused(400, "This is not a row; give an object.")
    outcome = validation.line(one.get("outcome"), "outcome", 20)
    response = one.get("response")
    return {
        "ulid": validation.ulid_of(one.get("ulid")),
        "at": validation.time_of(one.get("at")),
        "item": validation.line(
            one.get("item"), "item", 200, empty=outcome not in GRADED
        ),
        "rev": validation.integer(one.get("rev"), "rev"),
        "outcome": outcome,
        "score": validation.score_of(one.get("score")),
        "response": validation.response_of(response),
        "takes_back": validation.ulid_of(response) if outcome == UNDONE else None,
    }


def keep(session: Session, account: str, asked: Batch, now: str) -> str:
    """Keep what is not here yet; the learner's id.

    The one thing that a class does thousands of times: two statements, written before.
    """
    connection = session.connection()
    learner, seen = roster.place(connection, account)
    if asked.rows:
        add = _ADD[connection.dialect.name]
        own = {"learner": learner, "received": now}
        connection.execute(add, [row | own for row in asked.rows])
    if seen < now[: -len("0.000000+00:00")]:  # once in ten seconds is enough
        roster.seen(connection, learner, now)
    return learner


def of_learner(session: Session, account: str) -> Iterator[str]:
    """What is kept of somebody, a line of JSON a row, as they were sent."""
    learner = roster.find(session, account)
    if learner is None:
        return
    query = select(Row).where(Row.learner == learner.id).order_by(Row.at, Row.ulid)
    for row in session.scalars(query):
        values = {name: getattr(row, name) for name in FIELDS}
        values["response"] = json.loads(row.response)
        yield json.dumps(values) + "\n"  # ASCII, for half of a sign is no text
