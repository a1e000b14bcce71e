"""Simulated learners: each listens, and sends answers one by one until each is acknowledged.

They go by the rule of a real one's queue: what was not acknowledged is sent again, and
nobody but the service decides whether it was there.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import aiohttp

from benchmarks.classroom.fake_hub import FakeHub
from certlab.study.answers import new_ulid

TEACHER = "teacher"
AGAIN = 0.05  # seconds before what failed is tried again
AWAY = (aiohttp.ClientError, OSError)  # what a service that is away looks like


@dataclass
class Course:
    """What a run has done so far.

    Attributes:
        sent: ulids by account, each of them sent at least once.
        acknowledged: how many the service has said to have.
        again: how many had to be sent again.
        heard: events by account.
    """

    sent: dict[str, list[str]] = field(default_factory=dict)
    acknowledged: int = 0
    again: int = 0
    heard: Counter[str] = field(default_factory=Counter)


async def run(
    url: str,
    hub: FakeHub,
    learners: int,
    items: int,
    *,
    midway: Callable[[], Awaitable[None]] | None = None,
) -> tuple[Course, float]:
    """Let them answer, while they and an instructor listen.

    Args:
        midway: awaited once, beside them, when half of all is acknowledged.

    Returns:
        What was done, and the seconds from the first answer to the last.
    """
    course = Course()
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(
        url, connector=connector, timeout=timeout
    ) as session:
        names = [f"learner{n}" for n in range(learners)]
        headers = {name: _headers(hub.add(name)) for name in names}
        headers[TEACHER] = _headers(hub.add(TEACHER, admin=True))
        lines = [
            asyncio.create_task(_listen(session, headers[one], one, course))
            for one in (TEACHER, *names)
        ]
        await asyncio.gather(
            *(_join(session, headers[one], one, course) for one in names)
        )
        half = asyncio.create_task(_at_half(course, learners * items // 2, midway))
        loop = asyncio.get_running_loop()
        begun = loop.time()
        await asyncio.gather(
            *(_answer(session, headers[one], one, items, course) for one in names)
        )
        seconds = loop.time() - begun
        await half
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
    return course, seconds


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"token {token}"}


async def _at_half(
    course: Course, half: int, midway: Callable[[], Awaitable[None]] | None
) -> None:
    if midway is None:
        return
    while course.acknowledged < half:
        await asyncio.sleep(0.001)
    await midway()


async def _post(
    session: aiohttp.ClientSession,
    path: str,
    headers: dict[str, str],
    body: dict[str, Any],
    course: Course,
) -> dict[str, Any]:
    """Send until it is answered with 200."""
    while True:
        try:
            async with session.post(
                f"api/{path}", json=body, headers=headers
            ) as answer:
                if answer.status == 200:
                    found: dict[str, Any] = await answer.json()
                    return found
                if answer.status < 500:
                    raise AssertionError(await answer.text())
        except AWAY:
            pass
        course.again += 1
        await asyncio.sleep(AGAIN)


async def _join(
    session: aiohttp.ClientSession, headers: dict[str, str], name: str, course: Course
) -> None:
    await _post(session, "join", headers, {"nickname": name}, course)


async def _answer(
    session: aiohttp.ClientSession,
    headers: dict[str, str],
    name: str,
    items: int,
    course: Course,
) -> None:
    sent = course.sent.setdefault(name, [])
    for number in range(items):
        now = datetime.now(UTC)
        right = (hash(name) + number) % 3 > 0
        ulid = new_ulid(now)
        row = {
            "ulid": ulid,
            "at": now.isoformat(),
            "item": f"item-{number}",
            "rev": 1,
            "outcome": "correct" if right else "wrong",
            "score": float(right),
            "response": "a" if right else "b",
        }
        sent.append(ulid)
        found = await _post(session, "rows", headers, {"rows": [row]}, course)
        if found.get("kept") != [ulid]:
            raise AssertionError(json.dumps(found))
        course.acknowledged += 1


async def _listen(
    session: aiohttp.ClientSession, headers: dict[str, str], name: str, course: Course
) -> None:
    """An open page: connects again whenever the line breaks."""
    while True:
        try:
            async with session.get("api/events", headers=headers) as answer:
                async for line in answer.content:
                    course.heard[name] += line.startswith(b"event:")
        except AWAY:
            pass
        await asyncio.sleep(AGAIN)
