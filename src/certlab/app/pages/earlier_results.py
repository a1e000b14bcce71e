"""What an earlier build has worked out, taken again while all that it came from is the same."""

import hashlib
import marshal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Remember(Protocol):
    """Takes a key and what makes the thing, and gives the thing."""

    def __call__(self, key: str, make: Callable[[], T], /) -> T: ...


def anew(_key: str, make: Callable[[], T]) -> T:
    """For who remembers nothing."""
    return make()


_DIGEST = hashlib.sha256().digest_size


class EarlierResults:
    """By key texts, bytes, numbers, and lists and dicts of them; those not asked for go.

    Args:
        path: where they lie; a file that is damaged or by somebody else counts as none.
        by: who makes them, as what is made changes with it.
    """

    def __init__(self, path: Path, by: str) -> None:
        self._path, self._by = path, by
        self._old: dict[str, Any] = {}
        self._asked: dict[str, Any] = {}
        with suppress(OSError, EOFError, ValueError, TypeError):
            data = path.read_bytes()
            if data[:_DIGEST] == self._digest(data[_DIGEST:]):
                self._old = marshal.loads(data[_DIGEST:])

    def __call__(self, key: str, make: Callable[[], T], /) -> T:
        """What was made under a key; made now where there is nothing."""
        if key not in self._asked:
            self._asked[key] = self._old[key] if key in self._old else make()
        found: T = self._asked[key]
        return found

    def write(self) -> None:
        """Put away what was asked for."""
        data = marshal.dumps(self._asked)
        self._path.write_bytes(self._digest(data) + data)

    def _digest(self, data: bytes) -> bytes:
        return hashlib.sha256(self._by.encode() + b"\0" + data).digest()


def key(*parts: object) -> str:
    """A key that changes with any of some texts, bytes, numbers and frozen dataclasses."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()
