"""What only an instructor may ask."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from certlab.classroom.service import (
    agenda,
    class_settings,
    exports,
    heat_map,
    polls,
    roster,
    statistics,
    validation,
)
from certlab.classroom.service.identity import Person
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.service import Service

LONGEST_PLACE, LONGEST_STEP = 200, 80  # characters; a step may be a lab's heading
_PAGE = re.compile(r"[a-z0-9][a-z0-9_/-]*(#[\w-]+)?")  # below modules, without .html


async def start_poll(service: Service, _person: Person, request: Request) -> Response:
    """Put a question to the class; with `at`, as that step of the agenda."""
    asked, now = validation.json_of(await request.body()), service.now
    at = agenda.step_of(asked)

    def write(session: Session) -> None:
        agenda.was_asked(session, polls.start(session, service.bank, asked.get("item")))
        if at is not None:
            agenda.go_to(session, at, now)

    return await _change(service, write)


async def close_poll(service: Service, _person: Person, _request: Request) -> Response:
    """End the round, and show how many chose what."""
    return await _change(service, polls.close)


async def again(service: Service, _person: Person, _request: Request) -> Response:
    """Vote again, after the class has talked."""
    return await _change(service, polls.again)


async def end_poll(service: Service, _person: Person, _request: Request) -> Response:
    """Show the key and the reasons."""
    return await _change(service, polls.end)


async def gate(service: Service, _person: Person, request: Request) -> Response:
    """Say how far the class may go on; an empty object takes it away.

    It names a lab or a page; with `at`, it is that step of the agenda.
    """
    asked, now = validation.json_of(await request.body()), service.now
    course, at = service.bank.course, agenda.step_of(asked)
    found = _gate(asked) if asked else None
    if found and agenda.tells(course, found["lab"], found["step"]):
        found["tells"] = True

    def write(session: Session) -> None:
        class_settings.put(session, "gate", found)
        if at is not None:
            agenda.go_to(session, at, now)

    return await _change(service, write)


def _gate(asked: dict[str, Any]) -> dict[str, Any]:
    page = validation.line(asked.get("page", ""), "page", LONGEST_PLACE, empty=True)
    if page and not _PAGE.fullmatch(page):
        raise Refused(400, "page: give a page of the course, as mig#profiles.")
    lab = asked.get("lab", "" if page else None)
    step = str(asked.get("step", ""))
    own: dict[str, Any] = {"page": page} if page else {}
    return own | {
        "lab": validation.line(lab, "lab", LONGEST_PLACE, empty=bool(page)),
        "step": validation.line(step, "step", LONGEST_STEP, empty=True),
        "text": validation.line(asked.get("text", ""), "text", 400, empty=True),
    }


async def go_to(service: Service, _person: Person, request: Request) -> Response:
    """Begin a step of the agenda, or begin the agenda anew."""
    asked, now = validation.json_of(await request.body()), service.now
    at = agenda.step_of(asked)
    return await _change(
        service,
        lambda session: (
            agenda.begin_anew(session) if at is None else agenda.go_to(session, at, now)
        ),
    )


async def _change(service: Service, job: Callable[[Session], None]) -> Response:
    await service.writer.run(job)
    service.live.changed()
    return JSONResponse({})


async def heat(service: Service, _person: Person, request: Request) -> Response:
    """The heat map, whole; a column is one in which somebody has answered."""
    columns = service.bank.columns(request.query_params.get("by", "objective"))
    keys = {one["key"] for one in columns}

    def read(session: Session) -> dict[str, Any]:
        cells = heat_map.cells(session, service.bank)
        cells = [cell for cell in cells if cell[1] in keys]
        answered = {cell[1] for cell in cells}
        return {
            "columns": [one for one in columns if one["key"] in answered],
            "learners": heat_map.learners(session),
            "cells": cells,
        }

    return JSONResponse(await service.read(read))


async def items(service: Service, _person: Person, _request: Request) -> Response:
    """How each item did."""
    return JSONResponse(await service.read(lambda session: _records(service, session)))


async def items_csv(service: Service, _person: Person, _request: Request) -> Response:
    """The same as a table."""
    return await _table(
        service,
        lambda session: exports.items(_records(service, session), service.bank),
        "items.csv",
    )


async def answers_csv(service: Service, _person: Person, _request: Request) -> Response:
    """Every row that is kept."""
    return await _table(
        service, lambda session: exports.answers(session, service.bank), "answers.csv"
    )


def _records(service: Service, session: Session) -> list[dict[str, Any]]:
    return statistics.items(statistics.first_answers(session), service.bank)


async def _table(
    service: Service, lines: Callable[[Session], Iterable[str]], name: str
) -> Response:
    text = await service.read(lambda session: "".join(lines(session)))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def reset(service: Service, _person: Person, request: Request) -> Response:
    """Remove one learner with their rows here; they may join again."""
    learner = validation.json_of(await request.body()).get("learner")
    gone = await service.writer.run(lambda session: roster.reset(session, learner))
    service.live.gone(gone)
    return JSONResponse({})


async def settings(service: Service, _person: Person, request: Request) -> Response:
    """Set for how long rows are kept; what is older goes at once."""
    days = validation.json_of(await request.body()).get("kept_days")
    await service.writer.run(lambda session: class_settings.keep_for(session, days))
    await service.forget()
    return JSONResponse({"kept_days": days})
