"""A class service that keeps rows and fails as it is told to, on a port of this machine."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler

TOKEN = "a-learner"


@dataclass
class StandIn:
    """What it keeps, and how it fails next.

    Attributes:
        rows: by ulid, as the real one keeps them.
        failures: for the next requests of rows: "500", "lost" (kept, and the connection
            ends without a word), "all but one" (it keeps and says fewer).
        refused: items of which no row is taken.
    """

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    about: dict[str, Any] = field(
        default_factory=lambda: {"class": "c1", "joined": True}
    )
    full: bool = False  # nobody may join
    batches: list[int] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    streams: int = 0
    _server: HTTPServer | None = None
    _port: int = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/services/class/"

    def start(self) -> None:
        """Listen, at the port of before."""
        socket, self._port = bind_unused_port()
        app = Application([(r"/services/class/api/(.*)", _Api, {"of": self})])
        self._server = HTTPServer(app)
        self._server.add_sockets([socket])

    async def stop(self) -> None:
        """Die: no connection stays."""
        if self._server:
            self._server.stop()
            await self._server.close_all_connections()
            self._server = None


class _Api(RequestHandler):
    def initialize(self, of: StandIn) -> None:
        self.of = of

    def prepare(self) -> None:
        if self.request.headers.get("Authorization") != f"token {TOKEN}":
            self.send_error(401)

    async def get(self, path: str) -> None:
        self.of.asked.append(("GET", self.request.uri or ""))
        if path == "events":
            await self._stream()
        elif path == "items.csv":
            self.set_header("Content-Type", "text/csv; charset=utf-8")
            self.set_header("Content-Disposition", 'attachment; filename="items.csv"')
            self.finish("item,n\n")
        else:
            self.finish(self.of.about)

    async def _stream(self) -> None:
        self.set_header("Content-Type", "text/event-stream")
        self.of.streams += 1
        try:
            for number in range(10_000):
                self.write(f"event: state\ndata: {number}\n\n")
                await self.flush()
                await asyncio.sleep(0.05)
        finally:
            self.of.streams -= 1

    def post(self, path: str) -> None:
        self.of.asked.append(("POST", self.request.uri or ""))
        if path != "rows":
            if path == "join" and self.of.full:
                self.set_status(409)
                self.finish({"error": "Somebody in the class has this nickname."})
                return
            if path in ("join", "leave"):
                self.of.about = {**self.of.about, "joined": path == "join"}
            self.finish(self.of.about)
            return
        failure = self.of.failures.pop(0) if self.of.failures else ""
        rows = json.loads(self.request.body)["rows"]
        self.of.batches.append(len(rows))
        if failure == "500":
            self.send_error(500)
            return
        if not self.of.about["joined"]:
            self.send_error(403)
            return
        if any(row["item"] in self.of.refused for row in rows):
            self.send_error(400)
            return
        if failure == "all but one":
            rows = rows[:-1]
        self.of.rows |= {
            row["ulid"]: row for row in rows if row["ulid"] not in self.of.rows
        }
        if failure == "lost":
            self.detach().close()
            return
        told = {"database": self.of.about.get("database", "")}
        self.finish({"kept": [row["ulid"] for row in rows], **told})
