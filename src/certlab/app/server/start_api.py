"""Today's work for the start notebook over HTTP, so that JupyterLab asks no kernel for it.

GET start/start.js, start/start.css    what draws it: app/static/notebook/today.js in one text
GET start/given                        what the page is told: its words, and where pages are
GET start/banks?exam=CODE              the questions of an exam
GET start/scope?exam=CODE              what of it is counted, of what is known and due

`start/today` is as plan_api.py has it, with addresses from the notebook.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.app.esm import SOURCE, joined, style
from certlab.course.items import ASKABLE
from certlab.day.planner import Planner
from certlab.day.start_page import PAGES
from certlab.words import text

CSS = (
    "theme/charts.css",
    SOURCE / "day/static/where_one_stands.css",
    SOURCE / "day/static/start.css",
)


class StartHandler(APIHandler):
    """What the start notebook shows, but for the plan itself."""

    def initialize(self, planner: Planner) -> None:
        """Called by tornado for each request."""
        self.planner = planner

    @web.authenticated
    async def get(self, name: str) -> None:
        """One of them, made beside the server's other work."""
        found: dict[str, tuple[str, Callable[[], str]]] = {
            "start.js": ("text/javascript", lambda: joined("notebook/today.js")),
            "start.css": ("text/css", lambda: style(*CSS)),
            "given": ("application/json", lambda: json.dumps(_given())),
            "banks": ("application/json", self._banks),
            "scope": ("application/json", self._scope),
        }
        if name not in found:
            raise web.HTTPError(404)
        kind, make = found[name]
        said = await asyncio.to_thread(make)
        self.finish(said, set_content_type=f"{kind}; charset=utf-8")

    def check_xsrf_cookie(self) -> None:
        """Below a Hub a module's import shows no token; this tells of the course only."""

    def _banks(self) -> str:
        exam = self.get_query_argument("exam", "")
        return json.dumps({"banks": self.planner.banks(exam)})

    def _scope(self) -> str:
        return json.dumps(self.planner.scope(self.get_query_argument("exam", "")))


def _given() -> dict[str, Any]:
    words = text()
    known = {"lang": words.tag, "words": words.page, "kinds": list(ASKABLE)}
    return {**known, "pages": PAGES, "surface": "lab"}
