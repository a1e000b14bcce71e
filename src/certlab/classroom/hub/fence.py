"""The fence between learners whose servers have one origin: a browser reaches its own alone.

A signed cookie says who joined in a browser; the proxy, run by fence.mjs, looks at it.
"""

import base64
import hmac
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyterhub.utils import maybe_future

from certlab.classroom.hub.launch import FILE, Launch

COOKIE = "certlab-joined"
DAYS = 14  # as JupyterHub's own cookie
_SCRIPT = Path(__file__).with_suffix(".mjs")
_HOOK = "post_auth_hook"
Hook = Callable[[Any, Any, dict[str, Any]], Any]


def put(c: Any, launch: Launch) -> None:
    """Have the proxy ask for the cookie."""
    folder = Path(launch.folder)
    c.ConfigurableHTTPProxy.command = [
        *("node", str(_SCRIPT), str(folder / FILE)),
        launch.proxy,
    ]


def sign(c: Any, launch: Launch) -> None:
    """Have the Hub sign it, whoever the authenticator is, after what the settings do then."""
    named = {
        name for name, said in c.items() if isinstance(said, dict) and _HOOK in said
    }
    for name in named | {"Authenticator"}:
        c[name][_HOOK] = _signed(c[name].get(_HOOK), launch.token)


def _signed(theirs: Hook | None, token: str) -> Hook:
    async def joined(authenticator: Any, handler: Any, known: dict[str, Any]) -> Any:
        if theirs:
            known = await maybe_future(theirs(authenticator, handler, known))
        if not known:  # they let nobody in
            return known
        own = {
            "expires_days": DAYS,
            "httponly": True,
            "samesite": "Lax",
            "secure": handler.request.protocol == "https",
        }
        # What the settings say of the Hub's own cookies, which stand in a frame of Moodle, too.
        said = handler.settings.get("cookie_options", {})
        own |= {key.lower(): one for key, one in said.items()} | {"path": "/"}
        handler.set_cookie(COOKIE, value(token, known["name"]), **own)
        return known

    return joined


def value(token: str, name: str) -> str:
    """What the cookie holds of a learner."""
    signature = hmac.digest(token.encode(), b"joined " + name.encode(), "sha256")
    parts = (name.encode(), signature)
    return ".".join(base64.urlsafe_b64encode(one).decode().rstrip("=") for one in parts)
