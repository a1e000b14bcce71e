"""A real terminal for a command: a pseudo terminal, with somebody at it."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from tests.bound import BOUND

SHOWN = re.compile(
    rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b."
)


class Terminal:
    """`certlab` with these words, in a terminal of 80 by 24."""

    def __init__(self, *words: str, **env: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "certlab", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm-256color", **env},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = b""
        self.done = 0  # how much of the text was waited for

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def until(self, says: str) -> str:
        """Everything it has written, once that is among what is new since last time."""
        began = time.monotonic()
        while (place := self.text().find(says, self.done)) < 0:
            if time.monotonic() - began > BOUND or not self._read():
                raise AssertionError(f"{says!r} is not in {self.text()[-4000:]!r}")
        self.done = place + len(says)
        return self.text()

    def wait(self) -> None:
        """Until it writes something more."""
        assert self._read(), self.text()

    def end(self) -> int:
        """Wait for the command to end; its exit status."""
        while self._read():
            pass
        return self.process.wait(BOUND)

    def text(self) -> str:
        return SHOWN.sub(b"", self.seen).decode(errors="replace")

    def _read(self) -> bool:
        ready, _, _ = select.select([self.ours], [], [], BOUND)
        try:
            more = os.read(self.ours, 65536) if ready else b""
        except OSError:  # Linux says so when the other side has closed
            more = b""
        self.seen += more
        return bool(more)
