"""The queue: what the class does not have yet of a learner's history, sent until it has it.

The queue keeps no rows of its own. What waits follows from the history, the time of the
join and what the class has acknowledged, so a server that is stopped anywhere goes on from
there. A row may be sent twice, when an answer was lost, and the service keeps it once.
"""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from certlab.classroom.link import membership, shared_rows
from certlab.classroom.link.membership import Membership
from certlab.classroom.link.service import AwayError, Service
from certlab.errors import HistoryError
from certlab.study.answers import Answer, stamp
from certlab.study.history import History

BATCH = 500  # rows in one request, as the service takes them
LOOK_EVERY = 1.0  # seconds between two looks at the history, which costs one stat
LOOK_AT_CLASS = 300.0  # seconds between two at the class itself, when nothing waits
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds after a failure, doubled each time
NOT_HERE = {401, 403, 404, 409}  # not in this class, or not any more
NOT_SO = {400, 413, 422}  # a row of the batch is refused


class Queue:
    """The rows of one learner on their way to one class.

    Attributes:
        away: whether the class could not be asked, the last time.
    """

    def __init__(
        self,
        history: History,
        service: Service,
        note: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.history = history
        self.service = service
        self.note = note
        self.workspace = history.path.parent
        self.away = False
        self._woken = asyncio.Event()
        self._sure = False  # that the service has the class which was joined
        self._looked = -LOOK_AT_CLASS  # when the service was last asked
        self._seen: tuple[Membership | None, str, int] = (None, "", 0)

    def told(self) -> dict[str, Any]:
        """How one stands with the class, for a page; reads the disk only."""
        member = membership.read(self.workspace)
        joined = bool(member and member.class_id)
        waiting = self._count(member) if member and joined else 0
        return {"joined": joined, "waiting": waiting, "away": self.away}

    def asks_to_join(self) -> None:
        """Remember from which row on the class will be sent what is recorded.

        Raises:
            OSError: the folder cannot be written.
            HistoryError: the history cannot be read.
        """
        if membership.read(self.workspace) is None:
            _, place = self.history.after("")
            now = stamp(datetime.now(UTC))
            member = Membership("", now, place, start=place)
            membership.write(self.workspace, member)

    def take(self, about: Any) -> None:
        """What the class says of itself and of this learner, who may be in it.

        Raises:
            OSError: the folder cannot be written.
            HistoryError: the history cannot be read.
        """
        if not isinstance(about, dict) or not isinstance(about.get("class"), str):
            return
        class_id, database = about["class"], str(about.get("database") or "")
        member = membership.read(self.workspace)
        lost = member is not None and member.has_lost(class_id, database)
        if not about.get("joined"):
            if not lost:  # else `settle` joins again
                self.left()
            return
        if member and member.class_id not in ("", class_id):
            self.left()  # of another class, whose rows are not this one's
        self.asks_to_join()
        if member := membership.read(self.workspace):
            known = member.begun_again() if lost else member
            known = replace(
                known,
                class_id=class_id,
                database=database or member.database,
                nickname=str(about.get("nickname") or member.nickname),
            )
            if known != member:
                membership.write(self.workspace, known)
                self._sure = False
                self.wake()

    async def settle(self, about: Any) -> Any:
        """Take what the class says of itself; join again where it has lost its database.

        Returns:
            What it says then.

        Raises:
            AwayError: it does not answer, or does not take the learner again.
            OSError: the folder cannot be written.
            HistoryError: the history cannot be read.
        """
        self.take(about)
        member = membership.read(self.workspace)
        if not isinstance(about, dict) or about.get("joined") or member is None:
            return about
        said = await self.service.ask("POST", "join", {"nickname": member.nickname})
        if not said.fine:
            why = f"it has lost its database and does not take {member.nickname} again"
            raise AwayError(f"{why} ({said.data}); join on the class's page")
        self.take(said.data)
        return said.data

    def left(self) -> None:
        """The learner is in no class any more."""
        membership.forget(self.workspace)

    def wake(self) -> None:
        """Look now, not when the wait ends."""
        self._woken.set()

    async def run(self) -> None:
        """Send what waits, for as long as the server runs."""
        wait = FIRST_WAIT
        while True:
            try:
                done = await self.send()
                self.away = False
            except (AwayError, HistoryError, OSError) as error:
                self._sure = False  # it may come back with another database
                if not self.away:
                    self.note(
                        f"The class does not get this learner's answers: {error}."
                    )
                self.away, done = True, False
            # Forty servers that lost one service do not come back in the same moment.
            pause = LOOK_EVERY if done else wait * random.uniform(0.5, 1)
            wait = FIRST_WAIT if done else min(LONGEST_WAIT, wait * 2)
            try:
                await asyncio.wait_for(self._woken.wait(), pause)
            except TimeoutError:
                continue
            self._woken.clear()

    async def send(self) -> bool:
        """Send all that waits now.

        Returns:
            Whether the class is this learner's, so that nothing is left to send.

        Raises:
            AwayError: the service does not answer; what it has acknowledged is kept.
        """
        member = membership.read(self.workspace)
        if member is None or not member.class_id:
            return True
        due = time.monotonic() - self._looked >= LOOK_AT_CLASS
        if (due or not self._sure) and not await self._is_class(member.class_id):
            return False
        member = membership.read(self.workspace)
        if member is None:
            return True
        rows, place = self._waiting(member)
        if not rows:
            if place != member.place:
                self._keep(member.moved_to(place))
            return True
        for start in range(0, len(rows), BATCH):
            if not await self._deliver(member.class_id, rows[start : start + BATCH]):
                return False
        return True

    async def _is_class(self, class_id: str) -> bool:
        self._sure = False
        said = await self.service.ask("GET", "class")
        about = await self.settle(said.data if said.fine else None)
        told = about if isinstance(about, dict) else {}
        self._sure = told.get("class") == class_id and bool(told.get("joined"))
        self._looked = time.monotonic()
        return self._sure

    async def _deliver(self, class_id: str, rows: Sequence[Answer]) -> bool:
        """Send some rows; False when the learner is not in the class any more."""
        sent = {"rows": [shared_rows.as_sent(row) for row in rows]}
        said = await self.service.ask("POST", "rows", sent)
        if said.status in NOT_HERE:
            self._sure = False
            return False
        if said.status in NOT_SO and len(rows) > 1:
            half = len(rows) // 2
            return all(
                [
                    await self._deliver(class_id, part)
                    for part in (rows[:half], rows[half:])
                ]
            )
        if said.status in NOT_SO:
            self.note(f"The class refuses an answer to {rows[0].item}: {said.data}.")
            kept = [rows[0].ulid]
        else:
            kept = _kept(said.data, rows)
        member = membership.read(self.workspace)
        if member is None or member.class_id != class_id:  # they left meanwhile
            return False
        if said.fine and member.has_lost(class_id, said.data.get("database", "")):
            self._sure = False
            return False
        self._keep(member.having(kept))
        return True

    def _keep(self, member: Membership) -> None:
        membership.write(self.workspace, member)

    def _waiting(self, member: Membership) -> tuple[list[Answer], str]:
        lines, place = self.history.after(member.place)
        fits = not member.place or _is_before(member.place, place)
        return shared_rows.waiting(lines, member, fits=fits), place

    def _count(self, member: Membership) -> int:
        """How many wait, read anew only where the file or the membership has changed."""
        known, place, count = self._seen
        try:
            if known == member and self.history.after(place)[1] == place:
                return count
            rows, place = self._waiting(member)
        except HistoryError:
            return count
        self._seen = (member, place, len(rows))
        return len(rows)


def _is_before(place: str, end: str) -> bool:
    """Whether a place lies in the file that ends there."""
    (file, _, offset), (other, _, size) = place.rpartition(":"), end.rpartition(":")
    number = offset.isdecimal() and len(offset) < len(str(2**64))
    return file == other and number and int(offset) <= int(size)


def _kept(data: Any, rows: Sequence[Answer]) -> list[str]:
    """The ulids that the service has, of those that it was sent.

    Raises:
        AwayError: it does not say so, and so all are sent again.
    """
    sent = {row.ulid for row in rows}
    told = data.get("kept") if isinstance(data, dict) else None
    kept = [one for one in told if one in sent] if isinstance(told, list) else []
    if len(kept) < len(rows):
        raise AwayError(f"it keeps {len(kept)} of {len(rows)} rows")
    return kept
