"""What a line costs at the machine that one can break, and what a day of its time does."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from benchmarks.speed.rows import Row
from certlab.compute.interval import Interval, of_median
from certlab.labs.operations.node import play, session
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.scenarios import probes, scenarios

T = TypeVar("T")
A_LINE, A_DAY = 50, 1_000  # ms: the goals
_SHOWN = 10  # the slowest lines


def measure(times: int = 7) -> Iterator[Row]:
    """The slowest lines of all games, then the end of each and a day of its world.

    Args:
        times: that each is measured.
    """
    lines: dict[str, Interval] = {}
    ends: list[Row] = []
    for one in scenarios().values():
        game = session.new(one)
        start = game.world
        for line in (*_looks(), *game.scenario.solution, "submit"):
            took, game = _timed(partial(play.play, game, line), times)
            if line == "submit":
                note = f"{len(game.turns)} lines, of which each is run in each rival."
                ends.append(Row(f"{one.id}: submit", "", took, "ms", note=note))
            elif line not in lines or took.value > lines[line].value:
                lines[line] = took
        day, _ = _timed(partial(advance, start, 86_400), times)
        ends.append(Row(f"{one.id}: a day", "", day, "ms", A_DAY))
    slowest = sorted(lines, key=lambda line: -lines[line].value)
    for line in slowest[:_SHOWN]:
        yield Row(line, f"the slowest of {len(lines)} lines", lines[line], "ms", A_LINE)
    yield from ends


def _looks() -> list[str]:
    """Lines that only look; the longest output that there is among them."""
    return [
        "ssh node-a nvidia-smi -q",
        *(line.format(node="node-a") for line in probes()),
    ]


def _timed(call: Callable[[], T], times: int) -> tuple[Interval, T]:
    """Milliseconds of a call, and what it gave."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        found = call()
        took.append(1e3 * (time.perf_counter() - began))
    return of_median(took), found
