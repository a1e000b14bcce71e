"""Reads of a file of our own, from the page cache and past it, by several readers at once."""

import mmap
import os
import random
import shutil
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from certlab.errors import CourseError

MEBI = 2**20
_DIRECT = getattr(os, "O_DIRECT", 0)  # Linux has it


# Megabytes a second past the cache, by bytes of a block and readers; recorded on a virtual
# machine with an ext4 disk, for a file system that has no direct reads.
RECORDED = {
    (4096, 1): 82,
    (4096, 4): 156,
    (4096, 16): 314,
    (65536, 1): 555,
    (65536, 4): 1146,
    (65536, 16): 1090,
    (2**20, 1): 1006,
    (2**20, 4): 1087,
    (2**20, 16): 1005,
}


@dataclass(frozen=True)
class Rate:
    """What some readers got in some seconds.

    Attributes:
        bytes: that all of them read.
        requests: that all of them made.
        seconds: from the first to the last.
    """

    bytes: int
    requests: int
    seconds: float

    @property
    def megabytes(self) -> float:
        """Megabytes a second."""
        return self.bytes / self.seconds / 1e6

    @property
    def iops(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds


class TestFile:
    """A file in a folder of its own, which goes when the block ends.

    Attributes:
        path: where it is.
        size: its bytes.
        direct: whether it can be read past the page cache.
        why: where it cannot, the reason.
    """

    __test__ = False  # its name is no test's

    def __init__(self, mebibytes: int = 128, folder: str | Path | None = None) -> None:
        if not hasattr(os, "preadv"):
            raise CourseError(
                "This system has no preadv, the call that reads into memory of our own, as "
                "Windows has none; open the lab in WSL or in another Linux."
            )
        if mebibytes < 1:
            raise CourseError("A test file has at least 1 MiB; give more mebibytes.")
        self.size = mebibytes * MEBI
        where = folder or tempfile.gettempdir()
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="certlab-storage-", dir=where))
            self.path = self._folder / "data"
            try:
                self._write()
                self.why = self._refusal()
            except BaseException:
                self.close()
                raise
        except OSError as error:
            raise CourseError(
                f"No file of {mebibytes} MiB can be written to {where}; "
                "name another folder."
            ) from error
        self.direct = not self.why

    def _write(self) -> None:
        piece = random.Random(0).randbytes(MEBI)
        with self.path.open("wb") as file:
            for _ in range(self.size // MEBI):
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())

    def _refusal(self) -> str:
        """Why there is no direct read of this file, or nothing."""
        if not _DIRECT:
            return "this system has no O_DIRECT"
        try:
            number = os.open(self.path, os.O_RDONLY | _DIRECT)
        except OSError:
            return "the file system refuses O_DIRECT"
        try:
            with mmap.mmap(-1, MEBI) as memory:
                os.preadv(number, [memory], 0)
        except OSError:
            return "the file system refuses a direct read"
        finally:
            os.close(number)
        return ""

    def read(
        self,
        block: int,
        readers: int = 1,
        *,
        direct: bool = False,
        seconds: float = 0.2,
    ) -> Rate:
        """Let readers take blocks one after another, each from a place of its own.

        Args:
            block: bytes of a request, a multiple of 4,096.
            readers: threads, each with one request at a time.
            direct: past the page cache.
            seconds: how long.
        """
        if block <= 0 or block % 4096 or block > self.size:
            raise CourseError(
                f"A block of {block} bytes is no multiple of 4,096 that fits into the file; "
                "take 4096, 65536 or 1048576."
            )
        if readers < 1:
            raise CourseError("At least one reader is needed; give readers=1 or more.")
        if direct and not self.direct:
            raise CourseError(f"No direct read: {self.why}; read with direct=False.")
        number = os.open(self.path, os.O_RDONLY | (_DIRECT if direct else 0))
        try:
            return self._timed(number, block, readers, seconds)
        finally:
            os.close(number)

    def _timed(self, number: int, block: int, readers: int, seconds: float) -> Rate:
        blocks = self.size // block
        counts = [0] * readers
        faults: list[OSError] = []
        until = time.perf_counter() + seconds

        def reads(reader: int) -> None:
            place = reader * blocks // readers
            try:
                with mmap.mmap(-1, block) as memory:  # aligned, as direct reads want it
                    while time.perf_counter() < until or not counts[reader]:
                        os.preadv(number, [memory], place * block)
                        counts[reader] += 1
                        place = (place + 1) % blocks
            except OSError as error:
                faults.append(error)

        begin = time.perf_counter()
        threads = [
            threading.Thread(target=reads, args=(one,)) for one in range(readers)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        if faults:
            raise CourseError(
                f"The file could not be read: {faults[0].strerror}; make it anew, "
                "or take fewer readers and smaller blocks."
            ) from faults[0]
        spent = time.perf_counter() - begin
        return Rate(sum(counts) * block, sum(counts), spent)

    def close(self) -> None:
        """Remove the file and its folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        """Hand itself to a block."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Remove the file."""
        self.close()
