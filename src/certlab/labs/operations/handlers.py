"""The machine over HTTP, for the page of certlab study.

POST node    { scenario, seed, lines }: what `view.reply` gives, or 400 with a sentence
"""

import asyncio
import json
from threading import Lock
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.errors import CourseError
from certlab.labs.operations.node import view
from certlab.study.history import History

LARGEST = 2**20  # bytes: 2,000 lines as people type them, with room
_one = Lock()  # the games that are kept are no matter for two threads


def load(server: Any, base: str, _history: History) -> None:
    """Bring a Jupyter server the machine.

    Args:
        server: jupyter_server's ServerApp.
        base: the path of our pages, "/user/ada/certlab".
    """
    server.web_app.add_handlers(".*", [(f"{base}/api/node", NodeHandler)])


class NodeHandler(APIHandler):
    """A line of a game."""

    @web.authenticated
    async def post(self) -> None:
        """Play the lines that a body holds; the answer to the last."""
        if len(self.request.body) > LARGEST:
            self._refuse(413, "This game is too large; begin a fresh one.")
            return
        try:
            request = json.loads(self.request.body)
            reply = await asyncio.to_thread(_answer, request)
        except (CourseError, ValueError, RecursionError) as error:
            known = isinstance(error, CourseError)
            self._refuse(400, str(error) if known else "This is no line of a game.")
            return
        self.finish(json.dumps(reply))

    def _refuse(self, status: int, says: str) -> None:
        """One sentence, which the page shows."""
        self.set_status(status)
        self.finish(json.dumps({"message": says}))


def _answer(request: Any) -> dict[str, Any]:
    with _one:
        return view.reply(request)
