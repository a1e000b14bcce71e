"""The colours of app/static/theme/theme.css, as Textual themes."""

import os
from collections.abc import Mapping

from textual.theme import Theme

LIGHT, DARK = "certlab-light", "certlab-dark"
# Tokens of theme.css: light and dark. A test holds them to that file.
TOKENS = {
    "paper": ("#ffffff", "#15171c"),
    "ground": ("#f6f6f4", "#1c1f26"),
    "ink": ("#1c1e23", "#e4e6ea"),
    "accent": ("#4048bf", "#a9b1ff"),
    "on-accent": ("#ffffff", "#15171c"),
    "right": ("#00694a", "#5fd0a8"),
    "wrong": ("#a63c00", "#ff9d66"),
}
# What theme.css mixes: how many percent of which token are put into paper.
MIXED = {
    "ink-2": ("ink", 70),
    "line": ("ink", 15),
    "edge": ("ink", 55),
    "tint": ("accent", 8),
}


def themes() -> tuple[Theme, Theme]:
    """The light one and the dark one."""
    return _theme(LIGHT, 0), _theme(DARK, 1)


def wanted(env: Mapping[str, str] = os.environ) -> str:
    """The theme for a terminal: some tell their colours, "15;0" is light on dark."""
    back = env.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if back in ("7", "15") else DARK


def _theme(name: str, place: int) -> Theme:
    tokens = {token: colours[place] for token, colours in TOKENS.items()}
    mixed = {
        token: _mix(tokens[one], tokens["paper"], percent)
        for token, (one, percent) in MIXED.items()
    }
    return Theme(
        name=name,
        primary=tokens["accent"],
        accent=tokens["accent"],
        foreground=tokens["ink"],
        background=tokens["paper"],
        surface=tokens["paper"],
        panel=tokens["ground"],
        success=tokens["right"],
        warning=tokens["wrong"],
        error=tokens["wrong"],
        dark=bool(place),
        variables={f"cl-{token}": colour for token, colour in (tokens | mixed).items()},
    )


def _mix(colour: str, into: str, percent: int) -> str:
    """What color-mix(in srgb) gives."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(into[1:]), strict=True)
    return "#" + "".join(
        f"{round((one * percent + other * (100 - percent)) / 100):02x}"
        for one, other in pairs
    )
