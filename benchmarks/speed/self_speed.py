"""Our own speed, each time against the least that the same work could cost.

Every figure is a ratio (or a difference) of two things measured in turn on this machine,
so that it can be compared with the same figure from another one.
"""

import gc
import subprocess
import sys
import time
import timeit
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from benchmarks.speed.bank_text import bank_text
from benchmarks.speed.command_speed import answer_rows, command_rows
from benchmarks.speed.etl_speed import etl_rows
from benchmarks.speed.matmul_ratio import matmul_rows
from benchmarks.speed.plain_layouts import plain_search
from benchmarks.speed.planner_speed import planner_rows
from benchmarks.speed.predicted_speed import predicted_rows
from benchmarks.speed.rows import Row
from benchmarks.speed.simulator_speed import simulator_rows
from certlab import compute
from certlab.compute.interval import Interval, of_median
from certlab.compute.timing import FEWEST, difference, host_only, interleave, ratio
from certlab.course import load
from certlab.course.banks import read_bank
from certlab.errors import CourseError
from certlab.labs import mig

Say = Callable[[str], object]

_PLAIN = "json, tomllib, dataclasses"  # what a reader of our files cannot do without


def measure(
    *,
    rounds: int = 15,
    seconds: float = 1.0,
    items: int = 10_000,
    answers: Sequence[int] = (0, 500, 5_000),
    planned: Sequence[int] = (500, 50_000),
    say: Say | None = None,
) -> Iterator[Row]:
    """Measure all of it, a row after another; some four minutes with these settings.

    Args:
        rounds: new processes for each import, and estimates of each clock.
        seconds: how long to measure a call.
        items: length of the bank that is read.
        answers: how many a learner has given before a command.
        planned: how many before an answer after which the app plans.
        say: told what begins, a line each; standard error when None.
    """
    fewer = max(rounds // 5, 1)
    parts: list[tuple[str, Callable[[], Iterator[Row]]]] = [
        ("imports, in new processes", lambda: _imports(rounds)),
        (f"reading a bank of {items:,} items", lambda: _bank(items)),
        ("what dispatch adds to a call", lambda: _dispatch(seconds)),
        ("our clock against timeit", lambda: _clock(rounds, seconds)),
        ("all maximal MIG layouts", lambda: _layouts(seconds)),
        ("a ring and a pipeline of a cluster", simulator_rows),
        ("times of collectives that are foretold", predicted_rows),
        (f"a plan of {items:,} items", lambda: planner_rows(items, seconds)),
        ("the lab's ETL against plain pandas", lambda: etl_rows(seconds)),
        ("matrix products against torch's", lambda: matmul_rows(seconds / 5)),
        ("our clock against CuPy's", lambda: device_clock_rows(seconds)),
        ("commands, in new processes", lambda: command_rows(answers, fewer)),
        ("plans after an answer", lambda: answer_rows(planned, fewer)),
    ]
    for number, (title, part) in enumerate(parts, 1):
        (say or _say)(f"{number} of {len(parts)}: {title} ...")
        yield from part()


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _imports(rounds: int) -> Iterator[Row]:
    for names in ("certlab.course, certlab.study", "certlab.study.session"):
        ours, plain = partial(_import_seconds, names), partial(_import_seconds, _PLAIN)
        found = _paired(ours, plain, rounds)
        yield Row(f"import {names}", f"import {_PLAIN}", found, goal=3.0)


def _import_seconds(names: str) -> float:
    """Seconds the import takes in a process that has imported nothing else."""
    code = f"import time; t = time.perf_counter(); import {names}; print(time.perf_counter() - t)"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False
    )
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CourseError(f"A new process could not import {names}: {last}")
    return float(run.stdout)


def _paired(a: Callable[[], float], b: Callable[[], float], rounds: int) -> Interval:
    """The ratio of two estimates, taken in turn and in alternating order."""
    a(), b()  # the first ones fill the caches of the disk and the processor
    ratios = []
    for n in range(rounds):
        first, second = (a, b) if n % 2 else (b, a)
        x, y = first(), second()
        ratios.append(x / y if n % 2 else y / x)
    return of_median(ratios)


def _bank(items: int) -> Iterator[Row]:
    text = bank_text(items)
    timings = interleave(
        {
            "ours": lambda: _collecting(partial(read_bank, text, "speed.toml", [])),
            "plain": lambda: _collecting(partial(tomllib.loads, text)),
        },
        warmup=1,
        seconds=0,
        synchronise=host_only,
    )
    found = ratio(timings["ours"], timings["plain"])
    size = f"{len(text.encode()) / 1e6:.1f} MB"
    yield Row(
        f"reading a bank of {items:,} items", f"tomllib on its {size}", found, goal=2.5
    )


def _collecting(call: Callable[[], object]) -> None:
    """Call it with the garbage collector on, as it is for everybody who reads a bank."""
    before = gc.isenabled()
    gc.enable()
    try:
        call()
    finally:
        if not before:
            gc.disable()


def _dispatch(seconds: float) -> Iterator[Row]:
    import numpy as np

    xp, one = compute.arrays("cpu"), np.ones(1)
    plain = partial(np.add, one, one)

    def added(call: Callable[[], object]) -> Interval:
        """Nanoseconds that the call takes longer than NumPy's own."""
        both: dict[str, Callable[[], object]] = {"ours": call, "plain": plain}
        timings = interleave(both, seconds=seconds, synchronise=host_only)
        found = difference(timings["ours"], timings["plain"])
        return Interval(found.value * 1e9, found.low * 1e9, found.high * 1e9)

    note = (
        "xp is numpy itself, so this is what two measurements of one thing differ by."
    )
    yield Row(
        "xp.add of one number, xp = compute.arrays()",
        "numpy.add",
        added(partial(xp.add, one, one)),
        "ns more",
        note=note if xp is np else "",
    )
    yield Row(
        "compute.arrays().add, asked anew each time",
        "numpy.add",
        added(lambda: compute.arrays("cpu").add(one, one)),
        "ns more",
    )


def _clock(rounds: int, seconds: float) -> Iterator[Row]:
    data = list(range(1000))
    each = seconds / rounds

    def ours() -> float:
        call = compute.timing.measure(
            lambda: sum(data), seconds=each, synchronise=host_only
        )
        return call.seconds

    def theirs() -> float:
        timer = timeit.Timer(lambda: sum(data))
        number = 20  # as many calls as ours puts in a sample
        runs: list[float] = []
        begin = time.perf_counter()
        while len(runs) < FEWEST or time.perf_counter() - begin < each:
            runs.append(timer.timeit(number) / number)
        return of_median(runs).value

    found = _paired(ours, theirs, rounds)
    yield Row("compute.timing.measure", "the median of timeit", found)


def _layouts(seconds: float) -> Iterator[Row]:
    h100 = mig.tables(load())["h100-80gb"]
    both: dict[str, Callable[[], object]] = {
        "ours": lambda: list(mig.maximal_layouts(h100, media=True)),
        "plain": lambda: plain_search(h100),
    }
    timings = interleave(both, seconds=seconds, synchronise=host_only)
    took = timings["ours"].seconds * 1e3
    yield Row(
        "maximal layouts of an H100, all profiles",
        "a plain search",
        ratio(timings["ours"], timings["plain"]),
        note=f"{took:.1f} ms here; the goal is under 100 ms.",
    )


def device_clock_rows(seconds: float) -> Iterator[Row]:
    """Our clock on the GPU against CuPy's own; a row that was not run without a GPU."""
    names = ("compute.timing.measure on the GPU", "cupyx.profiler.benchmark")
    choice = compute.choice()
    if not choice.on_gpu:
        yield Row(*names, None, note=f"No GPU here, not run: {choice.why}.")
        return
    import cupy
    from cupyx.profiler import benchmark

    a = cupy.ones((2048, 2048), cupy.float32)

    def ours() -> float:
        return compute.timing.measure(lambda: a @ a, seconds=seconds / FEWEST).seconds

    def theirs() -> float:
        found: Any = benchmark(lambda: a @ a, n_repeat=50)
        return of_median([float(one) for one in found.gpu_times[0]]).value

    note = "Ours counts the launch and the host's wait; CuPy's counts the device alone."
    yield Row(*names, _paired(ours, theirs, FEWEST), note=note)
