"""The state of a class as everybody sees it, written once for all who listen."""

import json
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from certlab.classroom.service import agenda, class_settings, polls
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.identity import Person
from certlab.classroom.service.tables import Learner


@dataclass(frozen=True)
class State:
    """What everybody sees, written once, and the two things that differ by learner.

    Attributes:
        shared: JSON of gate, joined and how far the agenda is, without its last brace.
        poll: JSON of the poll, without its last brace; None when there is none.
        mine: each learner's own vote, as JSON.
    """

    id: int
    shared: str
    poll: str | None
    mine: dict[str, str]
    stuck: frozenset[str]
    learners: dict[str, str]  # id by account

    def of(self, person: Person) -> str:
        """The state as this person gets it, without its id and last brace."""
        learner = self.learners.get(person.account, "")
        poll = "null"
        if self.poll is not None:
            poll = f'{self.poll},"mine":{self.mine.get(learner, "null")}}}'
        stuck = json.dumps(learner in self.stuck)
        return f'{self.shared},"poll":{poll},"stuck":{stuck}'


def read_state(session: Session, bank: Bank, id: int) -> State:
    """The state as the database has it."""
    people = session.execute(select(Learner.account, Learner.id, Learner.stuck)).all()
    poll = polls.current(session)
    shown = polls.shown(session, bank)
    shared = {
        "gate": class_settings.get(session, "gate"),
        "joined": len(people),
        **agenda.stand(session),
    }
    return State(
        id,
        json.dumps(shared)[:-1],
        None if shown is None else json.dumps(shown)[:-1],
        {} if poll is None else polls.votes(session, poll),
        frozenset(learner for _, learner, stuck in people if stuck is not None),
        {account: learner for account, learner, _ in people},
    )
