"""The caches of the processor this runs on, as the system lists them."""

import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.compute.processor import _output

_LINUX = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}


@dataclass(frozen=True, slots=True)
class Cache:
    """One level that holds data.

    Attributes:
        level: 1, 2 or 3.
        bytes: its size. A virtual machine may list what it shares with others.
        line: bytes that move at once; 0 where nobody says.
    """

    level: int
    bytes: int
    line: int

    @property
    def label(self) -> str:
        """ "L2, 2 MiB"."""
        for size, unit in ((2**30, "GiB"), (2**20, "MiB")):
            if self.bytes >= size:
                return f"L{self.level}, {self.bytes / size:.3g} {unit}"
        return f"L{self.level}, {self.bytes / 2**10:.3g} KiB"


def caches() -> tuple[Cache, ...]:
    """The data caches of one core, small ones first; none where the system does not say."""
    if sys.platform == "darwin":
        found = _apples(lambda name: _output("sysctl", "-n", name))
    elif sys.platform == "win32":
        found = _windows(_windows_table())
    else:
        found = _linux(_LINUX)
    return tuple(sorted(found, key=lambda one: one.level))


def gpu_cache(cupy: Any) -> Cache:
    """The level 2 cache of the GPU that CuPy uses. Lines have four sectors of 32 bytes."""
    properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
    return Cache(2, int(properties["l2CacheSize"]), 128)


def _linux(folder: Path) -> list[Cache]:
    found = []
    for place in sorted(folder.glob("index[0-9]*")):
        try:
            kind, level, size, line = (
                (place / name).read_text().strip()
                for name in ("type", "level", "size", "coherency_line_size")
            )
        except OSError:
            continue
        if kind != "Instruction" and size[:-1].isdigit():
            bytes = int(size[:-1]) * _UNITS.get(size[-1], 1)
            found.append(Cache(int(level), bytes, int(line) if line.isdigit() else 0))
    return found


def _apples(ask: Callable[[str], str]) -> list[Cache]:
    """macOS: the fast cores of an Arm machine have names of their own."""

    def number(*names: str) -> int:
        texts = (ask(name) for name in names)
        return next((int(one) for one in texts if one.isdigit()), 0)

    line = number("hw.cachelinesize")
    sizes = {
        1: number("hw.perflevel0.l1dcachesize", "hw.l1dcachesize"),
        2: number("hw.perflevel0.l2cachesize", "hw.l2cachesize"),
        3: number("hw.l3cachesize"),
    }
    return [Cache(level, size, line) for level, size in sizes.items() if size]


def _windows(table: bytes) -> list[Cache]:
    """Windows: SYSTEM_LOGICAL_PROCESSOR_INFORMATION of 64-bit systems, 32 bytes each.

    https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-cache_descriptor
    """
    found: dict[int, Cache] = {}
    for at in range(0, len(table) - 31, 32):
        relation, level, _ways, line, size, kind = struct.unpack_from(
            "<8xI4xBBHII", table, at
        )
        if relation == 2 and kind in (0, 2):  # RelationCache; unified or data
            found.setdefault(level, Cache(level, size, line))
    return list(found.values())


if sys.platform == "win32":
    import ctypes

    def _windows_table() -> bytes:
        ask = ctypes.windll.kernel32.GetLogicalProcessorInformation
        length = ctypes.c_ulong(0)
        ask(None, ctypes.byref(length))
        table = ctypes.create_string_buffer(length.value)
        return table.raw if ask(table, ctypes.byref(length)) else b""

else:

    def _windows_table() -> bytes:
        return b""
