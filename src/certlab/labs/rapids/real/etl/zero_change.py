"""The ETL as a pandas program, unchanged, under cudf.pandas; and what of it fell back.

cudf.pandas puts proxies in the place of pandas. Each call is tried on the GPU, and when
that raises whatever it may be, made again by pandas on the processor, without a word. It
must be installed before pandas is imported, so the program runs in a new process:

    %load_ext cudf.pandas              in a notebook, in its first cell
    python -m cudf.pandas script.py    at a shell; with --profile it tells what fell back
    cudf.pandas.install()              in a program, before `import pandas`

The names used here were read in cudf-cu13 26.10.2; `tests/vectors/rapids` lists them.
"""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from certlab.compute import probe
from certlab.compute.interval import Interval, of_median
from certlab.errors import BackendError
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.frames_engine import Frames
from certlab.labs.rapids.real.etl.store import Files

ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Calls:
    """Where the calls of one function of pandas ran, and for how long.

    Attributes:
        gpu, cpu: how many calls.
        cpu_seconds: those on the processor together.
    """

    gpu: int
    cpu: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Unchanged:
    """What a run under cudf.pandas showed.

    Attributes:
        seconds: of the whole ETL, warm and without the profiler.
        functions: by the function's name, as cudf.pandas' profiler calls it.
    """

    seconds: Interval
    functions: Mapping[str, Calls]

    @property
    def fell_back(self) -> list[str]:
        """Functions of which a call at least ran on the processor, the longest first."""
        fallen = {name: one for name, one in self.functions.items() if one.cpu}
        return sorted(fallen, key=lambda name: -fallen[name].cpu_seconds)


def run(files: Files) -> Unchanged:
    """Run the pandas ETL under cudf.pandas in a new process.

    Raises:
        BackendError: cuDF does not work here, or the process failed; with what it said.
    """
    if (fault := probe.cudf()).fault:
        raise BackendError(f"cudf.pandas cannot run: {fault.fault}; {fault.fix}.")
    # Before pandas comes in by anything of ours.
    code = (
        f"import cudf.pandas as c; c.install(); from {__name__} import serve; serve()"
    )
    job = [sys.executable, "-c", code, str(files.folder), str(files.recipe.rows)]
    done = subprocess.run(job, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
        raise BackendError(f"The process with cudf.pandas failed: {last.rstrip('.')}.")
    said = json.loads(done.stdout.strip().splitlines()[-1])
    functions = {name: Calls(*numbers) for name, numbers in said["functions"].items()}
    return Unchanged(of_median(said["seconds"]), functions)


def serve() -> None:
    """What the new process does: the ETL some times for the clock, once for the profiler."""
    from cudf.pandas import Profiler

    folder, rows = sys.argv[1:]
    files, engine = Files(Path(folder), Recipe(int(rows))), Frames("pandas")
    engine.whole(files)  # compiles and allocates, which is not what is asked
    seconds = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        engine.whole(files)
        seconds.append(time.perf_counter() - begin)
    with Profiler() as profiler:
        engine.whole(files)
    found = {
        name: (len(by["gpu"]), len(by["cpu"]), sum(by["cpu"]))
        for name, by in profiler.per_function_stats.items()
    }
    sys.stdout.write(json.dumps({"seconds": seconds, "functions": found}) + "\n")
