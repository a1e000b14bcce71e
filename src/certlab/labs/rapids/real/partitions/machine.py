"""What this machine gives the lab: how many workers, of what size, with which frames."""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from certlab.compute.backend import choice
from certlab.compute.gpus import gpus
from certlab.errors import BackendError
from certlab.labs.rapids.real.partitions.cluster import (
    LEAST_GIB,
    check_memory,
    check_packages,
    described,
)

# Rows of the data set. With 300,000 a partition of the log is as small as the users' table,
# and Dask moves the log in some runs: what a join moves would be chance.
_ON_CPU, _ON_GPU = 500_000, 5_000_000
_SIZES_GIB = (1.0, 0.5)  # of a worker; the first for which there is room is taken
_SPARE_GIB = 0.5  # for the notebook itself, which holds the data once more


@dataclass(frozen=True, slots=True)
class Here:
    """What the lab takes; its text is what the first cell prints.

    Attributes:
        frames: "cudf" on GPUs, else "pandas".
        workers: two, or one a GPU.
        memory_gib: of the computer's memory, for each worker.
        rows: of the data set.
        why: the reason, as the end of a sentence.
    """

    frames: str
    workers: int
    memory_gib: float
    rows: int
    why: str

    @property
    def library(self) -> ModuleType:
        """pandas or cudf itself."""
        return import_module(self.frames)

    def __str__(self) -> str:
        workers = described(self.workers, self.memory_gib)
        data = f"partitions in {self.frames}, {self.rows:,} rows"
        return f"{workers}, {data}: {self.why}."


def here() -> Here:
    """Choose frames, workers and sizes, or say in a sentence what is missing.

    Raises:
        BackendError: Dask is not installed, or there is no memory for two small workers.
    """
    check_packages()
    taken = choice()
    if taken.frames != "cudf":
        return Here("pandas", 2, _size(2), _ON_CPU, taken.why)
    try:
        check_packages("cudf")
    except BackendError as error:
        why = str(error).split(";")[0]
        return Here("pandas", 2, _size(2), _ON_CPU, why)
    count = max(1, len(gpus().found))
    return Here("cudf", count, _size(count), _ON_GPU, "cuDF works, one worker a GPU")


def _size(workers: int) -> float:
    for gib in _SIZES_GIB:
        try:
            check_memory(workers, gib + _SPARE_GIB / workers)
        except BackendError:
            continue
        return gib
    check_memory(workers, LEAST_GIB + _SPARE_GIB / workers)
    return LEAST_GIB
