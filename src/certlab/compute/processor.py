"""This machine's processor and memory, told by the system itself."""

import ctypes
import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

GIB = 2**30


@dataclass(frozen=True, slots=True)
class Cpu:
    """A processor.

    Attributes:
        name: as the system gives it.
        cores: logical cores this process may run on.
        memory_gib: physical memory of the machine; None where nobody says.
    """

    name: str
    cores: int
    memory_gib: float | None


def cpu() -> Cpu:
    """The processor this runs on."""
    return Cpu(_name(), cores(), _memory_gib())


def cores() -> int:
    """Logical cores this process may use, at least 1: not all the machine has."""
    if sys.version_info >= (3, 13):
        found = os.process_cpu_count()
    elif sys.platform == "linux":
        found = len(os.sched_getaffinity(0))
    else:
        found = os.cpu_count()
    return found or 1


@dataclass(frozen=True, slots=True)
class Bf16:
    """Whether a processor multiplies BF16 itself.

    Attributes:
        by: the instructions that do; none where it has none.
        known: False where the system does not say.
    """

    by: tuple[str, ...] = ()
    known: bool = True

    def __str__(self) -> str:
        if self.by:
            return f"BF16: this processor multiplies it, by {' and '.join(self.by)}"
        if not self.known:
            return "BF16: the system does not say whether this processor multiplies it"
        return (
            "BF16: this processor has no instructions for it; libraries convert to "
            "float32 and back, so that it saves memory here and no time"
        )


# Linux's names of the instructions, on x86-64 and on Arm.
_BF16 = {
    "amx_bf16": "AMX",
    "avx512_bf16": "AVX-512",
    "bf16": "Arm's BF16",
    "svebf16": "SVE",
}


def bf16() -> Bf16:
    """Whether this processor multiplies BF16."""
    if sys.platform == "darwin":
        found = _output("sysctl", "-n", "hw.optional.arm.FEAT_BF16")
        return Bf16((_BF16["bf16"],) if found == "1" else (), known=found in ("0", "1"))
    return _cpuinfo_bf16()


def _cpuinfo_bf16(path: Path = Path("/proc/cpuinfo")) -> Bf16:
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return Bf16(known=False)
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() in ("flags", "Features"):
            words = set(value.split())
            return Bf16(tuple(name for word, name in _BF16.items() if word in words))
    return Bf16(known=False)


def _name() -> str:
    if sys.platform == "win32":
        found = _registry_name()
    elif sys.platform == "darwin":
        found = _output("sysctl", "-n", "machdep.cpu.brand_string")
    else:
        found = _cpuinfo_name()
    return " ".join(found.split()) or platform.processor() or platform.machine()


def _cpuinfo_name(path: Path = Path("/proc/cpuinfo")) -> str:
    """The model in Linux's table; "" on Arm, where lines have other names."""
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    rows = (line.partition(":") for line in lines)
    models = (value for key, _, value in rows if key.strip() == "model name")
    return next(models, "")


if sys.platform == "win32":
    import winreg

    def _registry_name() -> str:
        place = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
                return str(winreg.QueryValueEx(key, "ProcessorNameString")[0])
        except OSError:
            return ""

    def _memory_gib() -> float | None:
        kib = ctypes.c_ulonglong()
        ask = ctypes.windll.kernel32.GetPhysicallyInstalledSystemMemory
        return kib.value * 1024 / GIB if ask(ctypes.byref(kib)) else None

else:

    def _memory_gib() -> float | None:
        try:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / GIB
        except (ValueError, OSError):
            return None


def _output(*command: str) -> str:
    try:
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""
