"""A file that is replaced: at any time it is whole, as it was or as it is to be.

The new one is written beside it and takes its place in one step. A writer that fails leaves
nothing behind; one that is killed leaves at most a hidden file, which `sweep` removes.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PART = ".part"
# What a disk says that has no locks, such as NFS without lockd. One works there all the same.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)


def write(path: Path, data: str | bytes, *, secret: bool = False) -> None:
    """Put a file in its folder, with the mode of the one that was there.

    Where a link lies there, it is the link that is replaced.

    Args:
        data: all of it; a text is stored as UTF-8.
        secret: whether only the owner may read it.

    Raises:
        OSError: it cannot be written, and is as it was.
    """
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}{_PART}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    number = os.open(beside, flags, 0o600 if secret else 0o666)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(number)
        if not secret and path.is_file():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def sweep(path: Path) -> None:
    """Remove what killed writers of a file left beside it; call it while none can write."""
    start = f".{path.name}."
    if path.parent.is_dir():
        for one in path.parent.iterdir():
            if one.name.startswith(start) and one.suffix == _PART:
                one.unlink(missing_ok=True)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """One process at a time; each for itself on Windows and on a disk without locks.

    Raises:
        OSError: the lock's file cannot be made.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with lock.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        yield
