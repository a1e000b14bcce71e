"""The steps in the order of their worth: what the clock cuts off is the least."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.gpu import notebooks
from benchmarks.gpu.step import Ended, Found, Step, by_status
from certlab.course import Course

_REFUSED = ("Device not supported", "device is not supported", "Unable to find")


def steps(course: Course, out: Path) -> Iterator[Step]:
    """All of them.

    Args:
        course: whose labs are run.
        out: where the contests' own report goes, three files.
    """
    python = (sys.executable, "-m")
    yield Step("doctor", (*python, "certlab", "doctor"), 30, by_status)
    labs = list(notebooks.steps(course))
    yield from labs[:2]
    yield Step("against", (*python, "benchmarks.gpu.against"), 60, _rows)
    words = (*python, "certlab", "bench", "--json", "--seconds", "0.3")
    report = ("--report", str(out), "--replace")
    yield Step("contests", (*words, *report), 150, _contests)
    yield from (one for one in labs[2:] if one.alone)
    yield from (one for one in labs[2:] if not one.alone)
    checked = ("compute-sanitizer", "--tool", "memcheck", "--error-exitcode", "9")
    kernels = (*python, "benchmarks.gpu.kernels")
    yield Step("kernels", kernels, 60, by_status)
    yield Step("compute-sanitizer", (*checked, *kernels), 90, _sanitized)


def _rows(ended: Ended) -> Found:
    """Rows of `benchmarks.speed.rows`; one that misses its goal is said, and has passed."""
    if ended.status:
        return by_status(ended)
    rows = json.loads(ended.printed.splitlines()[-1])
    run = [one for one in rows if one["found"]]
    if not run:
        return Found("not possible there", rows[0]["note"] if rows else "no rows")
    late = [one["what"] for one in run if one["met"] == "no"]
    says = f"{len(run)} of {len(rows)} measured"
    says += f"; the goal is missed by {', '.join(late)}" if late else ""
    return Found("passed", says, tuple(map(_flat, run)))


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    found = row["found"]
    spread = {"value": found["value"], "low": found["low"], "high": found["high"]}
    about = {name: row[name] for name in ("what", "against", "unit", "goal", "met")}
    return about | spread


def _contests(ended: Ended) -> Found:
    """What `certlab bench --json` found; its own report has the claims and the limits."""
    begin = ended.printed.find("{")
    claims = json.JSONDecoder().raw_decode(ended.printed[max(begin, 0) :])[0]["claims"]
    run = [one for one in claims if one["here"]["ratio"]]
    rows = tuple(
        {
            "what": one["id"],
            **one["here"]["ratio"],
            "unit": "x",
            "claimed": one["claimed"],
        }
        for one in run
    )
    broken = [one["id"] for one in claims if one["here"]["state"] == "failed"]
    says = f"{len(run)} of {len(claims)} claims measured"
    says += f"; failed: {', '.join(broken)}" if broken else ""
    return Found("failed" if ended.status else "passed", says, rows)


def _sanitized(ended: Ended) -> Found:
    if any(one in ended.printed for one in _REFUSED):
        return Found("not possible there", "compute-sanitizer refuses this machine")
    return by_status(ended)
