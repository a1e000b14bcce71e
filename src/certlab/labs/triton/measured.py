"""The recorded table of `python -m benchmarks batching`, and the costs that the simulator takes."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.labs.triton.batching import Cost, closed_loop

# `fixed` is an execution of one row without load; the others were fitted to the table, `each`
# above the 0.046 ms that a row takes inside, because answering takes the instance's time too.
MEASURED_COST = Cost(fixed=0.95, each=0.09, way=0.1, client=0.03, late=0.45)
_FILE = Path(__file__).with_name("measured.json")


@dataclass(frozen=True)
class Cell:
    """One load that was measured.

    Attributes:
        delay: milliseconds; None without dynamic batching.
        clients: that asked at a time.
        rate: answers a second.
        p50: milliseconds, the median latency.
        p95: the same, which 95 % keep below.
        batch: rows in an execution, on average.
    """

    delay: float | None
    clients: int
    rate: float
    p50: float
    p95: float
    batch: float


def table() -> dict[str, Any]:
    """The whole file: machine, day, lone executions, cells."""
    found: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return found


def measured() -> list[Cell]:
    """Its cells."""
    return [Cell(**one) for one in table()["cells"]]


def errors(cost: Cost = MEASURED_COST) -> list[tuple[float, Cell]]:
    """How far the simulator's rate is off each cell, as a share of the measured one."""
    return [
        (abs(closed_loop(cost, one.clients, one.delay).rate / one.rate - 1), one)
        for one in measured()
    ]
