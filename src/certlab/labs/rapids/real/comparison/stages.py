"""The job as part of a pipeline: text in, nearest centres, text out."""

import time
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from certlab.labs.rapids.real.comparison.nearest import by_centre, by_product, points


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
    """Time the pipeline with both ways to assign: by name "old" and "new".

    Reading and writing are the same work for both, so each run times them once.
    """
    x, centres = points(count)
    lines = [",".join(f"{value:.4f}" for value in row) for row in x.tolist()]
    read, old, new, write = (
        median(one)
        for one in zip(*(_run(lines, centres) for _ in range(runs)), strict=True)
    )
    return {"old": Stages(read, old, write), "new": Stages(read, new, write)}


def _run(lines: list[str], centres: Any) -> tuple[float, ...]:
    """Seconds to read, to assign the old way and the new, and to write."""
    import numpy as np

    marks = [time.perf_counter()]
    rows = np.array([[float(one) for one in line.split(",")] for line in lines])
    marks.append(time.perf_counter())
    by_centre(rows, centres)
    marks.append(time.perf_counter())
    labels = by_product(rows, centres)
    marks.append(time.perf_counter())
    "\n".join(map(str, labels.tolist()))
    marks.append(time.perf_counter())
    return tuple(after - before for before, after in pairwise(marks))
