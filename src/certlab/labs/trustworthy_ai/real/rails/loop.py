"""An event loop in a thread of its own: that of a notebook is busy with the cell."""

import asyncio
import threading
from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The loop, started when it is first asked for."""
    found = asyncio.new_event_loop()
    threading.Thread(target=found.run_forever, name="rails", daemon=True).start()
    return found


def within(make: Callable[[], Any]) -> Any:
    """Call it where the loop runs; elsewhere the library makes a loop and never closes it."""

    async def inside() -> Any:
        return make()

    return asyncio.run_coroutine_threadsafe(inside(), loop()).result()
