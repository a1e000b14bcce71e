"""The file of a log: lines are added at its end, and are on disk or not there at all.

A writer holds the file while it adds. It cuts off only what it could not finish itself;
what another one left torn stays as it is, and the next line begins after it.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

# What a disk says that has no locks, such as NFS without lockd. One learns there all the same.
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)

_DIGITS = 20  # that no place in a file has


@contextmanager
def adding(path: Path) -> Iterator[BinaryIO]:
    """The file, made if need be, and held against other writers; `write` adds to it.

    What was written is on disk when the block ends. When it ends by an error, the file
    is as it was before; on a disk without locks part of a line may stay, which is passed over.

    Raises:
        OSError: it cannot be opened, held or synced.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _must_end(path)
    with _opened(path) as (file, held):
        size = file.seek(0, os.SEEK_END)
        if size == 0:
            _sync_folders(path)
        try:
            yield file
            os.fsync(file.fileno())
        except BaseException:
            # Part of a line would be told as torn for ever, and a whole one would count
            # twice: who is refused answers again. Without a lock it may be another's by now.
            with suppress(OSError):
                if held:
                    os.ftruncate(file.fileno(), size)
            raise


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, bool]]:
    """The file that lies there once it is held, and whether it is."""
    for last in (False, False, True):  # on some disks a file's number changes by itself
        with path.open("ab+", buffering=0) as file, _held(file) as held:
            # While we waited, a repair may have put another file in its place.
            if last or not held or _lies_at(path, file):
                yield file, held
                return


def _lies_at(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def write(file: BinaryIO, data: bytes) -> None:
    """Add whole lines; on a new line, where a writer died or an old one was cut short."""
    left = memoryview((b"\n" if _torn(file) else b"") + data)
    while left:
        left = left[os.write(file.fileno(), left) :]


def contents(path: Path) -> bytes:
    """All of the file; a line that is being written is waited for.

    Raises:
        OSError: it cannot be read.
    """
    return contents_from(path, 0)[0]


def contents_from(path: Path, begin: int) -> tuple[bytes, os.stat_result]:
    """The file from a place on, and how it was seen before it was read.

    A line that is being written is waited for.

    Raises:
        OSError: it cannot be read.
    """
    _must_end(path)
    with path.open("rb") as file:
        seen = os.fstat(file.fileno())
        file.seek(begin)
        data = file.read()
        if data and not data.endswith(b"\n"):
            # Where there is no lock to wait for, what was seen stands.
            with suppress(OSError), _held(file, alone=False):
                file.seek(begin)  # a writer who failed has cut off what we saw
                data = file.read()
    return data, seen


def end_of(path: Path) -> str:
    """The place where the file ends.

    Raises:
        OSError: it cannot be looked at.
    """
    return _place(seen := path.stat(), seen.st_size)


def contents_after(path: Path, place: str) -> tuple[bytes, str]:
    """What was added after a place in the file, and the place where it ends.

    Args:
        place: as it was given out. Where it does not fit, because another file lies
            there by now or this one is shorter, all of it comes.

    Raises:
        OSError: it cannot be read.
    """
    known, _, offset = place.rpartition(":")
    # Python reads no number of thousands of digits, and no file is as long.
    told = int(offset) if offset.isdecimal() and len(offset) < _DIGITS else 0
    size = path.stat().st_size
    begin = told if told <= size else 0
    data, seen = contents_from(path, begin)
    if begin and known != _place(seen, 0).partition(":")[0]:
        begin = 0
        data, seen = contents_from(path, 0)
    return data, _place(seen, begin + len(data))


def _place(seen: os.stat_result, end: int) -> str:
    return f"{seen.st_dev:x}.{seen.st_ino:x}:{end}"


def _must_end(path: Path) -> None:
    """Refuse a pipe or a device, which a link in a folder of somebody else may lead to."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is not a file")


def _torn(file: BinaryIO) -> bool:
    """Whether the last line lacks its newline."""
    if file.seek(0, os.SEEK_END) == 0:
        return False
    file.seek(-1, os.SEEK_END)
    return file.read(1) != b"\n"


def _sync_folders(path: Path) -> None:
    """See to it that a new file is found again after a power cut.

    Syncing a file does not sync its name in the folder, nor the folder's in the one
    above. It is done before the first line is written: in a file that has one, whoever
    made it, the names are safe.
    """
    for folder in Path(os.path.realpath(path)).parents:
        if not os.access(folder, os.W_OK):
            return  # nothing in it is of our making
        with suppress(OSError):  # Windows opens no folder, and some disks sync none
            opened = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)


@contextmanager
def _held(file: BinaryIO, *, alone: bool = True) -> Iterator[bool]:
    """Whether the file is held against other writers; by readers together if not `alone`."""
    try:
        from fcntl import LOCK_EX, LOCK_SH, flock
    except ImportError:  # Windows locks otherwise; a browser has one writer
        with _held_on_windows(file):
            yield True
        return
    try:
        flock(file, LOCK_EX if alone else LOCK_SH)  # released when the file is closed
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        yield False
        return
    yield True


@contextmanager
def _held_on_windows(file: BinaryIO) -> Iterator[None]:
    try:
        import msvcrt
    except ImportError:
        yield
        return
    file.seek(1 << 30)  # past the end: readers are not kept out
    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]  # Windows only
    try:
        yield
    finally:
        file.seek(1 << 30)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # Windows only
