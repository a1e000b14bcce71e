"""How the Hub starts a learner's server: in an account of its own, or in a folder only."""

import asyncio
import pwd
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from jupyterhub.spawner import LocalProcessSpawner, SimpleLocalProcessSpawner
from traitlets import Float

from certlab.classroom.handlers import CALLED
from certlab.classroom.hub import limits, progress
from certlab.words import Sentence, text

# Without what a learner could put in the server's way: packages of their own (-s), and
# modules in their home, where it starts (-P). Kernels and terminals have both.
SEAT = [sys.executable, "-s", "-P", "-m", "certlab.classroom.hub.seat"]
_LOOK = 0.2  # seconds between two looks at a server that starts


class EndedError(Exception):
    """A server that ended before it listened."""

    def __init__(self, status: int) -> None:
        self.jupyterhub_message = text().say(
            Sentence(
                "The server ended by itself with status {status}; the Hub's log says why.",
                status=status,
            )
        )
        super().__init__(self.jupyterhub_message)


class FoundAgain(LocalProcessSpawner):  # type: ignore[misc]  # JupyterHub has no types
    """Knows a server again after the Hub has started anew.

    A process with its number is not enough: numbers come again, and the Hub would kill it.
    """

    def get_state(self) -> dict[str, Any]:
        """What the Hub's database keeps of the server: also when the process began."""
        state: dict[str, Any] = super().get_state()
        return state | ({"began": began(self.pid)} if self.pid else {})

    def load_state(self, state: dict[str, Any]) -> None:
        """Take the process that began then, or none."""
        super().load_state(state)
        if self.pid and began(self.pid) != state.get("began", ""):
            self.clear_state()

    async def start(self) -> Any:
        """Start it, and wait until it listens.

        Raises:
            EndedError: it ended before; the Hub itself would wait for five minutes.
        """
        url = await super().start()
        # As the Hub does when this returns, for it may be killed before that.
        self.orm_spawner.state = self.get_state()
        self.db.commit()
        while not await listens(self.ip or "127.0.0.1", self.port):
            status = await self.poll()
            if status is not None:
                raise EndedError(status)
            await asyncio.sleep(_LOOK)
        return url

    def get_env(self) -> dict[str, str]:
        """Also what the learner is called here, for the card that asks them to join."""
        found: dict[str, str] = super().get_env()
        seats = getattr(self.authenticator, "seats", None)
        if seats is None:  # they signed in otherwise
            return found
        seat = seats.of(self.user.name)
        return found | {CALLED: seat.called if seat else ""}

    async def progress(self) -> AsyncIterator[dict[str, Any]]:
        """How far the start is."""
        home = self.home()
        async for event in progress.of_a_start(lambda: progress.is_filled(home)):
            yield event

    def home(self) -> Path:
        """The learner's."""
        return Path(pwd.getpwnam(self.user.name).pw_dir)


class AccountSpawner(FoundAgain):
    """Each learner in an account, whose home is closed to the others."""

    gib = Float(0.0, help="Memory of a learner, GiB; 0 for no limit.").tag(config=True)
    cpus = Float(0.0, help="Processors of a learner; 0 for no limit.").tag(config=True)

    async def start(self) -> Any:
        """Start it, in a scope of systemd's where that can hold the limits."""
        wanted = limits.Limits(self.gib, self.cpus)
        if limits.can_scope() and (self.gib or self.cpus):
            group = pwd.getpwnam(self.user.name).pw_gid
            self.cmd = limits.scoped(SEAT, self.user.name, group, wanted)
            # systemd wants root to make a scope; setpriv, in the command, ends that.
            self.popen_kwargs = {"preexec_fn": None}
        return await super().start()


class FolderSpawner(FoundAgain, SimpleLocalProcessSpawner):  # type: ignore[misc]  # likewise
    """All learners in the account of whoever started the Hub: they can read each other's files."""

    def home(self) -> Path:
        """The learner's folder."""
        return Path(self.home_dir)

    def user_env(self, env: dict[str, str]) -> dict[str, str]:
        """The learner's folder is their home."""
        found: dict[str, str] = super().user_env(env)
        # Else what Jupyter and others keep for this account would be shared.
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            found.pop(name, None)
        return found


async def listens(host: str, port: int) -> bool:
    """Whether somebody takes connections there."""
    with suppress(OSError):
        _, line = await asyncio.open_connection(host, port)
        line.close()
        return True
    return False


def began(number: int) -> str:
    """When a process began, and in which life of the machine; "" where nothing tells."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("utf-8").strip()
        # The name in brackets may hold anything; the time is the 20th word after it.
        stat = Path(f"/proc/{number}/stat").read_text("utf-8", errors="replace")
        return f"{boot} {stat.rpartition(')')[2].split()[19]}"
    return ""


def home_template(folder: Path) -> str:
    """Where learners' folders are, as JupyterHub writes it."""
    return f"{folder / 'learners'}/{{username}}"
