"""Today's plan over HTTP: what day/static/workspace.js draws.

GET  today            the plan for what the history holds now; planning takes a second or more
GET  today?known      the last plan of this day, at once, and whether it still holds
GET  progress         the expected score over time; {} where no exam is planned
POST today            { exam, day, minutes }, { remove: true } or { more: true }; then as GET

A header Certlab-Offset, minutes ahead of UTC, makes the day that of the learner's own clock.
"""

import asyncio
import json
from collections.abc import Callable
from datetime import tzinfo

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.day.planner import Data, Planner, zone_of
from certlab.day.start_page import Links
from certlab.errors import CourseError
from certlab.words import text

# From /certlab/index.html; a lab's address is that of the static site.
LINKS = Links(
    "modules/{page}.html{section}", "lite/lab/index.html?path=labs/{lab}.ipynb"
)


class _Handler(APIHandler):
    """What a planner says, beside the server's other work."""

    def initialize(self, planner: Planner) -> None:
        """Called by tornado for each request."""
        self.planner = planner

    def _zone(self) -> tzinfo | None:
        return zone_of(self.request.headers.get("Certlab-Offset"))

    async def _answer(self, work: Callable[[], Data]) -> None:
        """Beside the server's other work, which is to go on meanwhile."""
        try:
            said = await asyncio.to_thread(work)
        except CourseError as error:
            self.set_status(400)
            said = {"message": text().say(error.args[0])}
        self.finish(json.dumps(said, allow_nan=False))


class ProgressHandler(_Handler):
    """How the expected score came about."""

    @web.authenticated
    async def get(self) -> None:
        """The estimates of some days."""
        zone = self._zone()
        await self._answer(lambda: self.planner.progress(zone))


class TodayHandler(_Handler):
    """The plan, and the goal that it is made for."""

    @web.authenticated
    async def get(self) -> None:
        """The plan."""
        known = self.get_query_argument("known", None) is not None
        answer, zone = (
            self.planner.cached_plan if known else self.planner.today,
            self._zone(),
        )
        await self._answer(lambda: answer(zone))

    @web.authenticated
    async def post(self) -> None:
        """Set the goal, then plan."""
        told, zone = self._sent(), self._zone()

        def planned() -> Data:
            self.planner.take(told, zone)
            return self.planner.today(zone)

        await self._answer(planned)

    def _sent(self) -> Data:
        """The object of the body.

        Raises:
            HTTPError: 400, it is not JSON.
        """
        try:
            told = json.loads(self.request.body or b"{}")
        except (ValueError, RecursionError) as error:  # of bytes that are no text, too
            raise web.HTTPError(400, "Send one object of JSON.") from error
        return told if isinstance(told, dict) else {}
