"""The fence between learners whose servers have one origin: a browser reaches its own alone.

A signed cookie says who joined in a browser; the proxy, run by fence.mjs, looks at it.
"""

import base64
import hmac
from pathlib import Path
from typing import Any

from certlab.classroom.hub.launch import FILE, Launch

COOKIE = "certlab-joined"
DAYS = 14  # as JupyterHub's own cookie
_SCRIPT = Path(__file__).with_suffix(".mjs")


def put(c: Any, launch: Launch) -> None:
    """Have the Hub sign the cookie, whoever the authenticator is, and the proxy ask for it."""
    folder = Path(launch.folder)
    c.ConfigurableHTTPProxy.command = [
        *("node", str(_SCRIPT), str(folder / FILE)),
        launch.proxy,
    ]

    def joined(_authenticator: Any, handler: Any, known: dict[str, Any]) -> Any:
        handler.set_cookie(
            COOKIE,
            value(launch.token, known["name"]),
            expires_days=DAYS,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=handler.request.protocol == "https",
        )
        return known

    c.Authenticator.post_auth_hook = joined


def value(token: str, name: str) -> str:
    """What the cookie holds of a learner."""
    signature = hmac.digest(token.encode(), b"joined " + name.encode(), "sha256")
    parts = (name.encode(), signature)
    return ".".join(base64.urlsafe_b64encode(one).decode().rstrip("=") for one in parts)
