"""Libraries that are imported when a test first uses them.

Every worker of a run collects every test, and only one runs a file. So what takes seconds
to import stands at the top of a file as `torch = Late("torch")`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

# What pytest looks for in whatever stands in a file.
ASKED = {"__bases__", "__test__", "__wrapped__", "_mock_name"}


class Late:
    """A module that is imported when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        if name in ASKED:
            raise AttributeError(name)
        return getattr(import_module(self._name), name)


def wants(name: str) -> pytest.MarkDecorator:
    """Skip tests where a library is not installed, without importing it."""
    return pytest.mark.skipif(
        find_spec(name) is None, reason=f"{name} is not installed"
    )
