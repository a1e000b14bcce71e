"""The size of a body, held to its limit while it arrives."""

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 2 * 2**20  # bytes: 500 rows with long responses
_SAYS = {"error": f"This is larger than {LARGEST // 2**20} MB; send less at once."}


class _TooLarge(Exception):
    """More came than may."""


class BodyLimit:
    """Answers 413 as soon as it is known, and reads no further."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            _require(size)
            return message

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            _require(_length(scope))
            await self._app(scope, counted, watched)
        except _TooLarge:
            if begun:
                raise
            refusal = JSONResponse(_SAYS, 413, headers={"Connection": "close"})
            await refusal(scope, receive, send)


def _require(size: int) -> None:
    if size > LARGEST:
        raise _TooLarge


def _length(scope: Scope) -> int:
    """What the request says of its size; 0 where it says nothing that is a number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0
