"""Polls: one question to the class, voted on, talked over, and voted on again."""

import json
import secrets
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from certlab.classroom.service import roster, tally, validation
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.tables import Poll, Vote
from certlab.study.grading import grade

NONE = "There is no poll; start one."
ROUNDS = 2
_LATE = "This round is over; your vote came too late."


@dataclass(frozen=True)
class Ballot:
    """A vote that is an answer to the question of its poll; the response as it is stored."""

    poll: int
    round: int
    response: str


def current(session: Session) -> Poll | None:
    """The last poll, whether it is open or not."""
    return session.scalar(select(Poll).order_by(Poll.id.desc()).limit(1))


def start(session: Session, bank: Bank, item: object) -> str:
    """Ask the class; the item's id. What was said in the poll before is forgotten."""
    chosen = bank.pollable(item)
    session.execute(delete(Poll))
    seed = secrets.randbelow(2**31)
    asked = {"item": chosen.id, "rev": chosen.rev, "seed": seed}
    session.add(Poll(**asked, round=1, open=True, ended=False))
    return chosen.id


def close(session: Session) -> None:
    """End the round: from now on all see how many chose what."""
    _going(session).open = False


def again(session: Session) -> None:
    """Open the second round, after the class has talked."""
    poll = _going(session)
    if poll.open:
        raise Refused(409, "The first round is still open; close it first.")
    if poll.round == ROUNDS:
        raise Refused(409, "Both rounds are over; end the poll, or start another.")
    poll.round, poll.open = ROUNDS, True


def end(session: Session) -> None:
    """Close the poll for good: now the key may be seen."""
    poll = _going(session)
    poll.open, poll.ended = False, True


def _going(session: Session) -> Poll:
    poll = current(session)
    if poll is None:
        raise Refused(409, NONE)
    if poll.ended:
        raise Refused(409, "The poll has ended; start another.")
    return poll


def ballot(session: Session, bank: Bank, account: str, asked: dict[str, Any]) -> Ballot:
    """Read a vote, which changes nothing yet."""
    roster.joined(session, account)
    number = validation.integer(asked.get("poll"), "poll")
    turn = validation.integer(asked.get("round"), "round")
    poll = _open(session, number, turn)
    response = asked.get("response")
    validation.response_of(response)
    question = bank.question(poll.item, poll.seed)
    if question is None or not _is_answer(question.key, response):
        raise Refused(400, "response: this is not an answer to the question.")
    if isinstance(
        response, dict
    ):  # what else it holds is no answer, and would be counted
        parts = (*question.show.get("left", ()), *question.show.get("gaps", ()))
        names = {"number", "unit", *(one["id"] for one in parts)}
        response = {name: one for name, one in response.items() if name in names}
    return Ballot(number, turn, validation.response_of(response))


def vote(session: Session, account: str, ballot: Ballot, now: str) -> None:
    """Vote; until the round is closed the last vote counts."""
    learner = roster.joined(session, account)
    _open(session, ballot.poll, ballot.round)
    key = {"poll": ballot.poll, "round": ballot.round, "learner": learner.id}
    session.merge(Vote(**key, response=ballot.response, given=now))
    learner.seen = now


def _open(session: Session, number: int, turn: int) -> Poll:
    """The poll, which a number names and whose round is open."""
    poll = current(session)
    if poll is None or (poll.id, poll.round) != (number, turn) or not poll.open:
        raise Refused(409, _LATE)
    return poll


def _is_answer(key: dict[str, Any], response: Any) -> bool:
    try:
        return grade(key, response).outcome != "invalid"
    except (TypeError, ValueError, KeyError, AttributeError):
        return False  # of another form than this kind of question takes


def shown(session: Session, bank: Bank) -> dict[str, Any] | None:
    """The poll as everybody may see it: no key before its end, no count before a close."""
    poll = current(session)
    if poll is None:
        return None
    question = bank.question(poll.item, poll.seed)
    if question is None:
        return None  # the course was corrected, and the item is gone
    told = poll.ended
    return {
        "id": poll.id,
        "item": poll.item,
        "rev": poll.rev,
        "round": poll.round,
        "open": poll.open,
        "show": question.show,
        "votes": len(votes(session, poll)),
        "result": None if poll.open else _result(session, poll, question.kind),
        "key": question.key if told else None,
        "feedback": question.feedback if told else None,
    }


def votes(session: Session, poll: Poll) -> dict[str, str]:
    """The response of each learner in the poll's round, as JSON."""
    query = select(Vote.learner, Vote.response).where(
        Vote.poll == poll.id, Vote.round == poll.round
    )
    return dict(session.execute(query).all())


def _result(session: Session, poll: Poll, kind: str) -> list[dict[str, Any]]:
    query = select(Vote.round, Vote.response).where(Vote.poll == poll.id)
    said: dict[int, list[Any]] = {turn: [] for turn in range(1, poll.round + 1)}
    for turn, response in session.execute(query):
        said[turn].append(json.loads(response))
    return [
        {"round": turn, "counts": dict(_counts(kind, responses))}
        for turn, responses in said.items()
    ]


def _counts(kind: str, responses: list[Any]) -> Counter[str]:
    counts = Counter(name for one in responses for name in tally.names(kind, one))
    if kind in tally.CHOSEN:
        return counts
    # A text that only one person wrote may show who it was.
    alone = [name for name, count in counts.items() if count == 1]
    for name in alone:
        counts[tally.OTHER] += counts.pop(name)
    return counts
