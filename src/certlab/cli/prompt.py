"""How a verb talks with somebody at a terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer


def whole_screen(plain: bool) -> bool:
    """Whether to take the whole screen: a terminal that can, and nobody wants lines."""
    able = os.environ.get("TERM") not in ("dumb", "unknown")
    return not plain and able and sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def unheard() -> Iterator[None]:
    """Drop what is typed before a screen is there to hear it, and what it left unread.

    Else the terminal shows such keys at once, and the shell gets them afterwards.
    """
    try:
        import termios

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
    except (ImportError, OSError, termios.error):  # no terminal, or Windows
        yield
        return
    modes = before[3] & ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSAFLUSH, [*before[:3], modes, *before[4:]])
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def answers_in(history: Any) -> int:
    """How many answers a history holds, counted without reading them."""
    try:
        lines = history.path.read_bytes()
    except OSError:  # none yet; what else is wrong is said when it is read
        return 0
    return sum(lines.count(b'"outcome": "%b"' % one) for one in (b"correct", b"wrong"))


def say(aside: bool) -> Callable[[str], None]:
    """Prints a line; `aside` on standard error, where JSON comes out of the other."""
    return lambda line: typer.echo(line, err=aside)


def ask(aside: bool) -> Callable[[str], str]:
    """Reads a line after a prompt; EOFError at the end of the input."""

    def read(prompt: str) -> str:
        typer.echo(prompt, nl=False, err=aside)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return read
