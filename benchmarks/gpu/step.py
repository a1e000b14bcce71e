"""A step of the run: a program of its own, with a time limit, and what became of it."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

State = Literal["passed", "failed", "not possible there", "cut off"]
AT_ONCE = 4  # steps that do not measure, side by side


@dataclass(frozen=True)
class Found:
    """What a program's end means.

    Attributes:
        says: a clause for people: what failed, or what was found.
        rows: what it measured, each a mapping for the file of rows.
    """

    state: State
    says: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Ended:
    """A program that has ended: its status, and all that it printed."""

    status: int
    printed: str


@dataclass(frozen=True)
class Step:
    """One thing to find out.

    Attributes:
        name: of the step, unique.
        words: the program and its arguments.
        seconds: it is ended after so many.
        alone: whether nothing else may run meanwhile, as where a clock is read.
        judge: what its end means.
    """

    name: str
    words: Sequence[str]
    seconds: float
    judge: Callable[[Ended], Found]
    alone: bool = True


@dataclass(frozen=True)
class Result:
    """A step and what became of it; `printed` is the end of what it printed."""

    step: str
    found: Found
    seconds: float = 0.0
    printed: str = field(default="", repr=False)


def run(steps: Iterable[Step], until: float) -> Iterator[Result]:
    """Run steps in their order; those in a row that are not alone run side by side.

    Args:
        steps: the most worth first, so that what the clock cuts off is the least.
        until: the moment of `time.monotonic` at which all has ended.
    """
    for alone, group in groupby(steps, key=lambda one: one.alone):
        with ThreadPoolExecutor(1 if alone else AT_ONCE) as pool:
            yield from pool.map(lambda step: _run(step, until), group)


def _run(step: Step, until: float) -> Result:
    begin = time.monotonic()
    limit = min(step.seconds, until - begin)
    if limit <= 0:
        return Result(step.name, Found("cut off", "there was no time left for it"))
    try:
        ended = _ended(step.words, limit)
    except FileNotFoundError:
        found = Found("not possible there", f"{step.words[0]} is not installed")
        return Result(step.name, found, time.monotonic() - begin)
    took = time.monotonic() - begin
    if ended is None:
        late = limit < step.seconds
        says = f"it had not ended after {took:.0f} s"
        return Result(step.name, Found("cut off" if late else "failed", says), took)
    try:
        found = step.judge(ended)
    except Exception as error:  # noqa: BLE001 -- whatever a step prints, the next one is run
        found = Found("failed", f"what it printed cannot be read ({error!r})")
    return Result(step.name, found, took, ended.printed)


def _ended(words: Sequence[str], seconds: float) -> Ended | None:
    """None where it had to be ended, with all that it had started."""
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None
        printed.seek(0)
        return Ended(status, printed.read().decode("utf-8", "replace"))


def last_line(ended: Ended) -> str:
    """The last line that says something."""
    lines = [one.strip() for one in ended.printed.splitlines() if one.strip()]
    return lines[-1][:300] if lines else "it printed nothing"


def by_status(ended: Ended) -> Found:
    """Passed when the program's status is 0."""
    if ended.status == 0:
        return Found("passed", last_line(ended))
    return Found("failed", f"status {ended.status}: {last_line(ended)}")
