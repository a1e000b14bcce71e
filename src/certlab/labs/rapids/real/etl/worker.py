"""An engine in a process of its own: so many threads, and its memory told apart.

Polars takes its threads when it is imported, so a run with one thread needs a new process.
A process has also a peak of its own, which says what an engine took at worst.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self

from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import engines
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files

_LIMITS = ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "ARROW_NUM_THREADS")


class Worker:
    """A process that runs the steps of one engine when told to.

    Args:
        name: of the engine, as `engines.engine` takes it.
        files: the data set; it writes to its folder.
        threads: that it may use; 0 leaves each library its own choice.

    Raises:
        BackendError: the process ended; with what it said.
    """

    def __init__(self, name: str, files: Files, threads: int = 0) -> None:
        self.name = name
        given = {one: str(threads) for one in _LIMITS} if threads else {}
        code = f"from {__name__} import serve; serve()"
        job = [name, str(files.folder), str(files.recipe.rows), str(threads)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *job],
            env=os.environ | given,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self.threads = int(self.ask("threads"))
        except BaseException:
            self.close()
            raise

    def ask(self, what: str) -> Any:
        """Have it do a step, "whole", or tell "threads" or "peak" (bytes, or None).

        Raises:
            BackendError: it failed; with its sentence.
        """
        asks, answers = self._process.stdin, self._process.stdout
        assert asks is not None
        assert answers is not None
        try:
            asks.write(f"{what}\n")
            asks.flush()
            reply = answers.readline()
        except OSError:  # the pipe is closed: it has ended
            reply = ""
        if not reply:
            raise BackendError(self._last_words())
        said = json.loads(reply)
        if "error" in said:
            raise BackendError(said["error"])
        return said["value"]

    def call(self, what: str) -> Callable[[], object]:
        """What `timing.interleave` calls."""
        return partial(self.ask, what)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _last_words(self) -> str:
        self._process.kill()
        _, said = self._process.communicate()
        last = (said.strip().splitlines() or [f"exit {self._process.returncode}"])[-1]
        return f"The process of {self.name} ended: {last.rstrip('.')}."


def serve() -> None:
    """What the process does: a line in, a line of JSON out, until it is closed."""
    name, folder, rows, threads = sys.argv[1:]
    files = Files(Path(folder), Recipe(int(rows)))
    try:
        one = _limited(name, int(threads))
        before = _peak()
        steps: dict[str, Callable[[], object]] = {}
        for line in sys.stdin:
            _reply(value=_done(one, files, line.strip(), before, steps))
    except (Exception, MemoryError) as error:  # noqa: BLE001 -- the parent tells it to the learner
        _reply(error=str(error) or type(error).__name__)


def _limited(name: str, threads: int) -> engines.Engine:
    if threads:
        import pyarrow as pa

        pa.set_cpu_count(threads)
        pa.set_io_thread_count(threads)
    return engines.engine(name, threads=threads)


def _done(
    one: engines.Engine,
    files: Files,
    what: str,
    before: int | None,
    steps: dict[str, Callable[[], object]],
) -> object:
    if what == "threads":
        return one.threads
    if what == "peak":
        now = _peak()
        return None if now is None or before is None else now - before
    if what == "whole":
        one.whole(files)
        return True
    if not steps:
        steps.update(engines.calls(one, files))
    steps[what]()
    return True


def _peak() -> int | None:
    """The most memory this process has held, in bytes; None where the system is silent."""
    try:  # not getrusage: a new process begins with the peak of its parent there
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    except OSError:
        return None
    found = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return next((int(kib) * 1024 for kib in found), None)


def _reply(**said: object) -> None:
    sys.stdout.write(f"{json.dumps(said)}\n")
    sys.stdout.flush()
