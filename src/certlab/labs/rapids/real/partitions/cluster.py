"""Worker processes of Dask's on this machine: started, bounded and ended.

Every process listens on 127.0.0.1 alone. A worker is a process of its own with one
thread, started by a nanny that starts it again when it dies. On GPUs Dask-CUDA gives each
worker a GPU of its own.

A script, unlike a notebook, must start them under `if __name__ == "__main__":`, as every
program whose processes are spawned: each of them imports the script once more.
"""

import logging
import os
import socket
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Self

from certlab.compute import missing_packages
from certlab.errors import BackendError
from certlab.labs.rapids.real.partitions import expressions, faults

_LAB = "rapids/40_more_than_one_machine"
HOST = "127.0.0.1"
LEAST_GIB = 0.25  # pandas, Arrow and Dask take over half of it before there is any data
GPU_POOL = 0.8  # of a GPU's memory, for RMM to hand out; CUDA's context wants some too
NEEDS: dict[str, tuple[str, ...]] = {
    "pandas": ("dask", "distributed", "pyarrow", "pandas")
}
NEEDS["cudf"] = (*NEEDS["pandas"], "dask_cuda", "dask_cudf")
SETTINGS: dict[str, Any] = {
    # Each part of a shuffle is then a task, to be seen and counted. Dask's other method,
    # "p2p", hides them from the scheduler.
    "dataframe.shuffle.method": "tasks",
    # A task whose worker died twice is given up, and not only after four times.
    "distributed.scheduler.allowed-failures": 1,
    # Texts keep the type that pandas gives them; else answers would differ in it.
    "dataframe.convert-string": False,
    # Dask looks this long after a death whether the worker is there, and ends its nanny if
    # not: on a busy machine, or after a second death, it is still on its way back.
    "distributed.deploy.lost-worker-timeout": "1 day",
    # A worker's log of what it fetched holds a thousand lines otherwise.
    "distributed.admin.low-level-log-length": 100_000,
}
# A server that has imported Dask and pandas forks the workers, which would take each of
# them seconds. GPUs' are started as ever.
FORKED: dict[str, Any] = {"distributed.worker.multiprocessing-method": "forkserver"}
# For partitions of a few megabytes Dask would rather copy one to an idle worker than have
# a task wait, at every run others: what an operation moves could not be told from that.
NEAR_DATA: dict[str, Any] = {
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.unknown-task-duration": "5ms",  # else half a second
    "distributed.scheduler.bandwidth": 5_000_000,  # bytes a second; else 100 million
}


class Workers:
    """Worker processes that run until `close`, or to the end of a `with` block.

    Attributes:
        client: Dask's own; while it is open, `compute` and `persist` go to the workers.
        cluster: Dask's own.
        count: how many there are.
        memory_gib: what each may take of the computer's memory.
        frames: "pandas" or "cudf", what a partition is.
        numbers: each worker's number by its address, also of those that have died.
    """

    def __init__(
        self,
        count: int = 2,
        *,
        memory_gib: float = 1.0,
        port: int = 0,
        frames: str = "pandas",
        folder: str | os.PathLike[str] | None = None,
        near_data: bool = False,
    ) -> None:
        """Start them.

        Args:
            count: how many; on GPUs at most one a GPU.
            memory_gib: what each may take of the computer's memory. A worker spills from
                60 % of it on and is killed at 95 %.
            port: the scheduler's; 0 takes one that is free.
            frames: "pandas", or "cudf" for workers with a GPU each.
            folder: where they spill to; left out, the system's for what is temporary.
            near_data: keep each task where most of its data are, as Dask does by itself
                once partitions are large.

        Raises:
            BackendError: a package or the memory is not there, the port is taken, or the
                workers do not start.
        """
        check_packages(frames)
        check_memory(count, memory_gib)
        check_port(port)
        import dask
        from distributed import Client

        expressions.share_safely()
        self.count, self.memory_gib, self.frames = count, memory_gib, frames
        self.numbers: dict[str, int] = {}
        self.cluster: Any = None
        self.client: Any = None
        settings = SETTINGS | {"dataframe.backend": frames}
        if frames == "pandas" and sys.platform == "linux":
            settings |= FORKED
        self._settings = dask.config.set(settings | (NEAR_DATA if near_data else {}))
        try:
            with faults.told(port):
                options = _options(count, memory_gib, port, folder)
                self.cluster = _kind(frames)(**options)
                self.client = Client(self.cluster)
                self.cluster.scheduler.add_plugin(_joined(self.numbers))
                self.client.register_plugin(_one_clock())
                self.client.wait_for_workers(count, timeout=60)
                self.numbers.update(self.addresses())
                self.warm()
        except BaseException:
            self.close()
            raise

    def addresses(self) -> dict[str, int]:
        """Each worker's number, from 0, by its address; one that died is not there."""
        # The client's own record of them is emptied every two seconds, and filled again.
        found = self.client.sync(self.client.scheduler.identity, n_workers=-1)
        return {at: int(one["name"]) for at, one in found["workers"].items()}

    def warm(self) -> None:
        """Import what tasks need, or the first would wait for it and be counted with it."""
        self.client.run(_import, self.frames)

    def close(self) -> None:
        """End the processes and put Dask's settings back; a second time does no harm."""
        client, cluster = self.client, self.cluster
        self.client = self.cluster = None
        if client is not None:
            client.close()
        if cluster is not None:
            cluster.close()
        self._settings.__exit__(None, None, None)
        self._settings._record.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return described(self.count, self.memory_gib)


def described(count: int, memory_gib: float) -> str:
    """So many workers, of so much memory each, in words."""
    many, each = ("", "") if count == 1 else ("es", " each")
    return f"{count} worker process{many} of one thread and {memory_gib:g} GiB{each}"


def check_packages(frames: str = "pandas") -> None:
    """Refuse in a sentence where Dask, or on GPUs Dask-CUDA and dask-cuDF, is not there.

    Raises:
        BackendError: one is not installed, with the line that installs it.
    """
    if frames not in NEEDS:
        raise BackendError(f"Workers of {frames!r} are not known; use pandas or cudf.")
    # By module: what conda calls dask-cudf, pip calls dask-cudf-cu13.
    missing = [one for one in NEEDS[frames] if not find_spec(one)]
    if missing:
        says = missing_packages.install_hint(
            missing, missing_packages.current_lab() or _LAB
        )
        if all(one.startswith("dask_") for one in missing):
            says = f"{says.partition(';')[0]}; run conda env update -f environment.yml"
        raise BackendError(f"{says}, then restart the kernel.")


def check_memory(count: int, memory_gib: float) -> None:
    """Refuse in a sentence what the computer cannot give.

    Raises:
        BackendError: fewer than one worker, too little for one, or more than is free.
    """
    if count < 1:
        raise BackendError(f"{count} workers cannot work; ask for one or more.")
    if memory_gib < LEAST_GIB:
        raise BackendError(
            f"A worker of {memory_gib:g} GiB is killed before it has any data; give it "
            f"{LEAST_GIB:g} GiB or more."
        )
    free = free_gib()
    if count * memory_gib > free:
        raise BackendError(
            f"{count} workers of {memory_gib:g} GiB take {count * memory_gib:g} GiB, and "
            f"{free:.1f} GiB of memory are free; end what else runs, or ask for fewer or "
            "smaller workers."
        )


def free_gib() -> float:
    """Memory that could be had now, in GiB; in a container, of what it may take."""
    import psutil
    from distributed.system import MEMORY_LIMIT

    return float(min(psutil.virtual_memory().available, MEMORY_LIMIT)) / 2**30


def check_port(port: int) -> None:
    """Refuse in a sentence a port that is taken; 0 never is.

    Dask finds out as well, but leaves a socket open then.

    Raises:
        BackendError: something listens there.
    """
    with socket.socket() as probe, faults.told(port):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))


def _options(
    count: int, memory_gib: float, port: int, folder: str | os.PathLike[str] | None
) -> dict[str, Any]:
    """What both kinds of cluster take."""
    return {
        "n_workers": count,
        "threads_per_worker": 1,
        "memory_limit": int(memory_gib * 2**30),
        "host": HOST,
        "scheduler_port": port,
        # Any free port, or a second cluster would warn that 8787 is taken.
        "dashboard_address": f"{HOST}:0",
        "scheduler_kwargs": {"dashboard": False},
        "local_directory": None if folder is None else os.fspath(folder),
        "silence_logs": logging.CRITICAL,  # what went wrong is told once, by `faults`
    }


def _joined(numbers: dict[str, int]) -> Any:
    """Notes the number of each worker that joins: its task stream knows only addresses.

    One that takes a dead worker's place may die itself before anybody asks for its name.
    """
    from distributed import SchedulerPlugin

    class Joined(SchedulerPlugin):  # type: ignore[misc]  # Dask has no types
        name = "certlab-joined"

        def add_worker(self, scheduler: Any, worker: str) -> None:
            numbers[worker] = int(scheduler.workers[worker].name)

    return Joined()


def _one_clock() -> Any:
    """Keeps each worker's times as its clock has them, which is also the scheduler's.

    Dask guesses from a message's way there and back by how much a worker's clock is off, for
    workers on other machines. On a busy machine the guess is wrong by up to seconds.
    """
    from distributed import WorkerPlugin

    class OneClock(WorkerPlugin):  # type: ignore[misc]  # Dask has no types
        name = "certlab-one-clock"

        def setup(self, worker: Any) -> None:
            never = property(lambda _worker: 0.0, lambda _worker, _guess: None)
            type(worker).scheduler_delay = never

    return OneClock()


def _kind(frames: str) -> Any:
    """The class of the cluster, called with what `_options` says."""
    if frames == "cudf":
        from functools import partial

        from dask_cuda import LocalCUDACluster

        return partial(LocalCUDACluster, rmm_pool_size=GPU_POOL, enable_cudf_spill=True)
    from distributed import LocalCluster

    return LocalCluster


def _import(frames: str) -> None:
    """What a worker does before its first task."""
    for one in ("dask.dataframe", "pyarrow.dataset", "pyarrow.parquet", frames):
        import_module(one)
