"""A server of a lab: started, asked, read and stopped; nothing of it outlives the notebook.

    with running.start("Triton", command, ready, environment=...) as server:
        server.log()

A guardian starts it in a session of its own and ends it, with every process that it has
started, when the notebook stops, however that happens. The server is told by its own
options to listen on 127.0.0.1, which `free_ports` looks for ports on.
"""

import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from certlab.errors import ServerError
from certlab.servers import lifeline
from certlab.servers.guardian import LOG, STATUS, VARIABLES

LOOPBACK = "127.0.0.1"
_LAST = 8  # lines of a log that an error shows
_PAUSE = 0.05  # seconds between two looks
_SYSTEMS = ("linux", "darwin")


class Server:
    """What `start` has started.

    Attributes:
        name: what errors call it.
        folder: its files, which go when it stops; its log is log.txt.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self._guardian: subprocess.Popen[bytes] | None = None
        self._log = ""

    def begin(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the command below a guardian; `start` does that."""
        lifeline.open_list(self.folder)
        scratch = self.folder / "temporary"
        scratch.mkdir(exist_ok=True)
        # In a file, because libraries that the server is to find are not for the guardian.
        own = dict(environment) | {"TMPDIR": str(scratch)}
        (self.folder / VARIABLES).write_text(json.dumps(own), "utf-8")
        self._guardian = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "certlab.servers.guardian"),
                *(str(self.folder), *command),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": _path()},
            start_new_session=True,  # the interrupt of a notebook is not for it
        )

    @property
    def runs(self) -> bool:
        """Whether it was started and has neither ended nor been stopped."""
        if self._guardian is None or self._guardian.stdout is None:
            return False
        return not select.select([self._guardian.stdout], [], [], 0)[0]

    def log(self, lines: int | None = None) -> str:
        """What it has printed; the last lines of that where a number is given."""
        with suppress(OSError):
            self._log = (self.folder / LOG).read_text("utf-8", errors="replace")
        return "\n".join(self._log.splitlines()[-lines:] if lines else [self._log])

    def check(self) -> None:
        """Refuse where it no longer runs.

        Raises:
            ServerError: it ended by itself or was stopped; with its last lines.
        """
        if not self.runs:
            raise ServerError(self._ended())

    def stop(self) -> None:
        """End it and all that it has started, and remove its files; the log stays here."""
        guardian, self._guardian = self._guardian, None
        self.log()
        lifeline.close(guardian, self.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _ended(self) -> str:
        if self._guardian is None:
            return f"{self.name} was stopped; start it again."
        last = self.log(_LAST).strip() or "nothing"
        with suppress(OSError):
            status = (self.folder / STATUS).read_text("utf-8")
            return f"{self.name} ended with exit status {status}; its log ends with:\n{last}"
        return f"{self.name} was ended from outside; its log ends with:\n{last}"


def start(
    name: str,
    command: Sequence[str],
    ready: Callable[[], bool],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    seconds: float = 60.0,
) -> Server:
    """Start a server and wait until it answers.

    Args:
        name: what errors call it, "Triton".
        command: its program and options; it stays in the foreground.
        ready: asked again and again; True once the server answers.
        folder: from `new_folder`, with files that it needs; a new one when None.
        environment: variables beside those of this process.
        seconds: until it must answer.

    Raises:
        ServerError: it cannot be started, ended, or did not answer in time; nothing of it
            is left.
    """
    if sys.platform not in _SYSTEMS:
        raise ServerError(f"{name} runs on Linux or macOS, and this is another system.")
    server = Server(name, folder or new_folder())
    try:
        server.begin(command, os.environ | dict(environment or {}))
        _wait(server, ready, seconds)
    except BaseException:
        server.stop()
        raise
    return server


def _wait(server: Server, ready: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not ready():
        server.check()
        if time.monotonic() >= end:
            raise ServerError(
                f"{server.name} did not answer within {seconds:g} s; its log ends with:\n"
                f"{server.log(_LAST).strip() or 'nothing'}"
            )
        time.sleep(_PAUSE)
    server.check()  # it may have been another server that answered on this port


def new_folder() -> Path:
    """A folder for the files of a server, which goes with it."""
    return Path(tempfile.mkdtemp(prefix="certlab-server-"))


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that nobody listens on now."""
    with ExitStack() as held:
        found = []
        for _ in range(count):
            one = held.enter_context(socket.socket())
            one.bind((LOOPBACK, 0))
            found.append(int(one.getsockname()[1]))
    return found


def _path() -> str:
    return os.pathsep.join(str(Path(one).resolve()) for one in sys.path)


def answers(address: str) -> bool:
    """Whether a GET of an address of this machine is answered with success."""
    # A proxy of the system is not asked for this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False
