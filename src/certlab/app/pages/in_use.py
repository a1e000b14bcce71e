"""Whether a running server shows pages of a folder in the cache, or a process builds there.

A server holds a lock for as long as it runs, so one that was killed holds none.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

BUILDING = ".building"  # the lock of a process that builds
_SHOWN = ".shown"  # the lock that servers share


def hold(home: Path) -> int:
    """Say that pages of `home` are shown, until the process ends or closes this number.

    Returns:
        -1 where a disk has no locks or cannot be written.
    """
    with suppress(ImportError, OSError):
        import fcntl

        home.mkdir(parents=True, exist_ok=True)
        file = os.open(home / _SHOWN, os.O_RDWR | os.O_CREAT)
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        os.utime(home)  # it is not one that nobody has asked for lately
        return file
    return -1


@contextmanager
def unused(home: Path, *, unknown: bool = False) -> Iterator[bool]:
    """Whether no server shows pages of `home` and no process builds there; none begins to.

    Args:
        unknown: what to say on Windows and on a disk without locks.
    """
    with ExitStack() as open_files:
        try:
            import fcntl

            for name in (_SHOWN, BUILDING):
                file = open_files.enter_context((home / name).open("a"))
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            free = True
        except BlockingIOError:
            free = False
        except (ImportError, OSError):
            free = unknown
        yield free
