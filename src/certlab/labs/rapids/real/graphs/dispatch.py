"""Which backend a call to NetworkX ran in, read from what NetworkX logs.

NetworkX has no switch that shows it. It logs each step at the level DEBUG, under the name
`networkx.utils.backends`; a program of your own reads it so:

    logging.basicConfig()
    logging.getLogger("networkx.utils.backends").setLevel(logging.DEBUG)
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LOGGER = "networkx.utils.backends"
_USED = re.compile(r"^Using backend '(\w+)' for call to '(\w+)'")
_KEPT = re.compile(r"^Using cached converted graph .* in call to '(\w+)'", re.DOTALL)
_MADE = re.compile(r"^Converting input graphs .* for call to '(\w+)'", re.DOTALL)
# What is said of a backend that is skipped; the reason stands at the end.
_PASSED = (
    (
        re.compile(r"^Backend '(\w+)' does not implement '(\w+)'"),
        "does not implement it",
    ),
    (re.compile(r"^Backend '(\w+)' can't run `(\w+)`"), "cannot run it so"),
    (re.compile(r"^Backend '(\w+)' shouldn't run `(\w+)`"), "should not run it"),
    (re.compile(r"^Backend '(\w+)' raised when calling '(\w+)': (.*)", re.DOTALL), ""),
)


@dataclass(frozen=True, slots=True)
class Dispatched:
    """A call that was made, and where it ran; its text is a line of a table.

    Attributes:
        result: what the call returned.
        backend: its name; "networkx" when NetworkX did the work itself.
        graph: "as it was", "converted", or "converted before" when a kept one was taken.
        passed: each backend that was asked and did not run it, with the reason.
    """

    result: Any
    backend: str
    graph: str
    passed: tuple[str, ...] = ()

    def __str__(self) -> str:
        why = f"; {'; '.join(self.passed)}" if self.passed else ""
        return f"{self.backend}, graph {self.graph}{why}"


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def dispatched(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Dispatched:
    """Make a call and tell where it ran: `dispatched(nx.pagerank, G)`.

    Calls that NetworkX makes inside of it are not told.

    Args:
        function: one that NetworkX dispatches.
        args, kwargs: what it is called with.
    """
    logger, lines = logging.getLogger(LOGGER), _Lines()
    before, goes_on = logger.level, logger.propagate
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False  # what is read here need not be printed as well
    try:
        result = function(*args, **kwargs)
    finally:
        logger.removeHandler(lines)
        logger.setLevel(before)
        logger.propagate = goes_on
    name = getattr(function, "name", function.__name__)
    return Dispatched(result, *_told(lines.lines, name))


def _told(lines: list[str], name: str) -> tuple[str, str, tuple[str, ...]]:
    backend, graph = "networkx", "as it was"
    passed: list[str] = []
    for line in lines:
        if (made := _MADE.match(line)) and made[1] == name:
            graph = "converted"
        elif (kept := _KEPT.match(line)) and kept[1] == name:
            graph = "converted before"
        elif (used := _USED.match(line)) and used[2] == name:
            backend = used[1]
        passed += _reasons(line, name)
    # A backend that took the graph and then raised has not run the call.
    if any(one.startswith(f"{backend} ") for one in passed):
        backend, graph = "networkx", "as it was"
    return backend, graph, tuple(passed)


def _reasons(line: str, name: str) -> list[str]:
    for pattern, says in _PASSED:
        if (found := pattern.match(line)) and found[2] == name:
            if not says:
                return [f"{found[1]} raised: {found[3].strip()}"]
            reason = line.rpartition(", because: ")[2] if ", because: " in line else ""
            return [f"{found[1]} {says}" + (f": {reason}" if reason else "")]
    return []
