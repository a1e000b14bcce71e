"""Worker processes: real ones, on this machine alone, and gone when they should be."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import dask
import psutil
import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.partitions import cluster, faults, machine
from certlab.labs.rapids.real.partitions.cluster import Workers
from tests.bound import BOUND

SCRIPT = """
from certlab.labs.rapids.real.partitions import Workers

if __name__ == "__main__":
    workers = Workers(1, memory_gib=0.25)
    (pid,) = workers.client.run(__import__("os").getpid).values()
    print(pid, flush=True)
    input()
"""


def listening() -> list[tuple[str, int]]:
    """Addresses and ports of this process and of all it has started."""
    me = psutil.Process()
    return [
        (one.laddr.ip, one.laddr.port)
        for process in (me, *me.children(recursive=True))
        for one in process.net_connections("inet")
        if one.status == psutil.CONN_LISTEN
    ]


def hungry(gib: float) -> int:
    """A task that needs too much while it runs."""
    held = bytearray(int(gib * 2**30))
    held[::4096] = b"x" * len(held[::4096])
    time.sleep(5)
    return len(held)


def test_a_worker_is_a_process_of_its_own_with_one_thread(workers: Workers) -> None:
    pids = set(workers.client.run(os.getpid).values())
    assert len(pids) == 2
    assert os.getpid() not in pids
    assert set(workers.client.nthreads().values()) == {1}
    assert sorted(workers.addresses().values()) == [0, 1]
    assert repr(workers) == "2 worker processes of one thread and 0.5 GiB each"


def test_nothing_listens_but_on_this_machine(workers: Workers) -> None:
    found = listening()
    assert len(found) >= 3  # the scheduler, and each of the workers
    assert {ip for ip, _ in found} == {"127.0.0.1"}


def test_a_second_cluster_warns_of_nothing_and_leaves_nothing(workers: Workers) -> None:
    """Warnings are errors here: that of Dask on port 8787 would be one."""
    before = psutil.Process().children(recursive=True)
    with Workers(1, memory_gib=0.25) as second:
        assert second.client.submit(sum, [1, 2]).result() == 3
        new = set(psutil.Process().children(recursive=True)) - set(before)
        assert new
    assert not [one for one in new if one.is_running()]


def test_settings_hold_while_it_runs_and_are_put_back() -> None:
    name = "dataframe.shuffle.method"
    with dask.config.set({name: "disk"}):
        started = Workers(1, memory_gib=0.25)
        assert dask.config.get(name) == "tasks"
        started.close()
        assert dask.config.get(name) == "disk"
        with dask.config.set({name: "p2p"}):
            started.close()  # once more does no harm
            assert dask.config.get(name) == "p2p"


def test_a_kernel_that_is_killed_takes_its_workers_along(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        worker = psutil.Process(int(run.stdout.readline()))
        run.send_signal(signal.SIGKILL)
    _, alive = psutil.wait_procs([worker], timeout=BOUND)
    assert not alive


def test_a_task_that_needs_too_much_is_told_in_a_sentence(workers: Workers) -> None:
    with pytest.raises(BackendError) as error:
        partitions.watch(workers, lambda: workers.client.submit(hungry, 1.0))
    assert str(error.value) == (
        "The task hungry ended its worker 2 times, most likely for want of memory; make "
        "the partitions smaller, or give each worker more."
    )
    partitions.worker_loss.back(workers)


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            BackendError, match=f"^Port {port} of this machine is taken;"
        ):
            Workers(1, memory_gib=0.25, port=port)


def test_a_port_that_is_taken_in_between_is_told_too() -> None:
    """Between our look and Dask's another may have taken it: Dask's own error then."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BackendError, match="is taken"), faults.told(port):
            started_by_dask(port)


def started_by_dask(port: int) -> None:
    """Fail as Dask does: with an error of its own over that of the socket."""
    try:
        socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise RuntimeError("Cluster failed to start") from error


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"count": 0}, "0 workers cannot work; ask for one or more."),
        ({"memory_gib": 0.1}, "is killed before it has any data; give it 0.25 GiB"),
        ({"memory_gib": 10_000}, "2 workers of 10000 GiB take 20000 GiB, and "),
        (
            {"frames": "polars"},
            "Workers of 'polars' are not known; use pandas or cudf.",
        ),
        (
            {"frames": "cudf"},
            "dask_cuda and dask_cudf are not installed; run conda env",
        ),
    ],
)
def test_what_cannot_be_is_refused_before_anything_starts(asked, says) -> None:
    before = psutil.Process().children()
    with pytest.raises(BackendError) as error:
        Workers(**{"count": 2, **asked})
    assert says in str(error.value)
    assert psutil.Process().children() == before


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cluster.find_spec
    monkeypatch.setattr(
        cluster,
        "find_spec",
        lambda name: None if name in ("dask", "distributed") else real(name),
    )
    with pytest.raises(BackendError) as error:
        partitions.here()
    assert str(error.value) == (
        "dask and distributed are not installed; run certlab lab prepare "
        "rapids/40_more_than_one_machine (about 44 MB), then restart the kernel."
    )


@pytest.mark.parametrize(
    ("free", "gib"), [(64.0, 1.0), (2.6, 1.0), (2.4, 0.5), (1.4, 0.25)]
)
def test_the_size_follows_the_memory(monkeypatch, free: float, gib: float) -> None:
    monkeypatch.setattr(cluster, "free_gib", lambda: free)
    found = partitions.here()
    assert (found.frames, found.workers, found.memory_gib) == ("pandas", 2, gib)
    assert f"2 worker processes of one thread and {gib:g} GiB each" in str(found)


def test_too_little_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "free_gib", lambda: 0.6)
    with pytest.raises(
        BackendError, match=r"0\.6 GiB of memory are free; end what else"
    ):
        machine.here()
