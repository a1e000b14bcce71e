"""The process that keeps a class's Hub: it starts it again after a crash, and ends all of it.

It adopts whatever loses its parent below it. So the learners' servers of a Hub that was killed
go on as its own, and the next Hub finds them by its database. When it is told to end, or
`certlab class serve` above it is gone, nothing below it is left.

    python -m certlab.classroom.hub.keeper FOLDER PARENT
"""

import ctypes
import os
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from certlab.classroom.hub import closed, launch
from certlab.classroom.hub.configuration import SERVICE
from certlab.errors import ServerError
from certlab.servers import lifeline

LOG, READY = "hub.log", "ready"
AGAIN = "The Hub ended by itself and was started again; learners' servers went on."
TRIES, _IN_SECONDS = 5, 600.0  # so often in so long, it is started again
_CONFIG = Path(__file__).with_name("jupyterhub_config.py")
_START_SECONDS, STOP_SECONDS = 300.0, 90.0
_PAUSE = 0.2  # seconds between two looks
_DEATH_SIGNAL = 1  # of Linux's prctl(2)
_LAST = 5  # lines of the log in an error
_NEAR, _OURS = 500, "certlab: "  # lines in which a sentence of ours is looked for
# What a Hub starts beside the learners' servers, by what it tells it: services, the proxy.
_HUBS = (b"JUPYTERHUB_SERVICE_NAME=", b"CONFIGPROXY_AUTH_TOKEN=")


class Keeper:
    """One class's Hub, from its start to its end."""

    def __init__(self, started: launch.Launch) -> None:
        self._started, self._folder = started, Path(started.folder)
        self._hub: subprocess.Popen[bytes] | None = None

    def keep(self) -> None:
        """Run the Hub until a signal comes.

        Raises:
            ServerError: it did not start, or it ended by itself again and again.
        """
        self._start("wb")
        _tell(READY)
        ends = deque[float](maxlen=TRIES + 1)
        while True:
            self._until_it_ends()
            ends.append(time.monotonic())
            if len(ends) > TRIES and ends[-1] - ends[0] < _IN_SECONDS:
                says = f"The Hub ended by itself, {len(ends)} times: {self._last()}"
                raise ServerError(says)
            _end_what_is_the_hubs()
            with suppress(ServerError):  # one more that ended, then
                self._start("ab")
                _tell(AGAIN)

    def stop(self) -> None:
        """Let the Hub stop its servers; kill whatever is left."""
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)  # a second one would leave some
        if self._hub is not None and self._hub.poll() is None:
            until = time.monotonic() + STOP_SECONDS
            self._hub.send_signal(signal.SIGTERM)
            while self._hub.poll() is None and time.monotonic() < until:
                _bury()
                time.sleep(_PAUSE)
            self._hub.kill()
        lifeline.reap()

    def _start(self, mode: str) -> None:
        with open(self._folder / LOG, mode, opener=closed.opener) as log:
            self._hub = subprocess.Popen(
                [sys.executable, "-P", "-m", "jupyterhub", "--config", str(_CONFIG)],
                cwd=self._folder,
                env={**os.environ, launch.VARIABLE: str(self._folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=0o077,
                start_new_session=True,
                # The Hub ends all that it has started when this process is killed.
                preexec_fn=end_with_parent,  # noqa: PLW1509 -- this process has one thread
            )
        self._wait(self._hub)

    def _wait(self, hub: "subprocess.Popen[bytes]") -> None:
        """Until the Hub answers through its proxy, and the class's service behind it."""
        until = time.monotonic() + _START_SECONDS
        own = self._started
        scheme = "https" if own.certificate else "http"
        door = f"{scheme}://{own.ip or '127.0.0.1'}:{own.port}/hub/health"
        service = f"http://127.0.0.1:{own.ports[2]}/services/{SERVICE}/"
        while _status(door) != HTTPStatus.OK or not _status(service):
            _bury()
            if hub.poll() is not None:
                raise ServerError(f"The Hub did not start: {self._last()}")
            if time.monotonic() > until:
                hub.kill()
                raise ServerError(f"The Hub does not answer: {self._last()}")
            time.sleep(_PAUSE)

    def _until_it_ends(self) -> None:
        while self._hub and self._hub.poll() is None:
            with suppress(ChildProcessError):
                os.waitpid(-1, 0)  # the Hub, or a server that is ours since it crashed

    def _last(self) -> str:
        text = (self._folder / LOG).read_text("utf-8", errors="replace")
        lines = text.splitlines()
        ours = [line for line in lines[-_NEAR:] if line.startswith(_OURS)]
        told = " / ".join(line.strip() for line in lines[-_LAST:] if line.strip())
        if ours:  # the class's service cannot start, and says why
            return ours[-1].removeprefix(_OURS)
        return f"{told or 'it says nothing'} (more in {self._folder / LOG})"


def end_with_parent() -> None:
    """Have this process told to end when its parent is gone, where the system can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, int(signal.SIGTERM))


def _end_what_is_the_hubs() -> None:
    """The proxy and the services, which the next Hub starts anew; no learner's server."""
    found = [number for number in lifeline.children() if _is_the_hubs(number)]
    for number in found:
        with suppress(OSError):
            os.kill(number, signal.SIGKILL)
    for number in found:
        with suppress(ChildProcessError):
            os.waitpid(number, 0)


def _is_the_hubs(number: int) -> bool:
    with suppress(OSError):
        told = Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
        return any(one.startswith(_HUBS) for one in told)
    return False


def _bury() -> None:
    """Take the end of whatever has ended, or a Hub would take a dead server for a live one."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


class _Stay(urllib.request.HTTPRedirectHandler):
    """Goes nowhere: this machine may not know the name that learners type."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """There is no other request, so that the answer is what was given."""


def _status(address: str) -> int:
    """What is answered there, 0 for nothing; of the proxy, 503 while it has no Hub."""
    # A certificate is for the class's own name, not for this machine as it sees itself.
    trusting = urllib.request.HTTPSHandler(context=ssl._create_unverified_context())
    asking = urllib.request.build_opener(trusting, _Stay)
    try:
        with asking.open(address, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Keep the Hub of the class in FOLDER for as long as PARENT lives."""
    folder, parent = Path(sys.argv[1]), int(sys.argv[2])
    for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(one, _interrupt)
    lifeline.adopt()
    keeper = Keeper(launch.read(folder))
    try:
        if os.getppid() == parent:  # else it was gone before it could tell
            keeper.keep()
    except KeyboardInterrupt:
        pass
    except ServerError as error:
        sys.exit(str(error))
    finally:
        keeper.stop()


if __name__ == "__main__":
    main()
