"""What a page asks of the class, handed on by the learner's own server with its token.

    certlab/api/class/REST   is the service's api/REST, for the paths below and no others

The server's own login, its check of the origin and its XSRF token come first. Events and
files are passed on as they come; where the service is away, the answer is 503 and a sentence.
"""

import asyncio
import json
from contextlib import suppress

import httpx
from jupyter_server.base.handlers import APIHandler
from tornado import web
from tornado.iostream import StreamClosedError

from certlab.classroom.link.queue import Queue
from certlab.classroom.link.service import AwayError
from certlab.errors import HistoryError

EVENTS = "events"
STREAMED = {EVENTS, "mine", "export.csv", "items.csv"}
READ = {"class", "agenda", "map", "items", *STREAMED}
WRITTEN = {
    *("join", "leave", "vote", "stuck"),
    *(
        "poll",
        "poll/close",
        "poll/again",
        "poll/end",
        "gate",
        "agenda",
        "reset",
        "settings",
    ),
}
ABOUT = {"class", "join"}  # what answers with how the learner stands
LARGEST = 64 * 2**10  # bytes of a request; answers go by the queue
SILENT = 60.0  # seconds; the service says something every 15 s, so the line is dead
HEADERS = ("Content-Type", "Content-Disposition")
AWAY = "The class does not answer now; go on, your answers are kept and sent later."


async def _sent(client: httpx.AsyncClient, asked: httpx.Request) -> httpx.Response:
    """The answer, whose body may go on; of a page that goes meanwhile no line is left.

    A request that is cancelled while it is sent, or while it is closed, can stay open for
    ever with nobody who reads it. So neither is.
    """
    sending = asyncio.ensure_future(client.send(asked, stream=True))
    try:
        return await asyncio.shield(sending)
    except asyncio.CancelledError:
        with suppress(httpx.HTTPError):
            await asyncio.shield((await sending).aclose())
        raise


class ClassHandler(APIHandler):
    """One learner's requests to the class."""

    def initialize(self, queue: Queue, known: dict[str, str]) -> None:
        """Called by tornado for each request; `known` is what the page is told besides."""
        self.queue, self.known = queue, known
        self.task: asyncio.Task[None] | None = None

    @web.authenticated
    async def get(self, path: str) -> None:
        """Read something of the class."""
        self.xsrf_token  # noqa: B018 -- asking for it sets the cookie that a POST brings back
        if path not in READ:
            self._refuse(404, "The class has nothing at this address.")
            return
        await self._until_closed(path)

    @web.authenticated
    async def post(self, path: str) -> None:
        """Tell the class something."""
        if path not in WRITTEN:
            self._refuse(404, "The class has nothing at this address.")
            return
        if len(self.request.body) > LARGEST:
            self._refuse(413, "This is too large for the class.")
            return
        try:
            if path == "join":
                self.queue.asks_to_join()
        except (OSError, HistoryError) as error:
            self._refuse(507, f"Your folder cannot be used ({error}); make room in it.")
            return
        await self._until_closed(path)

    def on_connection_close(self) -> None:
        """The page is gone, so nobody reads the stream any more."""
        if self.task:
            self.task.cancel()

    async def _until_closed(self, path: str) -> None:
        self.task = asyncio.ensure_future(self._hand_on(path))
        with suppress(asyncio.CancelledError):
            await self.task

    async def _hand_on(self, path: str) -> None:
        client = self.queue.service.client
        asked = client.build_request(
            self.request.method or "GET",
            path,
            params=httpx.QueryParams(self.request.query),
            content=self.request.body or None,
            headers={"Content-Type": "application/json"},
            timeout=httpx.Timeout(SILENT),
        )
        begun = False
        try:
            answer = await _sent(client, asked)
            try:
                self.set_status(answer.status_code)
                self._take_headers(answer)
                if path in STREAMED and answer.is_success:
                    begun = True
                    await self._stream(answer)
                    return
                body = await answer.aread()
            finally:
                await asyncio.shield(answer.aclose())
        except httpx.HTTPError:
            if not begun:
                self._refuse(503, AWAY)
            return  # else the page sees a stream that ends, and opens it again
        if answer.is_success:
            body = await self._noted(path, body)
        if answer.is_server_error:
            self._refuse(503, AWAY)
        else:
            kind = answer.headers.get("Content-Type", "application/json")
            self.finish(body, set_content_type=kind)

    def _take_headers(self, answer: httpx.Response) -> None:
        self.set_header("Cache-Control", "no-store")
        for name in HEADERS:
            if name in answer.headers:
                self.set_header(name, answer.headers[name])

    async def _stream(self, answer: httpx.Response) -> None:
        self.queue.wake()
        await self.flush()
        with suppress(StreamClosedError):
            async for part in answer.aiter_bytes():
                self.write(part)
                await self.flush()

    async def _noted(self, path: str, body: bytes) -> bytes:
        """See how the learner stands now; a full disk delays the class, not the learner.

        Returns:
            What the page is told: after a loss of the class's database, of having joined again.
        """
        with suppress(ValueError, OSError, HistoryError, AwayError):
            if path in ABOUT:
                about = json.loads(body)
                settled = await self.queue.settle(about)
                if isinstance(settled, dict):
                    body = json.dumps(settled | self.known).encode()
            if path == "leave":
                self.queue.left()
        if self.queue.away:
            self.queue.wake()
        return body

    def _refuse(self, status: int, says: str) -> None:
        """One sentence, which the page shows."""
        self.set_status(status)
        self.finish(json.dumps({"error": says}))
