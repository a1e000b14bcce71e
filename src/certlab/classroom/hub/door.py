"""The Hub's pages in the course's design, in place of JupyterHub's own for learners.

JupyterHub looks for a template in `pages` first, then in its own; what only an instructor
opens (the admin page, tokens) stays as it is there.
"""

import base64
from importlib.resources import files
from pathlib import Path
from typing import Any

from certlab.classroom.hub.door_words import door_words
from certlab.classroom.hub.launch import Launch
from certlab.words import text

PAGES = Path(__file__).parent / "pages"
_TOKENS = ("app", "static", "theme", "theme.css")
_ICON = ("app", "pages", "sphinx", "static", "icon.svg")


def put(c: Any, launch: Launch) -> None:
    """Have the Hub draw them."""
    c.JupyterHub.template_paths = [str(PAGES)]
    c.JupyterHub.template_vars = variables(launch.name, launch.address)


def variables(name: str, address: str) -> dict[str, Any]:
    """What the templates are given.

    Args:
        name: what the class is called.
        address: where one signs in.
    """
    icon = base64.b64encode(_read(_ICON).encode()).decode()
    return {
        "say": door_words(text(), name),
        "class_name": name,
        "class_address": address,
        "door_css": _read(_TOKENS) + (PAGES / "door.css").read_text("utf-8"),
        "door_icon": f"data:image/svg+xml;base64,{icon}",
        "way_back": way_back,
    }


def way_back(user: Any) -> dict[str, str] | None:
    """The words of whoever reads a page; None for who signs in otherwise."""
    seats = getattr(user and user.authenticator, "seats", None)
    seat = seats.of(user.name) if seats else None
    return {"nickname": user.name, "words": seat.words} if seat else None


def _read(path: tuple[str, ...]) -> str:
    return files("certlab").joinpath(*path).read_text("utf-8")
