"""The lab's lines where no Slurm is installed: what they printed once, on a real one."""

import json
from functools import cache
from typing import Any

from certlab.course import location
from certlab.labs.cluster.repair import state_after

FILE = "content/captures/slurm/one_node.json"


class Recorded:
    """What `certlab.labs.cluster.real.slurm.Node` printed when it was recorded.

    Attributes:
        says: what is here, in a sentence.
        last: what `run` printed last.
    """

    def __init__(self, lacks: str) -> None:
        """Say where it was recorded; `lacks` is why it is not real."""
        held = recording()
        self.says = (
            f"Here {lacks}. Until then this lab shows what Slurm {held['slurm']} printed "
            f"on {held['machine']} on {held['day']}; each such line says that it is recorded."
        )
        self.last, self._next = "", 0

    def run(self, line: str) -> None:
        """Print a line of the shell and what it printed then."""
        rows = recording()["lines"]
        self.last = "(This line was not recorded, and Slurm does not run here.)\n"
        # The next time that this line was run, and from the top where a cell is run again.
        for n in (*range(self._next, len(rows)), *range(self._next)):
            if rows[n][0] == line:
                self._next, self.last = n + 1, rows[n][1]
                break
        print(f"$ {line}  # recorded\n{self.last}", end="")  # noqa: T201 - it is a terminal

    def wait(self, *jobs: int | str, state: str = "RUNNING", reason: str = "") -> None:
        """Nothing, because what is recorded has come to its end."""

    def until(self, line: str, holds: str) -> None:
        """Nothing, likewise."""

    def repaired(self, lines: str) -> str:
        """The state in which a node that reports too few GPUs is after some lines."""
        return state_after(lines)

    def stop(self) -> None:
        """Nothing."""


@cache
def recording() -> dict[str, Any]:
    """The recorded lines in their order, and where and when they were run."""
    held: dict[str, Any] = json.loads((location.find() / FILE).read_text("utf-8"))
    return held
