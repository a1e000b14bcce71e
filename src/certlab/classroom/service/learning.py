"""What every learner may ask; each sees and changes only what is their own."""

from typing import Any

from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)

from certlab.classroom.service import (
    agenda,
    class_settings,
    polls,
    roster,
    rows,
    validation,
)
from certlab.classroom.service.identity import Person
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.service import Service


async def about(service: Service, person: Person, _request: Request) -> Response:
    """The class, and what is shared in it."""
    return JSONResponse(
        await service.read(lambda session: service.about(session, person))
    )


async def plan(service: Service, person: Person, _request: Request) -> Response:
    """What the class does today; the instructor's questions and notes are theirs alone."""

    def read(session: Session) -> dict[str, Any]:
        if not person.instructor:
            roster.joined(session, person.account)
        found = service.bank.agenda(class_settings.get(session, "syllabus"))
        return found if person.instructor else agenda.for_learners(found)

    return JSONResponse(await service.read(read))


async def _told(
    service: Service, person: Person, request: Request, what: str
) -> dict[str, Any]:
    """What is sent of this kind, where it is not too much for one learner."""
    service.paces.take(person.account, what, 0 if what == "rows" else 1)
    body = await request.body()
    service.paces.take(person.account, "bytes", len(body))
    return validation.json_of(body)


async def join(service: Service, person: Person, request: Request) -> Response:
    """Join under a nickname."""
    asked = await _told(service, person, request, "join")
    now = service.now

    def write(session: Any) -> tuple[str, dict[str, Any]]:
        learner = roster.join(session, person.account, asked.get("nickname"), now)
        return learner.id, service.about(session, person)

    learner, found = await service.writer.run(write)
    service.live.touched(learner)
    service.live.changed()
    return JSONResponse(found)


async def leave(service: Service, person: Person, _request: Request) -> Response:
    """Leave, and have all removed that was kept here."""
    gone = await service.writer.run(
        lambda session: roster.leave(session, person.account)
    )
    if gone:
        service.live.gone(gone)
    return await about(service, person, _request)


async def mine(service: Service, person: Person, _request: Request) -> Response:
    """What is kept of oneself, as lines of JSON."""
    service.paces.take(person.account, "mine")
    found = await service.read(
        lambda session: list(rows.of_learner(session, person.account))
    )
    return PlainTextResponse("".join(found), media_type="application/x-ndjson")


async def share(service: Service, person: Person, request: Request) -> Response:
    """Rows; when this answers they are on the disk."""
    told = await _told(service, person, request, "rows")
    asked, now = rows.batch(told.get("rows")), service.now
    service.paces.take(person.account, "rows", len(asked.done))
    learner = await service.writer.run(
        lambda session: rows.keep(session, person.account, asked, now)
    )
    service.live.touched(learner)
    return JSONResponse({"kept": list(asked.done), "database": service.database})


async def vote(service: Service, person: Person, request: Request) -> Response:
    """A vote in the round that is open."""
    asked, now = await _told(service, person, request, "vote"), service.now
    # Graded here, by itself: nobody waits for it whose job is behind it at the writer.
    ballot = await service.read(
        lambda session: polls.ballot(session, service.bank, person.account, asked)
    )
    await service.writer.run(
        lambda session: polls.vote(session, person.account, ballot, now)
    )
    service.live.changed()
    return JSONResponse({})


async def stuck(service: Service, person: Person, request: Request) -> Response:
    """That one is stuck, or is no more."""
    asked = await _told(service, person, request, "stuck")
    on, where, now = asked.get("on"), asked.get("where", ""), service.now
    learner = await service.writer.run(
        lambda session: roster.stuck(session, person.account, on, where, now)
    )
    service.live.touched(learner)
    service.live.changed()
    return JSONResponse({})


async def events(service: Service, person: Person, request: Request) -> Response:
    """What happens, as it happens."""

    async def still() -> bool:
        try:
            return await service.identity.of_request(request) == person
        except Refused:
            return False

    service.live.require_room(person)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        service.live.lines(person, still),
        headers=headers,
        media_type="text/event-stream",
    )
