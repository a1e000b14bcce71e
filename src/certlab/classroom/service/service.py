"""What the service holds while it runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from certlab.classroom.service import class_settings, copies, retention, roster
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.database import identity
from certlab.classroom.service.identity import Identity, Person
from certlab.classroom.service.live import Live
from certlab.classroom.service.paces import Paces
from certlab.classroom.service.validation import stamp
from certlab.classroom.service.writer import Writer

T = TypeVar("T")
Clock = Callable[[], datetime]


def now_utc() -> datetime:
    """The time."""
    return datetime.now(UTC)


@dataclass
class Service:
    """A class: its database, its course, whom the Hub knows, and who listens.

    Attributes:
        joining: address and code to join with, which an instructor shows; None where
            others than us let learners in.
        paces: how much each learner may ask.
    """

    engine: Engine
    bank: Bank
    identity: Identity
    clock: Clock = now_utc
    joining: dict[str, str] | None = None
    paces: Paces = field(default_factory=Paces)
    writer: Writer = field(init=False)
    live: Live = field(init=False)
    database: str = field(init=False)  # its id; another one has lost answers

    def start(self) -> None:
        """Begin to write and to tell; in a running loop."""
        self._file = identity(self.engine)
        with Session(self.engine) as session:
            self.database = class_settings.get(session, "database")
        self.writer = Writer(self.engine)
        self.live = Live(self.engine, self.bank, self.clock)
        self.live.start()

    async def close(self) -> None:
        """Finish what was begun."""
        await self.live.close()
        await run_in_threadpool(self.writer.close)

    def is_lost(self) -> bool:
        """Whether the database is no longer where it was opened."""
        return identity(self.engine) != self._file

    @property
    def now(self) -> str:
        """The time as rows have it."""
        return stamp(self.clock())

    async def read(self, job: Callable[[Session], T]) -> T:
        """What a reader finds, in a thread of its own."""

        def call() -> T:
            with Session(self.engine) as session:
                return job(session)

        return await run_in_threadpool(call)

    def about(self, session: Session, person: Person) -> dict[str, Any]:
        """The class as this person sees it before they join, and after."""
        learner = roster.find(session, person.account)
        own = {"join": self.joining} if person.instructor else {}
        plan = class_settings.get(session, "syllabus")
        return own | {
            "class": class_settings.get(session, "class"),
            "database": self.database,
            "name": class_settings.get(session, "name"),
            "syllabus": self.bank.agenda(plan)["title"] or None,
            "shares": list(class_settings.SHARES),
            "kept_days": class_settings.get(session, "kept_days"),
            "joined": learner is not None,
            "nickname": learner.nickname if learner else "",
            "instructor": person.instructor,
        }

    async def copy(self) -> None:
        """Copy the database, where it is a file of ours."""
        if not self.is_lost():
            await run_in_threadpool(copies.make, self.engine)

    async def forget(self) -> None:
        """Remove what is older than the class keeps it."""
        removed = await self.writer.run(
            lambda session: retention.remove(session, self.clock())
        )
        if removed.gone:
            self.live.gone(*removed.gone)
        if removed.touched:
            self.live.touched(*removed.touched)
