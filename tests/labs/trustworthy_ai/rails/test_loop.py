"""The library leaves no event loop of its own behind."""

import asyncio
from collections.abc import Iterator

import pytest

from certlab.labs.trustworthy_ai.real.rails import Flows

HELLO = 'import core\nflow main\n  user said "hi"\n  bot say "Hello"\n'


@pytest.fixture(autouse=True)
def untouched() -> Iterator[None]:
    """A thread that has no loop yet, as most."""
    asyncio.set_event_loop(None)
    yield
    asyncio.set_event_loop(None)


def test_a_bot_makes_no_loop_where_it_is_made() -> None:
    assert Flows(HELLO).ask("hi") == "Hello"
    with pytest.raises(RuntimeError, match="no current event loop"):
        asyncio.get_event_loop()
