"""One writer: what several learners send at once becomes one transaction.

A commit waits for the disk, and the disk takes as long for twenty answers as for one. So
a thread takes all that waits, runs it in one transaction, and only when that is committed
does any of them hear that theirs is kept. Nobody meets a locked database, either.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from certlab.classroom.service.refused import Refused

T = TypeVar("T")
Job = Callable[[Session], Any]
MOST = 64  # jobs of one transaction, so that the first does not wait long for the last


class Writer:
    """Runs jobs in the order in which they came; a job is refused before it writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[tuple[Job, asyncio.Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="class-writer", daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[Session], T]) -> T:
        """What the job returns, once it is committed.

        Raises:
            Refused: the job refused, and nothing of it was written.
            SQLAlchemyError: the database failed, and nothing of it was written.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return await future

    def close(self) -> None:
        """Finish what waits, and end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        ended = False
        while not ended:
            taken = [self._jobs.get()]
            while len(taken) < MOST and not self._jobs.empty():
                taken.append(self._jobs.get())
            ended = None in taken
            self._together([one for one in taken if one is not None])

    def _together(self, taken: list[tuple[Job, asyncio.Future[Any]]]) -> None:
        if not taken:
            return
        try:
            results = self._transaction([job for job, _ in taken])
        except Exception as error:  # noqa: BLE001 -- whoever waits is told, whatever it was
            if len(taken) == 1:
                _tell(taken[0][1], error)
                return
            for one in taken:  # one of them spoilt it for all, so each by itself
                self._together([one])
            return
        for (_, future), result in zip(taken, results, strict=True):
            _tell(future, result)

    def _transaction(self, jobs: list[Job]) -> list[Any]:
        results: list[Any] = []
        with Session(self._engine) as session, session.begin():
            for job in jobs:
                try:
                    results.append(job(session))
                except Refused as refused:
                    results.append(refused)
                session.flush()
        return results


def _tell(future: asyncio.Future[Any], result: Any) -> None:
    """Give a result to whoever waits in the loop, if they still do."""

    def tell() -> None:
        if future.done():
            return
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

    try:
        future.get_loop().call_soon_threadsafe(tell)
    except RuntimeError:
        return  # the loop is closed: nobody waits any more, and the rows are kept
