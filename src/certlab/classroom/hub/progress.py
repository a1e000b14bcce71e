"""How far a server's start is, for the page on which its learner waits.

Two things can be seen from outside: whether the workspace is filled, and that the server
answers, which the Hub itself tells. Between them the bar follows the time that a start takes.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from certlab.course.workspace import at_home

FOLDER, SERVER, NEARLY = 10, 30, 88  # percent; pages/spawn_pending.html has steps there
_LOOK = 0.5  # seconds between two looks
_USUAL = 8.0  # seconds from a filled workspace to a server that answers


def is_filled(home: Path) -> bool:
    """Whether the course is in the workspace, and JupyterLab about to be started."""
    return (at_home(home) / ".certlab" / "layouts").is_dir()


async def of_a_start(filled: Callable[[], bool]) -> AsyncIterator[dict[str, Any]]:
    """Events as JupyterHub sends them to the page, until the Hub has heard the server."""
    yield {"progress": FOLDER, "message": "The workspace is filled."}
    while not filled():
        await asyncio.sleep(_LOOK)
    for look in range(int(10 * _USUAL / _LOOK)):
        part = 1 - math.exp(-look * _LOOK / _USUAL)
        percent = SERVER + round((NEARLY - SERVER) * part)
        yield {"progress": percent, "message": "JupyterLab starts."}
        await asyncio.sleep(_LOOK)
