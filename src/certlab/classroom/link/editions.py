"""What a lab that is open asks of its learner's folder: is there a newer edition, and whose stays.

certlab/api/editions?path=…&loaded=…   {"where": "place", "beside" or ""}
certlab/api/editions/aside|take|keep   what was chosen; certlab.course.new_edition does it
"""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.course import new_edition
from certlab.errors import WorkspaceError

Act = Callable[[Path, str, str], dict[str, Any]]


def _aside(workspace: Path, name: str, loaded: str) -> dict[str, Any]:
    return {"over": new_edition.step_aside(workspace, name, loaded)}


def _take(workspace: Path, name: str, _loaded: str) -> dict[str, Any]:
    return {"mine": new_edition.take(workspace, name)}


def _keep(workspace: Path, name: str, _loaded: str) -> dict[str, Any]:
    new_edition.keep_mine(workspace, name)
    return {}


ACTS: dict[str, Act] = {"aside": _aside, "take": _take, "keep": _keep}


class EditionsHandler(APIHandler):
    """One learner's notebooks; a name that the course did not put there has no edition."""

    def initialize(self, workspace: Path) -> None:
        """Called by tornado for each request."""
        self.workspace = workspace

    @web.authenticated
    async def get(self, _act: str | None) -> None:
        """Whether there is a newer edition."""
        name, loaded = (self.get_query_argument(one, "") for one in ("path", "loaded"))
        # A copy of the file is read, and the server has other work meanwhile.
        found = await asyncio.to_thread(new_edition.where, self.workspace, name, loaded)
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"where": found}))

    @web.authenticated
    async def post(self, act: str | None) -> None:
        """Do what the learner chose."""
        asked = self.get_json_body() or {}
        given = [asked.get("path"), asked.get("loaded", "")]
        if act not in ACTS or not all(isinstance(one, str) for one in given):
            self._refuse(400, "Say what to do, and with which notebook.")
            return
        try:
            found = await asyncio.to_thread(ACTS[act], self.workspace, *given)
        except WorkspaceError as error:
            self._refuse(409, str(error))
        except OSError as error:
            says = f"Your folder cannot be written ({error.strerror}); make room in it."
            self._refuse(507, says)
        else:
            self.finish(json.dumps(found))

    def _refuse(self, status: int, says: str) -> None:
        """One sentence, which the lab shows."""
        self.set_status(status)
        self.finish(json.dumps({"error": says}))
