"""One Hub from its start to Ctrl-C: nothing that it has started outlives this process.

This process adopts whatever loses its parent below it, so that even after a Hub that was
killed, its proxy, its services and the learners' servers can be found and ended.
"""

import ctypes
import os
import pwd
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

from certlab.classroom.hub import accounts, closed
from certlab.classroom.hub.configuration import SERVICE
from certlab.classroom.hub.environment import handed_on
from certlab.classroom.hub.launch import VARIABLE, Launch
from certlab.course import location
from certlab.errors import ServerError
from certlab.servers import lifeline

LOG = "hub.log"
_CONFIG = Path(__file__).with_name("jupyterhub_config.py")
_START_SECONDS, _STOP_SECONDS = 300.0, 90.0
_PAUSE = 0.2  # seconds between two looks
_DEATH_SIGNAL = 1  # of Linux's prctl(2)
_LAST = 5  # lines of the log in an error


def build_pages(cache: str) -> None:
    """Build the app's pages once for all, as learners cannot write there.

    A course of somebody else is never read by Sphinx as root: an account without rights
    builds its pages in a folder of its own, and they are copied from there.

    Raises:
        ServerError: they were not built.
    """
    if os.geteuid() or not os.environ.get(location.VARIABLE):
        _build(cache)
        return
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise ServerError(
            "The pages of another course are built by the account nobody, and this machine has "
            "none; add it, or start the class without sudo."
        ) from None
    with tempfile.TemporaryDirectory(prefix="certlab-pages-") as name:
        os.chown(name, nobody.pw_uid, nobody.pw_gid)
        _build(name, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[], cwd=name)
        pages = Path(name) / "pages"
        whole = shutil.ignore_patterns(
            ".*", "kept"
        )  # not what Sphinx has kept for itself
        shutil.copytree(
            pages,
            Path(cache) / "pages",
            symlinks=True,
            dirs_exist_ok=True,
            ignore=whole,
        )


def _build(cache: str, **account: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "certlab.app.pages.built"],
        env=handed_on(cache),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        umask=0o022,
        **account,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["The pages were not built."]
        raise ServerError(said[-1].removeprefix("certlab: "))


def serve(launch: Launch, ready: Callable[[], None]) -> None:
    """Run the Hub until Ctrl-C; all of it is gone when this returns.

    Args:
        launch: what it follows from, written.
        ready: called when learners can join.

    Raises:
        ServerError: it did not start, or it ended by itself.
    """
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, _interrupt)
    lifeline.adopt()
    folder = Path(launch.folder)
    _place_for_the_service(launch)
    hub = None
    try:
        with open(folder / LOG, "wb", opener=closed.opener) as log:
            hub = subprocess.Popen(
                [sys.executable, "-P", "-m", "jupyterhub", "--config", str(_CONFIG)],
                cwd=folder,
                env={**os.environ, VARIABLE: str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=0o077,
                start_new_session=True,  # Ctrl-C is for us, who tell it in our time
                # The Hub ends all that it has started when this process is killed.
                preexec_fn=_end_with_us,  # noqa: PLW1509 -- this process has one thread
            )
        _wait(launch, hub)
        ready()
        hub.wait()
        raise ServerError(f"The Hub ended by itself: {_last(folder)}")
    except KeyboardInterrupt:
        return
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would leave some
        if hub is not None:
            _stop(hub)
        lifeline.reap()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _end_with_us() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, int(signal.SIGTERM))


def _place_for_the_service(launch: Launch) -> None:
    """A folder that only the service's account can read, for its database."""
    folder = Path(launch.folder) / SERVICE
    folder.mkdir(mode=0o700, exist_ok=True)
    closed.close((Path(launch.folder), folder))
    if launch.accounts:
        account = accounts.for_services()
        for path in (folder, *folder.iterdir()):
            os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def _wait(launch: Launch, hub: "subprocess.Popen[bytes]") -> None:
    """Until the Hub answers through its proxy, and the class's service behind it."""
    end = time.monotonic() + _START_SECONDS
    folder = Path(launch.folder)
    scheme = "https" if launch.certificate else "http"
    there = launch.ip or "127.0.0.1"
    door = f"{scheme}://{there}:{launch.port}/hub/health"
    service = f"http://127.0.0.1:{launch.ports[2]}/services/{SERVICE}/"
    while _status(door) != HTTPStatus.OK or not _status(service):
        if hub.poll() is not None:
            raise ServerError(f"The Hub did not start: {_last(folder)}")
        if time.monotonic() > end:
            raise ServerError(f"The Hub does not answer: {_last(folder)}")
        time.sleep(_PAUSE)


def _status(address: str) -> int:
    """What is answered there, 0 for nothing; of the proxy, 503 while it has no Hub."""
    # A certificate is for the class's own name, not for this machine as it sees itself.
    trusting = ssl._create_unverified_context()
    try:
        with urllib.request.urlopen(address, timeout=5, context=trusting) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except OSError:
        return 0


def _stop(hub: "subprocess.Popen[bytes]") -> None:
    """Let the Hub stop its servers; whatever is left is killed by the caller."""
    if hub.poll() is None:
        with suppress(ProcessLookupError):
            hub.send_signal(signal.SIGTERM)
        try:
            hub.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            hub.kill()
            hub.wait()


def _last(folder: Path) -> str:
    lines = (folder / LOG).read_text("utf-8", errors="replace").splitlines()
    told = " / ".join(line.strip() for line in lines[-_LAST:] if line.strip())
    return f"{told or 'it says nothing'} (more in {folder / LOG})"
