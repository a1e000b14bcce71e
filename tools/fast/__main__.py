"""Run what a change can reach, and say what was not run.

make fast                              everything below
make fast ARGS="--list"                say what would be run, and run nothing
make fast ARGS="--since v1 --budget 600"
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from xml.etree import ElementTree as ET

from tools.fast.changes import Change, NoHistory, changed
from tools.fast.choice import BUDGET, TYPED, Choice, Seconds, choose
from tools.fast.graph import edges, read

ROOT = Path(__file__).parents[2]
Steps = dict[str, list[str]]


def main(words: list[str]) -> int:
    """Choose, run and sum up; the exit status is 0 when all that was run passed."""
    asked = _asked(words)
    try:
        change = changed(ROOT, asked.since)
    except NoHistory as problem:
        print(f"certlab: {problem}.", file=sys.stderr)
        return 2
    print(f"{len(change.files)} files differ from {change.against}.")
    files = read(ROOT)
    seconds = Seconds.read()
    choice = choose(change.files, files, edges(files), seconds, asked.budget)
    steps = _steps(change, choice)
    if asked.list:
        print(*(f"to run: {one}" for one in (*steps, *choice.tests)), sep="\n")
        _say_left(choice, seconds)
        return 0
    print(
        f"{len(choice.tests)} files of tests and {', '.join(steps) or 'nothing else'}:"
        f" about {choice.seconds:.0f} s of a processor.",
        flush=True,
    )
    began = time.monotonic()
    failed, ran = _run(steps, choice.tests)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\n{ran}.")
    print(
        f"{time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} of them"
        f" of a processor; {choice.seconds:.0f} were expected."
    )
    print(*(f"FAILED: {one}" for one in failed), sep="\n")
    _say_left(choice, seconds)
    return 1 if failed else 0


def _asked(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fast", description=__doc__)
    parser.add_argument("--since", default="", help="compare with this commit")
    parser.add_argument("--list", action="store_true", help="run nothing")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="SECONDS")
    return parser.parse_args(words)


def _steps(change: Change, choice: Choice) -> Steps:
    """What is run besides pytest: its name, and the command."""
    there = [one for one in change.files if (ROOT / one).is_file()]
    python = [one for one in there if one.endswith((".py", ".ipynb"))]
    browser = [one for one in there if one.endswith((".js", ".ts", ".css"))]
    steps: Steps = {}
    if python:
        steps["ruff"] = ["ruff", "check", "--force-exclude", *python]
        steps["ruff format"] = ["ruff", "format", "--check", "--force-exclude", *python]
    if browser:
        steps["biome and tsc"] = ["tools.browser_code"]
        steps["style sheets"] = ["tools.style_sheets"]
    if choice.check:
        steps["certlab check"] = ["certlab", "check"]
    if choice.pages:
        steps["pages"] = ["tools.fast.pages", *choice.pages]
    if choice.typed:
        steps["mypy"] = ["mypy", *filter(TYPED.fullmatch, there)]
    return steps


def _run(steps: Steps, tests: list[str]) -> tuple[list[str], str]:
    """Run tests, and the other steps one after the other beside them; what failed."""
    with tempfile.TemporaryDirectory(prefix="certlab-fast-") as name:
        report, failed = Path(name) / "tests.xml", []
        pytest = ["--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder", "-q"]
        testing = subprocess.Popen(
            [sys.executable, "-m", "pytest", *pytest, f"--junitxml={report}", *tests],
            cwd=ROOT,
        )
        said = {}
        for step, words in steps.items():
            done = subprocess.run(
                [sys.executable, "-m", *words],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                failed.append(step)
                said[step] = done.stdout + done.stderr
        status = testing.wait()
        for step, text in said.items():
            print(f"\n--- {step}\n{text.strip()}")
        names, ran = _of_report(report)
        if status and not names:
            names = [f"pytest ended with {status}"]
        return failed + names, ran


def _of_report(report: Path) -> tuple[list[str], str]:
    """The names of failed tests, and how many there were of each kind."""
    if not report.is_file():
        return [], "no tests were run"
    cases = [*ET.parse(report).iter("testcase")]
    bad = [
        one
        for one in cases
        if any(one.find(kind) is not None for kind in ("failure", "error"))
    ]
    skipped = sum(one.find("skipped") is not None for one in cases)
    passed = len(cases) - len(bad) - skipped
    ran = f"{len(cases)} tests: {passed} passed, {len(bad)} failed, {skipped} skipped"
    return [f"{one.get('classname')}::{one.get('name')}" for one in bad], ran


def _say_left(choice: Choice, seconds: Seconds) -> None:
    """What was not run, by name."""
    folders: dict[str, list[str]] = {}
    for one in choice.left:
        folders.setdefault(one.rpartition("/")[0], []).append(one)
    for folder, tests in sorted(folders.items()):
        names = " ".join(one.rpartition("/")[2] for one in sorted(tests))
        print(f"not run ({sum(map(seconds.of, tests)):.0f} s): {folder}: {names}")
    for one in choice.whole:
        print(f"the whole run is needed, make test: {one} is changed")


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
