"""The class's service as a learner's server sees it: one address, one token, JSON."""

from dataclasses import dataclass
from typing import Any

import httpx

SECONDS = 20.0  # that the service has for an answer; it has seconds of work at most


class AwayError(Exception):
    """The service does not answer, or says that it cannot now."""


@dataclass(frozen=True)
class Answered:
    """What the service said: an HTTP status, and JSON or None."""

    status: int
    data: Any

    @property
    def fine(self) -> bool:
        """Whether it did what it was asked."""
        return self.status < httpx.codes.BAD_REQUEST


class Service:
    """A client; it reads no proxy from the environment, for the service is on this machine."""

    def __init__(self, address: str, token: str) -> None:
        self.client = httpx.AsyncClient(
            base_url=address.rstrip("/") + "/api/",
            headers={"Authorization": f"token {token}"},
            timeout=SECONDS,
            # Each tab holds one stream; httpx would wait for a free place otherwise.
            limits=httpx.Limits(max_connections=None),
            trust_env=False,
        )

    async def ask(self, method: str, path: str, sent: Any = None) -> Answered:
        """Ask it something.

        Raises:
            AwayError: there is no answer, or one of 429 or 5xx.
        """
        try:
            answer = await self.client.request(method, path, json=sent)
        except httpx.HTTPError as error:
            raise AwayError(str(error)) from error
        if (
            answer.status_code == httpx.codes.TOO_MANY_REQUESTS
            or answer.is_server_error
        ):
            raise AwayError(f"it answers {answer.status_code}")
        try:
            data = answer.json()
        except ValueError:
            data = None
        return Answered(answer.status_code, data)

    async def close(self) -> None:
        """Let its connections go."""
        await self.client.aclose()
