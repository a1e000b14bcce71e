"""What listeners hear: a state for everybody, and for instructors the map.

A change marks what is old; one task reads it anew, once for all listeners and at most
every quarter of a second, and wakes them. So 200 listeners cost one query, and a slow one
holds nobody up: it gets the newest state when it comes to read.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from certlab.classroom.service import heat_map
from certlab.classroom.service.bank import Bank
from certlab.classroom.service.identity import Person
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.state import State, read_state

_LOG = logging.getLogger(__name__)
STATE_EVERY = 0.25  # seconds
MAP_EVERY = 1.0  # seconds
SILENCE = 15.0  # seconds, after which a comment shows that the line is there
MOST_LINES = 50  # of one person
MOST_WAITING = (
    30  # changes of the map that wait for a listener; beyond, it gets it whole
)


@dataclass(eq=False)
class Listener:
    """One open line."""

    person: Person
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    maps: deque[str] = field(default_factory=deque)
    whole: bool = True  # the map is to be sent whole


class Live:
    """All open lines, and what has changed since they were last told."""

    def __init__(
        self, engine: Engine, bank: Bank, clock: Callable[[], datetime]
    ) -> None:
        self._engine, self._bank, self._clock = engine, bank, clock
        self._listeners: set[Listener] = set()
        self._state: State | None = None
        self._reading = asyncio.Lock()
        self._begun = 0  # readings of the state
        self._old = asyncio.Event()
        self._touched: set[str] = set()
        self._gone: set[str] = set()
        self._moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.closing = False

    def start(self) -> None:
        """Begin to watch; in a running loop."""
        self._tasks = [
            asyncio.create_task(self._repeat(self._old, self._renew, STATE_EVERY)),
            asyncio.create_task(self._repeat(self._moved, self._map, MAP_EVERY)),
        ]

    async def close(self) -> None:
        """Let every line end."""
        self.end_lines()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def end_lines(self) -> None:
        """Ask every line to end; who listened connects again."""
        self.closing = True
        self._wake_all()

    def require_room(self, person: Person) -> None:
        """Refuse a line to whoever has more open than anybody has tabs."""
        if sum(one.person == person for one in self._listeners) >= MOST_LINES:
            raise Refused(429, "You have too many pages of the class open; close some.")

    def changed(self) -> None:
        """Something that everybody sees is another."""
        self._old.set()

    def touched(self, *learners: str) -> None:
        """What the map says of these learners is another."""
        self._touched.update(learners)
        self._moved.set()

    def gone(self, *learners: str) -> None:
        """These learners are in the class no more."""
        self._gone.update(learners)
        self._moved.set()
        self._old.set()

    async def lines(
        self, person: Person, still: Callable[[], Coroutine[Any, Any, bool]]
    ) -> AsyncIterator[str]:
        """Events for one listener, until they or the service go.

        Args:
            still: whether this person may still listen; asked at each silence.
        """
        listener = Listener(person)
        self._listeners.add(listener)
        try:
            yield "retry: 2000\n\n"
            told = ""
            if self._state is None or self._old.is_set() or self._reading.locked():
                self._old.clear()
                await self._renew()
            while not self.closing:
                listener.wake.clear()
                state = self._state
                if state is not None and (body := state.of(person)) != told:
                    told = body
                    yield f'id: {state.id}\nevent: state\ndata: {body},"id":{state.id}}}\n\n'
                async for text in self._maps(listener):
                    yield f"event: map\ndata: {text}\n\n"
                try:
                    await asyncio.wait_for(listener.wake.wait(), SILENCE)
                except TimeoutError:
                    if not await still():
                        return
                    yield ": still here\n\n"
        finally:
            self._listeners.discard(listener)

    async def _maps(self, listener: Listener) -> AsyncIterator[str]:
        if not listener.person.instructor:
            return
        if listener.whole:
            listener.whole = False
            listener.maps.clear()
            yield await run_in_threadpool(self._whole)
        while listener.maps:
            yield listener.maps.popleft()

    async def _repeat(
        self,
        event: asyncio.Event,
        work: Callable[[], Coroutine[Any, Any, None]],
        pause: float,
    ) -> None:
        while True:
            await event.wait()
            event.clear()
            try:
                await work()
            except SQLAlchemyError:
                _LOG.exception("The class's database does not answer; trying again.")
                event.set()
            await asyncio.sleep(pause)

    async def _renew(self) -> None:
        """Read the state; those who ask at once share a reading that began after."""
        asked = self._begun
        async with self._reading:
            if self._begun > asked:
                return
            self._begun += 1
            now = int(self._clock().timestamp() * 1000)
            id = now if self._state is None else max(now, self._state.id + 1)
            self._state = await run_in_threadpool(self._read, id)
        self._wake_all()

    def _read(self, id: int) -> State:
        with Session(self._engine) as session:
            return read_state(session, self._bank, id)

    def _whole(self) -> str:
        with Session(self._engine) as session:
            learners = heat_map.learners(session)
            cells = heat_map.cells(session, self._bank)
        return json.dumps(
            {"learners": learners, "cells": cells, "gone": [], "whole": True}
        )

    async def _map(self) -> None:
        touched, gone = self._touched, self._gone
        self._touched, self._gone = set(), set()
        instructors = [one for one in self._listeners if one.person.instructor]
        if not instructors:
            return  # who connects gets the whole
        try:
            text = await run_in_threadpool(self._part, touched - gone, gone)
        except SQLAlchemyError:
            self._touched |= touched
            self._gone |= gone
            raise
        for one in instructors:
            if len(one.maps) >= MOST_WAITING:
                one.maps.clear()
                one.whole = True
            elif not one.whole:
                one.maps.append(text)
            one.wake.set()

    def _part(self, touched: set[str], gone: set[str]) -> str:
        with Session(self._engine) as session:
            learners = heat_map.learners(session, touched)
            cells = heat_map.cells(session, self._bank, touched)
        return json.dumps(
            {"learners": learners, "cells": cells, "gone": sorted(gone), "whole": False}
        )

    def _wake_all(self) -> None:
        for listener in self._listeners:
            listener.wake.set()
