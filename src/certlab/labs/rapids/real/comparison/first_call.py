"""The first call in a new process: what the import and the first answer cost."""

import json
import sys
import time
from dataclasses import dataclass

from certlab.compute import new_process


@dataclass(frozen=True, slots=True)
class FirstCall:
    """Seconds, in one new process.

    Attributes:
        start: `import numpy`.
        first: the first call.
        later: the last of several calls.
    """

    start: float
    first: float
    later: float

    @property
    def cold(self) -> float:
        """What somebody waits who starts it once: the import and the first call."""
        return self.start + self.first


def first_call(count: int = 2000, calls: int = 5) -> FirstCall:
    """Start a process that finds the nearest centres several times.

    Raises:
        BackendError: the process failed; with the last line it said.
    """
    code = f"from {__name__} import run; run({count:d}, {calls:d})"
    return FirstCall(**new_process.read_json_from(code, "NumPy"))


def run(count: int, calls: int) -> None:
    """What the new process does; it writes its seconds as JSON."""
    from certlab.labs.rapids.real.comparison import nearest

    start = time.perf_counter()
    import numpy as np  # noqa: F401 -- the import is what is timed

    seconds = time.perf_counter() - start
    x, centres = nearest.points(count)
    taken = []
    for _ in range(calls):
        begin = time.perf_counter()
        nearest.by_product(x, centres)
        taken.append(time.perf_counter() - begin)
    json.dump({"start": seconds, "first": taken[0], "later": taken[-1]}, sys.stdout)
