"""How large a data set fits: the size is picked before anything is made, and said."""

from dataclasses import dataclass
from pathlib import Path

from certlab.compute import probe
from certlab.compute.processor import cpu
from certlab.errors import CourseError

GPU_ROWS, CPU_ROWS = 5_000_000, 300_000
SIZES = (GPU_ROWS, 1_000_000, CPU_ROWS, 100_000, 30_000)
# Measured: with all that the lab holds at once, of three engines, a row takes less than 1 kB
# of the host. On a GPU nothing was measured; it is taken to need about as much.
_HOST_BYTES_A_ROW, _GPU_BYTES_A_ROW = 1500, 1200
_HOST_FIXED_GIB, _GPU_FIXED_GIB = 0.3, 0.5
_GIB = 2**30


@dataclass(frozen=True, slots=True)
class Size:
    """A number of rows and why it is not another.

    Attributes:
        rows: of `jobs`.
        says: the sentence that a lab prints.
    """

    rows: int
    says: str

    def __str__(self) -> str:
        return self.says


def pick(
    *,
    on_gpu: bool = False,
    host_gib: float | None = None,
    gpu_gib: float | None = None,
    wanted: int = 0,
) -> Size:
    """The largest size that memory has room for, up to the one that is wanted.

    Args:
        on_gpu: whether an engine on the GPU takes part.
        host_gib: free memory of the computer; asked of the system when None.
        gpu_gib: free memory of the GPU; asked of the GPU when None.
        wanted: rows; 5 million with a GPU and 300,000 without when 0.

    Raises:
        CourseError: not even the smallest size fits.
    """
    wanted = wanted or (GPU_ROWS if on_gpu else CPU_ROWS)
    host = available_gib() if host_gib is None else host_gib
    rooms = {"the computer's": (host, _HOST_BYTES_A_ROW, _HOST_FIXED_GIB)}
    if on_gpu:
        free = _gpu_gib() if gpu_gib is None else gpu_gib
        rooms["the GPU's"] = (free, _GPU_BYTES_A_ROW, _GPU_FIXED_GIB)
    sizes = [wanted, *(one for one in SIZES if one < wanted)]
    found = next((rows for rows in sizes if not _full(rows, rooms)), 0)
    if not found:
        raise CourseError(f"{_full(sizes[-1], rooms)}; end what else runs.")
    if found == wanted:
        return Size(found, f"{found:,} rows.")
    return Size(found, f"{found:,} rows: {_full(wanted, rooms)}.")


def available_gib() -> float:
    """Memory that a program can still have, in GiB; a group's limit counts.

    Where the system does not say what is free it is half of what is there.
    """
    free = _meminfo(Path("/proc/meminfo"))
    if free is None:
        return (cpu().memory_gib or 4.0) / 2
    return min([free, *_group(Path("/sys/fs/cgroup"))])


def _full(rows: int, rooms: dict[str, tuple[float, int, float]]) -> str:
    """Whose memory so many rows do not fit into, as a clause; "" where they fit."""
    for whose, (gib, each, fixed) in rooms.items():
        needed = rows * each / _GIB + fixed
        if gib < needed:
            return (
                f"{rows:,} would take {needed:.1f} GiB and {gib:.1f} GiB of {whose} "
                "memory are free"
            )
    return ""


def _meminfo(path: Path) -> float | None:
    """What Linux says is available, in GiB."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError:
        return None
    found = (line.split()[1] for line in lines if line.startswith("MemAvailable:"))
    return next((int(kib) / 2**20 for kib in found), None)


def _group(folder: Path) -> list[float]:
    """What the limit of this process's group leaves, in GiB; none without a limit."""
    try:
        most = (folder / "memory.max").read_text("utf-8").strip()
        taken = int((folder / "memory.current").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return [] if most == "max" else [max(0, int(most) - taken) / _GIB]


def _gpu_gib() -> float:
    """Free memory of the GPU in GiB; `probe.cupy` must be without a fault."""
    if probe.cupy().fault:
        return 0.0
    import cupy

    return float(cupy.cuda.runtime.memGetInfo()[0]) / _GIB
