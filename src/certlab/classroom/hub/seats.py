"""Whose a nickname is: of the browser that took it, or of whoever knows its four words.

A signed cookie says which nicknames a browser has taken. One that the instructor deletes may
be taken by another browser, and then the cookie of the one before must not count. So the
cookie says when, too. The words bring a learner back in any other browser.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC
from pathlib import Path
from typing import Any

from certlab import whole_file
from certlab.classroom.hub import passwords
from certlab.errors import ServerError

FILE = "seats.json"  # in the class's folder; it holds secrets
MOST = 8  # nicknames of one browser, where several people share it
_LATER = 300.0  # seconds in which the Hub makes a user, when many come at once


def read(cookie: bytes | None) -> dict[str, str]:
    """The nicknames of a browser, and when it took each; "" before 2026-11-27."""
    text = (cookie or b"").decode("utf-8", "replace")
    return {
        name: when for name, _, when in (one.partition(":") for one in text.split())
    }


def written(seats: dict[str, str]) -> str:
    """The same as the cookie has it, the last nickname last."""
    return " ".join(f"{name}:{when}" for name, when in list(seats.items())[-MOST:])


@dataclass(frozen=True)
class Seat:
    """A nickname that somebody has.

    Attributes:
        when: it was taken; "" where nobody knows any more.
        called: as it was typed, "Zoë B.", for the learner's own card.
        words: that bring its learner back.
    """

    when: str
    called: str
    words: str


class Seats:
    """The nicknames of a class, kept in a file from one start to the next."""

    def __init__(
        self, file: Path | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._file, self._clock = file, clock
        self._of = kept(file) if file else {}

    def holds(self, name: str, when: str, user: Any) -> bool:
        """Whether who took a nickname then is who has it now."""
        seat = self._of.get(name)
        if seat and seat.when:
            return seat.when == when
        if not when or user is None:
            return True
        made = user.created.replace(tzinfo=UTC).timestamp()
        return bool(float(when) + _LATER >= made)

    def take(self, name: str, called: str) -> str:
        """Give a nickname that is free to a browser; when that was."""
        when = f"{self._clock():.6f}"
        self._keep(name, Seat(when, called, passwords.drawn()))
        return when

    def known(self, name: str, when: str, called: str) -> None:
        """Who has it came again; an earlier version gave them no words."""
        if name not in self._of:
            self._keep(name, Seat(when, called, passwords.drawn()))

    def of(self, name: str) -> Seat | None:
        """What is known of a nickname."""
        return self._of.get(name)

    def back(self, name: str, typed: str) -> str | None:
        """When a nickname was taken, for who types its words; None for others."""
        seat = self._of.get(name)
        opens = passwords.opens(typed, seat.words if seat else "")
        return seat.when if seat and opens else None

    def renew(self, name: str) -> Seat:
        """Other words; those of before do not count any more."""
        seat = self._of.get(name) or Seat("", name, "")
        return self._keep(name, replace(seat, words=passwords.drawn()))

    def free(self, name: str) -> None:
        """It is nobody's any more."""
        if self._of.pop(name, None):
            self._write()

    def _keep(self, name: str, seat: Seat) -> Seat:
        self._of[name] = seat
        self._write()
        return seat

    def _write(self) -> None:
        if self._file:
            told = {name: asdict(seat) for name, seat in self._of.items()}
            whole_file.write(self._file, json.dumps(told, indent=1), secret=True)


def kept(file: Path) -> dict[str, Seat]:
    """The seats of a file; none where there is no file yet.

    Raises:
        ServerError: it cannot be read.
    """
    try:
        told = json.loads(file.read_text("utf-8"))
        seats = {name: Seat(**one) for name, one in told.items()}
        texts = [getattr(s, f.name) for s in seats.values() for f in fields(Seat)]
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ServerError(_UNREAD.format(file=file)) from error
    if not all(isinstance(one, str) for one in texts):
        raise ServerError(_UNREAD.format(file=file))
    return seats


_UNREAD = (
    "{file}: cannot be read; move it away, and learners keep their nicknames in the browsers "
    "that took them, and get other words to come back with."
)
