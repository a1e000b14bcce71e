"""The history over HTTP: what is new in it since a place, and rows that a page gave.

GET history?after=PLACE   lines of JSON from there on. `Certlab-Place` is where they end,
                          `Certlab-Workspace` tells one workspace from another;
                          below a class, `Certlab-Class` says how one stands with it
POST history              a body of lines; they are on disk when this answers, and it
                          answers with those that were not here. A line that is no row is
                          passed over, and `Certlab-Passed-Over` says why; 400 where none is

A place is given out, not made. Where it does not fit any more, because another file lies
there, all lines come.
"""

import asyncio
import json

from jupyter_server.base.handlers import APIHandler
from tornado import web

from certlab.app.history_lines import lines_of, rows_in, workspace_name
from certlab.errors import HistoryError
from certlab.study.history import History

LARGEST = 64 * 2**20  # bytes, as in app/static/store/history_file.js
JSON_LINES = "application/x-ndjson"
# A setting, a function that asks nobody: { joined, waiting, away }, and from the package's tree
# the modules { page, lab } that draw the class; or nothing if there is no class.
CLASS = "certlab_class"


class HistoryHandler(APIHandler):
    """One workspace's history."""

    def initialize(self, history: History) -> None:
        """Called by tornado for each request."""
        self.history = history

    @web.authenticated
    def get(self) -> None:
        """The lines after a place."""
        try:
            lines, place = self.history.after(self.get_query_argument("after", ""))
        except HistoryError as error:
            self._refuse(500, str(error))
            return
        self.set_header("Certlab-Workspace", workspace_name(self.history))
        self.set_header("Certlab-Place", place)
        if told := self.settings.get(CLASS, dict)():
            self.set_header("Certlab-Class", json.dumps(told))
        self.xsrf_token  # noqa: B018 -- asking for it sets the cookie that a POST brings back
        self.finish(lines, set_content_type=JSON_LINES)

    @web.authenticated
    async def post(self) -> None:
        """Record the rows that a body holds, all of them or none."""
        if len(self.request.body) > LARGEST:
            self._refuse(413, "This is too large for a history.")
            return
        try:
            rows, problems = await asyncio.to_thread(rows_in, self.request.body)
        except HistoryError as error:
            self._refuse(400, str(error))
            return
        try:
            # Beside the server's other work: another process may hold the file.
            fresh = await asyncio.to_thread(self.history.record, rows)
        except HistoryError as error:
            self._refuse(507, str(error))
            return
        if problems:
            self.set_header("Certlab-Passed-Over", json.dumps(problems))
        self.finish(lines_of(fresh), set_content_type=JSON_LINES)

    def _refuse(self, status: int, says: str) -> None:
        """One sentence, which the page shows."""
        self.set_status(status)
        self.finish(json.dumps({"message": says}))
