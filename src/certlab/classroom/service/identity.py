"""Who asks: the Hub says, of a token in a header or of a session behind a cookie."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from jupyterhub.services.auth import HubOAuth
from starlette.requests import Request
from tornado.web import HTTPError

from certlab.classroom.service.refused import Refused

FRESH = 60  # seconds for which the Hub's word on a token counts
SESSION = 8 * 3600  # seconds; then the browser goes round by the Hub again, unseen
LOGIN = 600  # seconds that a login may take
MOST = 10_000  # sessions and logins held at once
READS = ("GET", "HEAD")
_HEADER = re.compile(r"(?:token|bearer)\s+(\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Person:
    """A user of the Hub; its admins are the instructors."""

    account: str
    instructor: bool


class Expiring:
    """Values by a secret that ends; in memory, so that a restart ends them all."""

    def __init__(self, seconds: float, clock: Callable[[], float]) -> None:
        self._seconds, self._clock = seconds, clock
        self._held: dict[str, tuple[float, Any]] = {}

    def put(self, value: Any) -> str:
        """Hold a value; its secret."""
        now = self._clock()
        self._held = {k: v for k, v in self._held.items() if v[0] > now}
        while len(self._held) >= MOST:
            del self._held[next(iter(self._held))]
        secret = secrets.token_urlsafe(32)
        self._held[secret] = (now + self._seconds, value)
        return secret

    def get(self, secret: str) -> Any:
        """The value, None when there is none or its time is up."""
        until, value = self._held.get(secret, (0.0, None))
        return value if until > self._clock() else None

    def take(self, secret: str) -> Any:
        """The same, once."""
        value = self.get(secret)
        self._held.pop(secret, None)
        return value


class Identity:
    """The service's half of the Hub's OAuth."""

    def __init__(
        self, hub: HubOAuth, clock: Callable[[], float] = time.monotonic
    ) -> None:
        hub.cache_max_age = FRESH
        self.hub = hub
        self.sessions = Expiring(SESSION, clock)
        self.logins = Expiring(LOGIN, clock)

    @property
    def cookie(self) -> str:
        """The name of the session's cookie."""
        return f"{self.hub.oauth_client_id or 'class'}-session"

    async def of_request(self, request: Request) -> Person:
        """Who asks.

        Raises:
            Refused: nobody whom the Hub knows, or a page elsewhere wrote with a cookie.
        """
        found = _HEADER.fullmatch(request.headers.get("authorization", ""))
        if found:
            return await self.of_token(found[1])
        token = self.sessions.get(request.cookies.get(self.cookie, ""))
        if token is None:
            raise Refused(401, "Nobody is logged in here; open the class from the Hub.")
        if request.method not in READS:
            _require_own_origin(request)
        return await self.of_token(token)

    async def of_token(self, token: str) -> Person:
        """Whose token this is."""
        try:
            user = await self.hub.user_for_token(token, sync=False)
        except HTTPError as error:
            raise Refused(
                503, "The Hub does not answer; try again in a moment."
            ) from error
        if not user or user.get("kind", "user") != "user":
            raise Refused(401, "The Hub does not know this token; log in again.")
        wanted = self.hub.access_scopes
        if wanted and not self.hub.check_scopes(wanted, user):
            raise Refused(403, "This token may not be used for the class service.")
        return Person(user["name"], bool(user.get("admin")))

    def login(self, back: str) -> tuple[str, str]:
        """Where the Hub asks who it is, and the state that must come back with it."""
        verifier, challenge, method = self.hub.generate_pkce_code_challenge()
        state = self.logins.put((verifier, back))
        asked = {
            "client_id": self.hub.oauth_client_id,
            "redirect_uri": self.hub.oauth_redirect_uri,
            "response_type": "code",
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": method,
        }
        return f"{self.hub.oauth_authorization_url}?{urlencode(asked)}", state

    async def logged_in(self, request: Request) -> tuple[str, str]:
        """After the Hub's answer: the session's secret, and where the browser wanted to go.

        Raises:
            Refused: the state is not the one of this browser, or is too old.
        """
        state = request.query_params.get("state", "")
        code = request.query_params.get("code", "")
        own = request.cookies.get(f"{self.cookie}-state", "")
        if not state or not secrets.compare_digest(state.encode(), own.encode()):
            raise Refused(403, "This login was not begun in this browser; begin again.")
        begun = self.logins.take(state)
        if begun is None or not code:
            raise Refused(
                403, "This login has taken too long or was refused; begin again."
            )
        verifier, back = begun
        try:
            token = await self.hub.token_for_code(
                code, code_verifier=verifier, sync=False
            )
        except HTTPError as error:
            raise Refused(
                403, "The Hub does not accept this login; begin again."
            ) from error
        await self.of_token(token)
        return self.sessions.put(token), back


def _require_own_origin(request: Request) -> None:
    """Refuse a write that a page of another origin has sent with the learner's cookie."""
    origin = request.headers.get("origin")
    if origin is None or urlsplit(origin).netloc != request.headers.get("host"):
        raise Refused(403, "This was sent by another page; use the class's own.")
