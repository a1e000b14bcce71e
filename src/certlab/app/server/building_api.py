"""How far the building of the pages is, for a page that was opened before its end.

GET building.js              what asks again and again: app/static/site/building_note.js
GET building?shown=FOLDER    { says, ended }: what its note says now, and whether that is all
"""

import json
from pathlib import Path

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.app.server.building import Pages

# From the package and not from an edition: the page may be of an older one, which has none.
_SCRIPT = Path(__file__).parents[1] / "static" / "site" / "building_note.js"


class BuildingHandler(APIHandler):
    """The note at the foot of a page."""

    def initialize(self, pages: Pages) -> None:
        """Called by tornado for each request."""
        self.pages = pages

    @web.authenticated
    def get(self, script: str) -> None:
        """The script, or what it asks for."""
        self.set_header("Cache-Control", "no-store")
        if script:
            kind = "text/javascript; charset=utf-8"
            self.finish(_SCRIPT.read_bytes(), set_content_type=kind)
            return
        self.pages.refresh()
        says, ended = self.pages.news(self.get_query_argument("shown", ""))
        self.finish(json.dumps({"says": says, "ended": ended}))

    def check_xsrf_cookie(self) -> None:
        """Below a Hub a module's import shows no token; reading this changes nothing."""
