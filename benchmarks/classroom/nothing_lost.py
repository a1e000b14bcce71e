"""Is an answer lost or doubled, when a class answers and the service is killed midway?"""

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from benchmarks.classroom import learners
from benchmarks.classroom.fake_hub import FakeHub
from benchmarks.classroom.service_process import ServiceProcess
from certlab.classroom.service.database import connect
from certlab.classroom.service.tables import Learner, Row


@dataclass(frozen=True)
class Found:
    """One run.

    Attributes:
        lost: answers that were acknowledged and are not there.
        doubled: answers that are there more than once.
        again: how many requests had to be sent again.
        heard: events that the instructor got.
        deaf: learners whose line told them nothing.
        seconds: from the first answer to the last, with the restart where it was killed.
    """

    answers: int
    lost: int
    doubled: int
    again: int
    heard: int
    deaf: int
    seconds: float


def run(
    database: str, size: int, items: int, *, killed: bool, course: Path | None = None
) -> Found:
    """Let a class answer, and count what is in the database afterwards."""
    hub = FakeHub()
    service = ServiceProcess(hub, database, course)
    service.start()

    async def kill() -> None:
        await asyncio.to_thread(service.kill)
        await asyncio.to_thread(service.start)

    try:
        done, seconds = asyncio.run(
            learners.run(service.url, hub, size, items, midway=kill if killed else None)
        )
    finally:
        service.stop()
        hub.close()
    kept = stored(database)
    sent = [(account, ulid) for account, ulids in done.sent.items() for ulid in ulids]
    return Found(
        answers=len(sent),
        lost=sum(kept[one] == 0 for one in sent),
        doubled=kept.total() - len(kept),
        again=done.again,
        heard=done.heard[learners.TEACHER],
        deaf=sum(done.heard[account] == 0 for account in done.sent),
        seconds=seconds,
    )


def stored(database: str) -> Counter[tuple[str, str]]:
    """How often each row of each account is in the database."""
    engine = connect(database)
    query = select(Learner.account, Row.ulid).join(Row, Row.learner == Learner.id)
    with Session(engine) as session:
        found = Counter((account, ulid) for account, ulid in session.execute(query))
    engine.dispose()
    return found
