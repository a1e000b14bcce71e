"""Readiness against simulated learners: does the interval hold, and is it worth having.

    python -m benchmarks readiness                         # the published table, 5 minutes
    python -m benchmarks readiness --short --learners 60   # a sample, as the tests take it

The constants of the estimate were chosen on learners of other seeds, named "tune". The
percentages that it is held against are calibrated on a third set, named "calibrate".
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from benchmarks.readiness.figures import Case, case
from benchmarks.readiness.histories import lives
from benchmarks.readiness.tables import goals, reliability, summary, transfer
from certlab.readiness import ASSUMED

OVERLAPS = (0.1, 0.4, 0.8)


def cases(purpose: str, count: int, overlap: float | None = None) -> list[Case]:
    """What is said of so many learners, beside what came out."""
    return [case(life) for life in lives(purpose, count, overlap)]


def publish(
    learners: int, say: Callable[[str], object], *, short: bool, to: Path | None
) -> int:
    """Say the tables, and write the goals to a file.

    Returns:
        0 where every goal was met, and for learners that are not the published ones; else 1.
    """
    other = cases("calibrate", learners // 2)
    found = cases("short" if short else "published", learners)
    say(f"{learners} learners; {ASSUMED}\n")
    for line in (*summary(found, other), *reliability(found, other)):
        say(line)
    for share in OVERLAPS:
        for line in transfer(share, cases("overlap", learners // 10, share)):
            say(line)
    met = goals(found, other)
    for goal in met:
        say(str(goal))
    if to is not None:
        text = json.dumps([asdict(goal) for goal in met], indent=2)
        to.write_text(text + "\n", "ascii")
    return 0 if short or all(goal.met for goal in met) else 1
