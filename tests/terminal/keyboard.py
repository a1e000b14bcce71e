"""Somebody at the keyboard of a whole-screen app, who reads what it shows."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.pilot import Pilot

TALL = (100, 70)  # most pages are seen whole


def text(app: App[Any]) -> str:
    """All that stands on the screen, a line each."""
    # Textual exports screens as SVG only; its compositor has the lines.
    return "\n".join(
        strip.text.rstrip() for strip in app.screen._compositor.render_strips()
    )


def words(app: App[Any]) -> str:
    """The same in one line, so that it does not matter where lines were broken."""
    return " ".join(re.sub("[▌│]", " ", text(app)).split())


def typed(line: str) -> list[str]:
    """The keys for a line of text."""
    names = {
        " ": "space",
        ";": "semicolon",
        "-": "minus",
        ",": "comma",
        ".": "full_stop",
    }
    return [names.get(one, one) for one in line]


class Keyboard:
    """Presses keys, waits until the app has done with them, and reads."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot
        self.app = pilot.app

    async def press(self, *keys: str) -> str:
        """Press keys; what stands on the screen then."""
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return words(self.app)


def at(
    app: App[Any], act: Callable[[Keyboard], Any], size: tuple[int, int] = TALL
) -> Any:
    """Run an app without a terminal, and somebody at it."""

    async def run() -> Any:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await act(Keyboard(pilot))

    return asyncio.run(run())
