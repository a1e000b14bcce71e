"""The job as part of a pipeline: text in, nearest centres, text out."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from certlab.compute.comparison.nearest import by_centre, by_product, points


@dataclass(frozen=True, slots=True)
class Stages:
    """Median seconds of each stage of one pipeline."""

    read: float
    assign: float
    write: float

    @property
    def whole(self) -> float:
        """All three."""
        return self.read + self.assign + self.write

    @property
    def share(self) -> float:
        """The part of the time that finding the centres takes, from 0 to 1."""
        return self.assign / self.whole


def stages(count: int = 8000, runs: int = 5) -> dict[str, Stages]:
    """Time the pipeline with both ways to assign, in turn: by name "old" and "new"."""
    x, centres = points(count)
    lines = [",".join(f"{value:.4f}" for value in row) for row in x.tolist()]
    ways = {"old": by_centre, "new": by_product}
    taken: dict[str, list[tuple[float, ...]]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, assign in ways.items():
            taken[name].append(_run(lines, centres, assign))
    return {
        name: Stages(*(median(one) for one in zip(*rows, strict=True)))
        for name, rows in taken.items()
    }


def _run(
    lines: list[str], centres: Any, assign: Callable[[Any, Any], Any]
) -> tuple[float, ...]:
    import numpy as np

    marks = [time.perf_counter()]
    rows = np.array([[float(one) for one in line.split(",")] for line in lines])
    marks.append(time.perf_counter())
    labels = assign(rows, centres)
    marks.append(time.perf_counter())
    "\n".join(map(str, labels.tolist()))
    marks.append(time.perf_counter())
    return tuple(after - before for before, after in pairwise(marks))
