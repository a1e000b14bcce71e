"""Who is in the class."""

import secrets
import unicodedata

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.orm import Session

from certlab.classroom.service import validation
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.tables import Learner

LONGEST_NAME = 40
LONGEST_PLACE = 200
NOT_JOINED = "You have not joined this class; join it first."
_PLACE = select(Learner.id, Learner.seen).where(Learner.account == bindparam("account"))
_SEEN = (
    update(Learner).where(Learner.id == bindparam("who")).values(seen=bindparam("now"))
)


def find(session: Session, account: str) -> Learner | None:
    """Who this account is here, None when they have not joined."""
    return session.scalar(select(Learner).where(Learner.account == account))


def joined(session: Session, account: str) -> Learner:
    """The same, of somebody who must have joined."""
    learner = find(session, account)
    if learner is None:
        raise Refused(409, NOT_JOINED)
    return learner


def join(session: Session, account: str, nickname: object, now: str) -> Learner:
    """Join, or take another nickname."""
    name = validation.name_of(nickname, "nickname", LONGEST_NAME)
    folded = unicodedata.normalize("NFKC", name).casefold()[:200]
    other = session.scalar(select(Learner).where(Learner.folded == folded))
    if other is not None and other.account != account:
        raise Refused(409, "Somebody in the class has this nickname; take another.")
    learner = find(session, account)
    if learner is None:
        learner = Learner(
            id=secrets.token_hex(8), account=account, joined=now, stuck=None
        )
        session.add(learner)
    learner.nickname, learner.folded, learner.seen = name, folded, now
    session.flush()  # the next in this transaction may want the same name
    return learner


def leave(session: Session, account: str) -> str:
    """Remove a learner with all that was kept of them; their id, "" for nobody."""
    learner = find(session, account)
    return reset(session, learner.id) if learner else ""


def reset(session: Session, learner: object) -> str:
    """The same, by their id. What they have of their own stays with them."""
    if not isinstance(learner, str):
        raise Refused(400, "learner: give the id that the map has.")
    found: str | None = session.scalar(
        delete(Learner).where(Learner.id == learner[:20]).returning(Learner.id)
    )
    if found is None:
        raise Refused(404, "learner: nobody in the class has this id.")
    return found


def stuck(session: Session, account: str, on: object, where: object, now: str) -> str:
    """Say that one is stuck, or is no more; the learner's id."""
    if not isinstance(on, bool):
        raise Refused(400, "on: say true or false.")
    place = validation.line(where, "where", LONGEST_PLACE, empty=True) if on else None
    learner = joined(session, account)
    learner.stuck, learner.seen = place, now
    return learner.id


def place(connection: Connection, account: str) -> tuple[str, str]:
    """The id of somebody who must have joined, and when they were last seen."""
    found = connection.execute(_PLACE, {"account": account}).first()
    if found is None:
        raise Refused(409, NOT_JOINED)
    return found[0], found[1]


def seen(connection: Connection, learner: str, now: str) -> None:
    """Note that somebody is there."""
    connection.execute(_SEEN, {"who": learner, "now": now})
