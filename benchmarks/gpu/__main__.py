"""Run every GPU path, the most worth first, and write what became of each.

python -m benchmarks.gpu OUT [--seconds 460] [--backend gpu] [--only WORD]
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.gpu import machine, plan, report
from benchmarks.gpu.notebooks import NO_RAPIDS, left_out
from benchmarks.gpu.step import Found, Result, run
from certlab.course import load

SECONDS = 460.0  # for the whole: under eight minutes with the wheels


def main(words: Sequence[str] | None = None) -> int:
    """0 when all that was possible passed, else 1."""
    asked = _asked(words)
    begin = time.monotonic()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="certlab-gpu-") as home:
        _environment(Path(home), asked.backend)
        course, about = load(), machine.describe()
        report.say(f"{about['card']}, driver {about['driver'] or 'none'}")
        steps = [one for one in plan.steps(course, asked.out) if asked.only in one.name]
        results: list[Result] = []
        for result in run(steps, begin + asked.seconds):
            results.append(result)
            report.say(report.line(result))
            report.write(asked.out, about, results)  # whatever ends the machine
        results += [
            Result(f"lab {id}", Found("not possible there", NO_RAPIDS))
            for id in left_out(course)
            if asked.only in f"lab {id}"
        ]
        report.write(asked.out, about, results)
    bad = {"failed", "cut off"}
    return int(any(one.found.state in bad for one in results))


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/gpu/run", description=__doc__)
    parser.add_argument("out", type=Path, help="folder for what is found")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for the whole")
    parser.add_argument(
        "--backend", default="gpu", help='"cpu" for a trial of the script'
    )
    parser.add_argument("--only", default="", help="steps whose name has this in it")
    return parser.parse_args(words)


def _environment(home: Path, backend: str) -> None:
    """What the steps get: the path asked for, and folders that nobody else writes to."""
    os.environ["CERTLAB_BACKEND"] = backend
    os.environ["CERTLAB_WORKSPACE"] = str(home / "work")
    for name in (
        "IPYTHONDIR",
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "MPLCONFIGDIR",
    ):
        os.environ[name] = str(home / name.lower())


if __name__ == "__main__":
    sys.exit(main())
