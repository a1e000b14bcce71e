"""Readiness against simulated learners: does the interval hold, and is it worth having.

    python -m benchmarks.readiness            # the published table, about 5 minutes
    python -m benchmarks.readiness --short    # 60 learners, what CI runs

The constants of the estimate were chosen on learners of other seeds, named "tune". The
percentages that it is held against are calibrated on a third set, named "calibrate".
"""

# ruff: noqa: T201 -- what it prints is its result
import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.readiness.figures import Case, case
from benchmarks.readiness.histories import lives
from benchmarks.readiness.tables import goals, reliability, summary, transfer
from certlab.study.readiness import ASSUMED

LEARNERS = 2000
SHORT = 60
OVERLAPS = (0.1, 0.4, 0.8)


def cases(purpose: str, count: int, overlap: float | None = None) -> list[Case]:
    """What is said of so many learners, beside what came out."""
    return [case(life) for life in lives(purpose, count, overlap)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; the exit status says whether every goal was met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--short", action="store_true", help="60 learners, no goals")
    parser.add_argument("--learners", type=int, default=LEARNERS)
    parser.add_argument("--json", help="also write the figures to this file")
    given = parser.parse_args(arguments)
    count = SHORT if given.short else given.learners
    other = cases("calibrate", count // 2)
    found = cases("short" if given.short else "published", count)
    print(f"{count} learners; {ASSUMED}\n")
    print(*summary(found, other), sep="\n")
    print(*reliability(found, other), sep="\n")
    for share in OVERLAPS:
        print(*transfer(share, cases("overlap", count // 10, share)), sep="\n")
    met = goals(found, other)
    for goal in met:
        print(goal)
    if given.json:
        text = json.dumps([asdict(goal) for goal in met], indent=2)
        Path(given.json).write_text(text + "\n", "ascii")
    return 0 if given.short or all(goal.met for goal in met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
