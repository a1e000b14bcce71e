"""Whether files are as they were, by their names, sizes and times: no file is opened."""

import hashlib
import os
import stat
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

# Seconds after which another change gives a file another time; FAT tells them by twos.
TICK = 3.0


@dataclass(frozen=True)
class FileTimes:
    """What was seen of files.

    Attributes:
        digest: changes with the name, size or time of any of them.
        newest: when the last of them changed, in seconds since 1970; 0 where there is none.
        settled: whether any later change is one that `digest` shows. It is not while a file is
            so new that it could change once more within the same tick of the clock, nor where
            there is a link, because what that leads to was not looked at.
    """

    digest: bytes
    newest: float = field(compare=False)
    settled: bool = field(compare=False)


def look(folders: Iterable[Path], passed_over: Collection[str] = ()) -> FileTimes:
    """Look at all files in some folders, but for those in folders of certain names."""
    begun = time.time()
    whole, newest, links = hashlib.blake2b(), 0, False
    for path in _paths(folders, passed_over):
        row = path
        with suppress(FileNotFoundError):  # gone meanwhile
            seen = os.lstat(path)
            if not stat.S_ISDIR(seen.st_mode):  # whose time any cache in it changes
                links = links or stat.S_ISLNK(seen.st_mode)
                # A change that keeps the size and sets the time back, as cp -p does, is in ctime.
                newest = max(newest, seen.st_mtime_ns, seen.st_ctime_ns)
                row += f"\0{seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns}"
        whole.update(f"{row}\0\n".encode(errors="surrogateescape"))
    settled = not links and newest / 1e9 < begun - TICK
    return FileTimes(whole.digest(), newest / 1e9, settled)


def _paths(folders: Iterable[Path], passed_over: Collection[str]) -> Iterator[str]:
    """Files and folders, in an order that is always the same."""
    for top in folders:
        yield str(top)
        for folder, inner, names in os.walk(top):
            inner[:] = sorted(name for name in inner if name not in passed_over)
            yield from (f"{folder}/{name}" for name in (*inner, *sorted(names)))
