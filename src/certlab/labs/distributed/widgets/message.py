"""What a browser asks a simulator for."""

from collections.abc import Mapping
from typing import Any


def merged(message: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that a browser asks for; what it leaves out, or says wrongly, stays."""
    settings = dict(now)
    for name, value in now.items():
        given = message.get(name, value)
        if isinstance(value, float) and type(given) in (int, float):
            settings[name] = float(given)
        elif type(given) is type(value):
            settings[name] = given
    return settings
