"""One Hub from its start to Ctrl-C: nothing that it has started outlives this process.

Between this process and the Hub stands a keeper. Each of the two adopts whatever loses its
parent below it, so that when one of them is killed, the other ends what is left.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from certlab.classroom.hub import accounts, closed
from certlab.classroom.hub.configuration import SERVICE
from certlab.classroom.hub.environment import handed_on
from certlab.classroom.hub.keeper import READY, STOP_SECONDS, end_with_parent
from certlab.classroom.hub.launch import Launch
from certlab.course import location
from certlab.errors import ServerError
from certlab.servers import lifeline

_MORE_SECONDS = 30.0  # that the keeper has when the Hub has ended


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
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "certlab.app.pages.page_cache"],
            env=handed_on(cache),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            umask=0o022,
            **account,
        )
    except PermissionError as error:
        raise ServerError(
            f"{error.filename}: the account that builds the pages of another course cannot "
            "run it; move certlab to /opt or /srv, or open the folders above (chmod o+x)."
        ) from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["The pages were not built."]
        raise ServerError(said[-1].removeprefix("certlab: "))


def serve(
    launch: Launch, ready: Callable[[], None], say: Callable[[str], None]
) -> None:
    """Run the Hub until Ctrl-C; all of it is gone when this returns.

    Args:
        launch: what it follows from, written.
        ready: called when learners can join.
        say: hears a sentence when the Hub was started again.

    Raises:
        ServerError: it did not start, or it ended by itself.
    """
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, _interrupt)
    lifeline.adopt()
    _place_for_the_service(launch)
    keeper = None
    try:
        words = [sys.executable, "-P", "-m", "certlab.classroom.hub.keeper"]
        keeper = subprocess.Popen(
            [*words, launch.folder, str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us, who tell it in our time
            preexec_fn=end_with_parent,  # noqa: PLW1509 -- this process has one thread
        )
        _listen(keeper, ready, say)
    except KeyboardInterrupt:
        return
    finally:
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(one, signal.SIG_IGN)  # a second Ctrl-C would leave some
        if keeper is not None:
            _end(keeper)
        lifeline.reap()


def _listen(
    keeper: "subprocess.Popen[bytes]",
    ready: Callable[[], None],
    say: Callable[[str], None],
) -> None:
    """Hear what the keeper says until it ends, which it does by itself only with an error."""
    assert keeper.stdout
    assert keeper.stderr
    for line in keeper.stdout:
        told = line.decode("utf-8", "replace").strip()
        if told == READY:
            ready()
        else:
            with suppress(OSError):  # nobody may be there to read it any more
                say(told)
    why = keeper.stderr.read().decode("utf-8", "replace").strip()
    raise ServerError(why or "The Hub's keeper was killed, so the class has ended.")


def _end(keeper: "subprocess.Popen[bytes]") -> None:
    keeper.terminate()
    try:
        keeper.wait(STOP_SECONDS + _MORE_SECONDS)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _place_for_the_service(launch: Launch) -> None:
    """A folder that only the service's account can read, for its database."""
    folder = Path(launch.folder) / SERVICE
    folder.mkdir(mode=0o700, exist_ok=True)
    closed.close((Path(launch.folder), folder))
    if launch.accounts:
        account = accounts.for_services()
        for path in (folder, *folder.iterdir()):
            os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)
