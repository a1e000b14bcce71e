"""The addresses: health and metrics for whoever asks, the rest with a key where keys are."""

import asyncio
import os
import time
import traceback
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from certlab.labs.nim.real.server import completion_request, replies
from certlab.labs.nim.real.server.job import ApiError, Piece
from certlab.labs.nim.real.server.metrics import Metrics

if TYPE_CHECKING:  # it brings torch, which is loaded once the server listens
    from certlab.labs.nim.real.server.engine import Engine

_RETRY = {"Retry-After": "1"}  # seconds; a place may be free by then
_GONE = ApiError(408, "The client has closed the connection.")  # and nobody reads this
_Heard = asyncio.Queue[Piece | ApiError]


class Service:
    """The web application, and the thread with the engine behind it."""

    def __init__(
        self,
        load: "Callable[[Metrics], Engine]",
        keys: Mapping[str, float] | None = None,
        fault: str = "",
    ) -> None:
        """`load` brings the engine, in a thread of its own; the rest is as in `start`."""
        self.engine: Engine | None = None
        self._load, self._keys, self._fault = load, keys, fault
        self._metrics = Metrics()
        post = partial(Route, methods=["POST"])
        routes = [
            Route("/v1/health/live", _live),
            Route("/v1/health/ready", self._is_ready),
            Route("/v1/metrics", self._measured),
            Route("/v1/models", self._models),
            post(
                "/v1/chat/completions", partial(self._complete, completion_request.Chat)
            ),
            post(
                "/v1/completions",
                partial(self._complete, completion_request.Completion),
            ),
            post("/tokenize", self._tokenize),
        ]
        self.app = Starlette(routes=routes, exception_handlers={ApiError: _problem})
        Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        """Load the model, then compute; without either the process is of no use."""
        try:
            self.engine = self._load(self._metrics)
            self.engine.run()
        except BaseException:  # noqa: BLE001 - whatever ends the engine ends the server
            traceback.print_exc()
            os._exit(3)

    def _ready(self) -> "Engine":
        if self.engine is None:
            raise ApiError(503, "The model is being loaded; ask /v1/health/ready.")
        return self.engine

    def _allowed(self, request: Request) -> "Engine":
        """The engine, for a key that is known and has not expired."""
        kind, _, key = request.headers.get("Authorization", "").partition(" ")
        if self._keys is not None:
            if kind.lower() != "bearer" or key not in self._keys:
                raise ApiError(401, "There is no such key; ask for one and send it.")
            if time.time() >= self._keys[key]:
                raise ApiError(401, "This key has expired; get a new one.")
        return self._ready()

    async def _is_ready(self, _: Request) -> Response:
        self._ready()
        return JSONResponse({"status": "ready"})

    async def _measured(self, _: Request) -> Response:
        return Response(self._metrics.page(), media_type="text/plain; version=0.0.4")

    async def _models(self, request: Request) -> Response:
        return JSONResponse(replies.models(self._allowed(request).context))

    async def _tokenize(self, request: Request) -> Response:
        engine = self._allowed(request)
        given = completion_request.parsed(completion_request.Text, await request.body())
        tokens = given.tokens(engine.tokenizer)
        found = {"count": len(tokens), "max_model_len": engine.context}
        return JSONResponse(found | {"tokens": tokens})

    async def _complete(
        self, kind: type[completion_request.CompletionRequest], request: Request
    ) -> Response:
        engine = self._allowed(request)
        wish = completion_request.parsed(kind, await request.body())
        job = wish.job(engine.tokenizer, engine.context, self._fault)
        heard: _Heard = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(piece: Piece | ApiError) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, piece)

        give_up = engine.submit(job, tell)
        watch = asyncio.create_task(_until_gone(request, heard))
        reply = replies.Reply(len(job.prompt), chat=wish.turns)
        pieces = _pieces(heard, job.choices)
        try:
            # The status goes out with the first token, so what fails before has its own.
            first = await anext(pieces)
            if wish.stream:
                counts = (wish.stream_options or {}).get("include_usage", False)
                return _Stream(_chunks(reply, first, pieces, counts), give_up)
            reply.add(first)
            async for piece in pieces:
                reply.add(piece)
            return JSONResponse(reply.whole())
        except BaseException:
            give_up()
            raise
        finally:
            watch.cancel()


class _Stream(StreamingResponse):
    """Server-sent events; once they end or the client goes, the slot is free."""

    def __init__(self, chunks: AsyncIterator[str], give_up: Callable[[], None]) -> None:
        super().__init__(chunks, media_type="text/event-stream")
        self._give_up = give_up

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._give_up()


async def _until_gone(request: Request, heard: _Heard) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
    heard.put_nowait(_GONE)


async def _pieces(heard: _Heard, choices: int) -> AsyncIterator[Piece]:
    """Until all choices have ended."""
    while choices:
        piece = await heard.get()
        if isinstance(piece, ApiError):
            raise piece
        choices -= bool(piece.finish)
        yield piece


async def _chunks(
    reply: replies.Reply, first: Piece, rest: AsyncIterator[Piece], counts: bool
) -> AsyncIterator[str]:
    """A stream's events; where nothing can be told yet, there is none."""
    yield replies.event(reply.chunk(first))
    try:
        async for piece in rest:
            body = reply.chunk(piece)
            if piece.text or piece.finish:
                yield replies.event(body)
        if counts:
            yield replies.event(reply.counts())
    except ApiError as error:  # too late for another status
        yield replies.event(replies.problem(error))
    yield replies.DONE


async def _live(_: Request) -> Response:
    return JSONResponse({"status": "live"})


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    headers = _RETRY if error.status in {429, 503} else None
    return JSONResponse(replies.problem(error), error.status, headers)
