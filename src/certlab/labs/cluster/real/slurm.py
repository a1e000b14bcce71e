"""A Slurm of one node with eight pretended GPUs, for as long as a notebook wants it."""

import os
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from certlab.errors import ServerError
from certlab.labs.cluster import slurm_files as files
from certlab.labs.cluster.environment import ENVIRONMENT, path
from certlab.labs.cluster.recorded import Recorded
from certlab.labs.cluster.repair import state_after
from certlab.servers import running

_SECONDS = 60.0  # until a job must be in a state
_PAUSE = 0.1
_MOMENT = 0.4
_STATE = "sinfo --noheader --format=%T"
# How squeue and sinfo print: no times and users, which differ from run to run.
_FORMATS = {
    "SQUEUE_FORMAT": "%.9i %.9P %.8j %.9T %.10l %.13b %r",
    "SQUEUE_SORT": "i",
    "SINFO_FORMAT": "%.9P %.9l %.6D %.9T %G",
}


class Node:
    """A Slurm that runs here; `start` makes one.

    Attributes:
        history: each line that was run, and what it printed.
        version: "22.05.8".
        says: what is here, in a sentence.
        last: what `run` printed last.
    """

    def __init__(self, server: running.Server, variables: dict[str, str]) -> None:
        self.server = server
        self.last = ""
        self.history: list[tuple[str, str]] = []
        self._variables = variables
        self.version = self.printed("sbatch --version").split()[-1]
        self.says = f"Slurm {self.version} runs here, with {files.GPUS} pretended GPUs."

    @property
    def folder(self) -> Path:
        """Where its files are and its jobs run."""
        return self.server.folder

    def run(self, line: str) -> None:
        """Print a line of the shell and what it prints; $NODE is the node's folder."""
        self.last = self.printed(line)
        self.history.append((line, self.last))
        print(f"$ {line}\n{self.last}", end="")  # noqa: T201 - it is a terminal

    def printed(self, line: str) -> str:
        """What a line of the shell prints, errors and all."""
        self.server.check()
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout.replace(str(self.folder), "$NODE")

    def wait(self, *jobs: int | str, state: str = "RUNNING", reason: str = "") -> None:
        """Until jobs, by id or name, are in a state, for a reason.

        One that runs has then printed something. Of an array two tasks run, or all are done.

        Raises:
            ServerError: one is not, after a minute.
        """
        for job in jobs:
            which = f"--jobs={job}" if isinstance(job, int) else f"--name={job}"
            show = f"squeue --noheader --states=all {which} --format='%i %T %r'"
            self._until(show, lambda rows: self._are(rows, state, reason))

    def until(self, line: str, holds: str) -> None:
        """Until what a line prints holds a text.

        Raises:
            ServerError: it does not, after a minute.
        """
        self._until(line, lambda text: holds in text)

    def _until(self, line: str, holds: Callable[[str], bool]) -> None:
        end = time.monotonic() + _SECONDS
        while not holds(self.printed(line)):
            if time.monotonic() > end:
                raise ServerError(
                    f"What was to come did not, in {_SECONDS:.0f} s; look with "
                    f'node.run("{line}").'
                )
            time.sleep(_PAUSE)

    def _are(self, rows: str, state: str, reason: str) -> bool:
        split = [one.split(maxsplit=2) for one in rows.splitlines()]
        held = [id for id, now, why in split if now == state and reason in why]
        if state == "RUNNING" and any("_" in id for id, *_ in split):
            return len(held) == files.AT_ONCE
        if state == "RUNNING":
            held = [id for id in held if self._has_printed(id)]
        return bool(held) and len(held) == len(split)

    def _has_printed(self, job: str) -> bool:
        out = self.folder / f"slurm-{job}.out"
        return out.exists() and out.stat().st_size > 0

    def repaired(self, lines: str) -> str:
        """The state in which a node that reports too few GPUs is after some lines.

        No job may run; the node is as it was before, in the end.
        """
        self.printed(files.LOSE)
        self.until(_STATE, "inval")
        self.printed(files.FOUND)
        state = self._after(lines)
        if state != "idle":
            self.printed(files.FOUND)
            self._after(files.MEND)
        return state

    def _after(self, lines: str) -> str:
        """The state after lines, run one by one: a node takes a moment to register."""
        ran, before, state = "", "inval", "inval"
        for line in lines.splitlines():
            self.printed(line)
            ran += f"{line}\n"
            after = state_after(ran)
            # What the model does not know has a moment to show; the rest is waited for.
            awaited = {"idle", "drained"} if after == before else {after}
            state = self._state(awaited, _MOMENT if after == before else _SECONDS)
            before = after
        return state

    def _state(self, awaited: set[str], seconds: float) -> str:
        """The node's state, once it is one of those or the time is up."""
        end = time.monotonic() + seconds
        while True:
            state = self.printed(_STATE).split()[0]
            if state in awaited or time.monotonic() > end:
                return state
            time.sleep(_PAUSE)

    def stop(self) -> None:
        """End its jobs and daemons, and remove its files."""
        self.server.stop()


_NODES: list[Node] = []


def node() -> Node | Recorded:
    """A new Slurm, in the place of one that this notebook has started; else the recording."""
    while _NODES:
        _NODES.pop().stop()
    if ENVIRONMENT.lacks:
        return Recorded(ENVIRONMENT.lacks)
    _NODES.append(start())
    return _NODES[-1]


def start() -> Node:
    """Start the daemons and wait until the node is idle.

    Raises:
        ServerError: Slurm is not installed, or a daemon does not run.
    """
    if ENVIRONMENT.lacks:
        raise ServerError(f"{ENVIRONMENT.lacks}.")
    # The path of a socket has 107 bytes at most, and TMPDIR may have more.
    folder = Path(tempfile.mkdtemp(prefix="certlab-slurm-", dir="/tmp"))
    variables = _environment(folder)
    _write(folder)

    def idle() -> bool:
        words = ["sinfo", "--noheader", "--format=%T"]
        done = subprocess.run(
            words, env=variables, capture_output=True, text=True, check=False
        )
        return set(done.stdout.split()) == {"idle"}

    command = ["bash", "begin.sh"]
    server = running.start("Slurm", command, idle, folder=folder, environment=variables)
    return Node(server, variables)


def _environment(folder: Path) -> dict[str, str]:
    """Of all processes: nothing of a Slurm that this notebook itself may run in."""
    outer = ("SLURM", "SBATCH", "SRUN", "SALLOC", "SQUEUE", "SINFO", "CUDA_VISIBLE")
    kept = {name: x for name, x in os.environ.items() if not name.startswith(outer)}
    own = {
        "PATH": path(),
        "SLURM_CONF": str(folder / "slurm.conf"),
        "NODE": str(folder),
        "LC_ALL": "C",
    }
    return kept | own | _FORMATS


def _write(folder: Path) -> None:
    user = str(os.getuid())
    host = socket.gethostname().partition(".")[0]
    ports = running.free_ports(2)
    for name in ("gpus", "state", "spool"):
        (folder / name).mkdir()
    for number in range(files.GPUS):
        (folder / "gpus" / f"nvidia{number}").symlink_to("/dev/null")
    texts = {
        "slurm.conf": files.slurm_conf(str(folder), host, user, *ports),
        "gres.conf": files.gres_conf(str(folder)),
        "begin.sh": files.BEGIN,
    }
    texts |= {name: f"#!/bin/bash\n{text}" for name, text in files.JOBS.items()}
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "munge.key").write_bytes(secrets.token_bytes(128))
    (folder / "munge.key").chmod(0o600)
