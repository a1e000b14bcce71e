"""The part of the Hub's REST API that the class service asks, on loopback.

GET  hub/api/user            whose token this is: 403 for a token that nobody has
POST hub/api/oauth2/token    a token for a code that `grant` gave out, with its verifier

https://jupyterhub.readthedocs.io/en/stable/reference/rest-api.html, opened 2026-11-23
"""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, quote

SERVICE_TOKEN = "the-token-of-the-service"  # what the service proves itself with
CLIENT = "service-class"
SCOPE = "access:services!service=class"


@dataclass
class FakeHub:
    """Users by token, and codes with what they are good for."""

    users: dict[str, dict[str, Any]] = field(default_factory=dict)
    codes: dict[str, tuple[str, str]] = field(default_factory=dict)
    asked: int = 0  # how often it was asked whose token one is

    def __post_init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def api(self) -> str:
        """The address that services are told."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/hub/api"

    @property
    def environment(self) -> dict[str, str]:
        """What the Hub sets for the service that it starts."""
        return {
            "JUPYTERHUB_API_TOKEN": SERVICE_TOKEN,
            "JUPYTERHUB_API_URL": self.api,
            "JUPYTERHUB_SERVICE_NAME": "class",
            "JUPYTERHUB_SERVICE_PREFIX": "/services/class/",
            "JUPYTERHUB_CLIENT_ID": CLIENT,
            "JUPYTERHUB_OAUTH_ACCESS_SCOPES": json.dumps([SCOPE]),
        }

    def add(
        self, name: str, *, admin: bool = False, scopes: tuple[str, ...] = (SCOPE,)
    ) -> str:
        """A user; their token."""
        token = f"token-of-{quote(name)}"
        self.users[token] = {
            "kind": "user",
            "name": name,
            "admin": admin,
            "scopes": list(scopes),
        }
        return token

    def grant(self, token: str, challenge: str) -> str:
        """The code that a browser brings back after the user has agreed."""
        code = f"code-{len(self.codes)}"
        self.codes[code] = (token, challenge)
        return code

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


def _handler(hub: FakeHub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            hub.asked += 1
            token = self.headers.get("Authorization", "").removeprefix("token ")
            user = hub.users.get(token) if self.path == "/hub/api/user" else None
            self._answer(200 if user else 403, user or {"status": 403})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked = {key: found[0] for key, found in parse_qs(body.decode()).items()}
            token, challenge = hub.codes.pop(asked.get("code", ""), ("", ""))
            digest = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
            right = base64.urlsafe_b64encode(digest).decode().rstrip("=") == challenge
            known = asked.get("client_secret") == SERVICE_TOKEN
            if token and right and known and asked.get("client_id") == CLIENT:
                self._answer(200, {"access_token": token})
            else:
                self._answer(400, {"error": "invalid_grant"})

        def _answer(self, status: int, found: object) -> None:
            body = json.dumps(found).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
