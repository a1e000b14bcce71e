"""A course that was read, kept in the cache for the next process.

Reading takes a second, and taking back what was read 50 ms. What is kept is the course as
pickle has it, behind a digest of it that also tells the course's files, this certlab and this
Python: of another one, and of one that was damaged, it is another. Then nothing is taken, and
nothing is said.
"""

import gc
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass
from datetime import date
from io import BytesIO
from pathlib import Path, PosixPath
from typing import Any

from certlab import __version__, cache_folder, whole_file
from certlab.course.catalogue import Course
from certlab.course.file_times import TICK, FileTimes, look

_PACKAGE = Path(__file__).resolve().parents[1]
# What has no part in reading: browsers' code, Python's own cache, what a wheel carries.
_PASSED_OVER = ("static", "__pycache__", "_course", "_pages")
_IMPORTED = time.time()
_MOST = 8  # courses; ours takes 6 MB
_DIGEST = hashlib.blake2b().digest_size
# What a course consists of beside its dataclasses and what pickle has signs of its own for.
_PLAIN = (PosixPath, date)


def take(root: Path, files: FileTimes) -> Course | None:
    """The course at `root` as it was read from these files; None where it has to be read."""
    key = _key(root, files)
    if key is None:
        return None
    try:
        data = cache_folder.read_own(_place(root))
        if data[:_DIGEST] != _digest(key, data[_DIGEST:]):
            return None
        with _without_collection():
            course = _Unpickler(BytesIO(memoryview(data)[_DIGEST:])).load()
    except Exception:  # noqa: BLE001 -- whatever pickle stumbles over
        return None
    return course if isinstance(course, Course) else None


def keep(course: Course, files: FileTimes) -> None:
    """Keep a course that was read from these files, where that can be done."""
    key = _key(course.root, files)
    if key is None:
        return
    with suppress(Exception):  # what a module's own table holds need not be for pickle
        path = _place(course.root)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if cache_folder.is_own(path.parent.stat()):
            data = pickle.dumps(course, pickle.HIGHEST_PROTOCOL)
            whole_file.write(path, _digest(key, data) + data, secret=True)
            _remove_old(path.parent)


def _key(root: Path, files: FileTimes) -> bytes | None:
    """What has to be as it was; None where a course is not to be kept, nor taken.

    That is in a browser, on a system that does not tell whose a file is, while a file could
    change without being seen, and where this process may run other code than there is now.
    """
    if not hasattr(os, "geteuid") or sys.platform == "emscripten" or not files.settled:
        return None
    code = look([_PACKAGE], _PASSED_OVER)
    if not code.settled or code.newest > _IMPORTED - TICK:
        return None
    names = f"{root}\0{__version__}\0{sys.version}\0"
    return hashlib.blake2b(names.encode() + files.digest + code.digest).digest()


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(data, key=key).digest()


def _place(root: Path) -> Path:
    """A file for each course, certlab and Python that one uses in turn."""
    names = f"{root}\0{_PACKAGE}\0{sys.version}".encode()
    name = hashlib.blake2b(names, digest_size=8).hexdigest()
    return cache_folder.folder("course") / f"{name}.pickle"


class _Unpickler(pickle.Unpickler):
    """Makes what courses consist of, and calls nothing else that a pickle may name."""

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] in ("certlab", "pathlib", "datetime"):
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or found in _PLAIN):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is in no course")


@contextmanager
def _without_collection() -> Iterator[None]:
    """What is made is all kept: to look for garbage among it takes as long again."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _remove_old(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
    for one in files[_MOST:]:
        one.unlink()
