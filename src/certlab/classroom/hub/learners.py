"""The learners of a class on this machine: their workspaces, brought up to date or set aside."""

import json
import pwd
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime
from pathlib import Path

from certlab.classroom.hub import accounts, nicknames, seats
from certlab.classroom.hub.environment import handed_on
from certlab.classroom.hub.launch import Launch
from certlab.course.workspace import Filled, at_home
from certlab.errors import ServerError
from certlab.near_names import choice

_STOP_SECONDS = 60.0


def homes(launch: Launch) -> dict[str, Path]:
    """The homes of all learners by their names."""
    if launch.accounts:
        return {one: Path(pwd.getpwnam(one).pw_dir) for one in accounts.members()}
    folder = Path(launch.folder) / "learners"
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return {one.name: one for one in there if one.is_dir()}


def bring_up_to_date(launch: Launch, name: str, home: Path) -> Filled:
    """Bring the course as it is now into a learner's workspace, as that learner.

    Raises:
        ServerError: it cannot be written.
    """
    account = pwd.getpwnam(name) if launch.accounts else None
    done = subprocess.run(
        [sys.executable, "-P", "-m", "certlab.classroom.hub.seat", "--fill"],
        env={**handed_on(launch.cache), "HOME": str(home)},
        cwd="/",
        user=account.pw_uid if account else None,
        group=account.pw_gid if account else None,
        extra_groups=[] if account else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ServerError(f"{name}: {done.stderr.strip().splitlines()[-1:]}")
    return Filled(**json.loads(done.stdout))


def words_of(launch: Launch, name: str) -> str:
    """The four words that let a learner in again from another browser.

    Raises:
        ServerError: nobody has this nickname, or there are no words for it.
    """
    found = seats.kept(Path(launch.folder) / seats.FILE)
    own = nicknames.account_name(name)
    if own not in found:
        says = choice(name, found) if found else "nobody has joined yet."
        raise ServerError(f"{name}: no learner has this nickname; {says}")
    return found[own].words


def set_aside(launch: Launch, name: str) -> Path | None:
    """Move a learner's workspace aside, so that the next start makes a new one.

    Returns:
        Where it is now; None where there was none.

    Raises:
        ServerError: there is no such learner, or their server does not stop.
    """
    found = homes(launch)
    if name not in found:
        says = choice(name, found) if found else "nobody has joined yet."
        raise ServerError(f"{name}: no learner has this nickname; {says}")
    stop_server(launch, name)
    workspace = at_home(found[name])
    if not workspace.exists():
        return None
    # The learner's folder is the learner's: what lies at that name is moved, not followed.
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return workspace.rename(workspace.with_name(f"{workspace.name}-until-{stamp}"))


def stop_server(launch: Launch, name: str) -> None:
    """Stop a learner's server, if the Hub runs and knows one."""
    path = f"users/{name}"
    if _ask(launch, "DELETE", f"{path}/server") is None:
        return
    end = time.monotonic() + _STOP_SECONDS
    while _running(_ask(launch, "GET", path)):
        if time.monotonic() > end:
            raise ServerError(
                f"{name}: the server does not stop; stop it on the Hub's admin page, "
                "then run the same command again."
            )
        time.sleep(0.2)


def _running(answer: bytes | None) -> bool:
    told = json.loads(answer or b"{}")
    return bool(told.get("servers") or told.get("pending"))


def _ask(launch: Launch, method: str, path: str) -> bytes | None:
    """What the Hub's API answers; None where no Hub runs."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{launch.ports[0]}/hub/api/{path}",
        method=method,
        headers={"Authorization": f"token {launch.token}"},
    )
    try:
        with urllib.request.urlopen(asked, timeout=_STOP_SECONDS) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        error.close()
        return b"{}"  # no such user, or nothing to stop
    except OSError:
        return None
