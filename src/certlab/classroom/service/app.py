"""The service as one ASGI application."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from certlab.classroom.service import learning, teaching
from certlab.classroom.service.identity import Person
from certlab.classroom.service.limits import BodyLimit
from certlab.classroom.service.pages import Pages
from certlab.classroom.service.refused import Refused
from certlab.classroom.service.service import Service

Answer = Callable[[Service, Person, Request], Awaitable[Response]]
_LOG = logging.getLogger(__name__)
FORGETS = 3600.0  # seconds between two looks for what is too old
COPIES = 600.0  # seconds between two copies of the database
# No answer is anybody else's to keep, and none is a page.
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
LEARNING: tuple[tuple[str, str, Answer], ...] = (
    ("GET", "class", learning.about),
    ("GET", "agenda", learning.plan),
    ("POST", "join", learning.join),
    ("POST", "leave", learning.leave),
    ("GET", "mine", learning.mine),
    ("POST", "rows", learning.share),
    ("GET", "events", learning.events),
    ("POST", "vote", learning.vote),
    ("POST", "stuck", learning.stuck),
)
TEACHING: tuple[tuple[str, str, Answer], ...] = (
    ("POST", "poll", teaching.start_poll),
    ("POST", "poll/close", teaching.close_poll),
    ("POST", "poll/again", teaching.again),
    ("POST", "poll/end", teaching.end_poll),
    ("POST", "gate", teaching.gate),
    ("POST", "agenda", teaching.go_to),
    ("GET", "map", teaching.heat),
    ("GET", "items", teaching.items),
    ("GET", "export.csv", teaching.answers_csv),
    ("GET", "items.csv", teaching.items_csv),
    ("POST", "reset", teaching.reset),
    ("POST", "settings", teaching.settings),
)


def build(service: Service) -> Starlette:
    """The application, below the prefix that the Hub gives it."""
    prefix = service.identity.hub.base_url
    pages = Pages(service)
    routes = [
        Route(prefix, pages.home),
        Route(f"{prefix}oauth_callback", pages.callback),
    ]
    for table, instructor in ((LEARNING, False), (TEACHING, True)):
        for method, path, answer in table:
            asked = _asked(service, answer, instructor=instructor)
            routes.append(Route(f"{prefix}api/{path}", asked, methods=[method]))

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        service.start()
        tasks = [
            asyncio.create_task(_repeat(service.forget, FORGETS)),
            asyncio.create_task(_repeat(service.copy, COPIES)),
        ]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await service.close()

    return Starlette(
        routes=routes,
        middleware=[Middleware(BodyLimit)],
        exception_handlers={
            Refused: _refused,
            HTTPException: _not_there,
            SQLAlchemyError: _no_database,
        },
        lifespan=running,
    )


def _asked(
    service: Service, answer: Answer, *, instructor: bool
) -> Callable[[Request], Awaitable[Response]]:
    """Find out who asks before anything else, the body included."""

    async def asked(request: Request) -> Response:
        person = await service.identity.of_request(request)
        if instructor and not person.instructor:
            raise Refused(403, "Only the instructor of the class may do this.")
        response = await answer(service, person, request)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return asked


async def _repeat(job: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await job()
        except (SQLAlchemyError, sqlite3.Error, OSError):
            _LOG.exception(
                "The class's database could not be tidied; trying again later."
            )
        await asyncio.sleep(seconds)


async def _refused(_request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, Refused) else 500
    return JSONResponse({"error": str(error)}, status, headers=_HEADERS)


async def _not_there(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    says = {
        404: "There is nothing of this name in the class service.",
        405: "This is asked for in another way.",
    }
    text = says.get(status, "The class service cannot answer this.")
    return JSONResponse({"error": text}, status, headers=_HEADERS)


async def _no_database(_request: Request, error: Exception) -> Response:
    _LOG.error("The class's database refused: %s", error)
    says = "The class's database does not answer; nothing was kept, so send it again."
    return JSONResponse({"error": says}, 503, headers=_HEADERS)
