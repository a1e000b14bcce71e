"""What was found, as files: rows for programs, a table for people, and all that was printed."""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.gpu.step import Result
from certlab import whole_file

_MOST = 200_000  # characters of what one step printed, its end


def say(line: str) -> None:
    """Tell whoever waits."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def line(result: Result) -> str:
    """A result on one line."""
    found = result.found
    return f"{found.state:>18}  {result.seconds:6.1f} s  {result.step}: {found.says}"


def write(out: Path, about: Mapping[str, Any], results: Sequence[Result]) -> None:
    """Three files, beside the three of `certlab bench`; each is whole at any time."""
    card = {name: about[name] for name in ("card", "driver", "day")}
    rows = [
        {**card, "versions": about["versions"], "step": one.step, **row}
        for one in results
        for row in one.found.rows
    ]
    steps = [
        {
            "step": one.step,
            "state": one.found.state,
            "seconds": round(one.seconds, 1),
            "says": one.found.says,
        }
        for one in results
    ]
    found = {"machine": about, "steps": steps, "rows": rows}
    whole_file.write(out / "gpu.json", json.dumps(found, indent=1) + "\n")
    whole_file.write(out / "gpu.md", _table(about, results))
    parts = [f"== {one.step}\n{one.printed[-_MOST:]}\n" for one in results]
    whole_file.write(out / "gpu.log", "".join(parts))


def _table(about: Mapping[str, Any], results: Sequence[Result]) -> str:
    counts = Counter(one.found.state for one in results)
    said = ", ".join(f"{count} {state}" for state, count in counts.items())
    rows = [
        f"| {one.step} | {one.found.state} | {one.seconds:.0f} s | {_cell(one.found.says)} |"
        for one in results
    ]
    head = [
        f"# Every GPU path, on {about['card']}",
        "",
        f"Driver {about['driver'] or 'none'}, {about['day']}: {said}.",
        "",
        "| step | became of it | took | what it says |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
