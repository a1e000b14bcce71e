"""Workers that spill and workers that die: nothing is lost, and it is said what it cost."""

import os

import dask
import pytest

from certlab.errors import BackendError
from certlab.labs.rapids.real import partitions
from certlab.labs.rapids.real.etl import tables
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.tables import Answer
from certlab.labs.rapids.real.partitions import Workers, holdings, steps, worker_loss


def test_a_worker_keeps_more_than_its_memory_on_disk() -> None:
    with Workers(1, memory_gib=0.4) as small:
        blocks = partitions.watch(small, steps.blocks(30).persist).result
        (held,) = holdings.held(small)
        assert held.limit == int(0.4 * 2**30)
        assert held.limit < 30 * 16 * 2**20
        assert held.memory + held.spilled >= 30 * 16 * 2**20
        assert held.spilled > 0
        assert held.disk == pytest.approx(held.spilled, rel=0.01), "it cannot be packed"
        assert held.memory < held.process < held.limit
        found = partitions.watch(small, lambda: blocks["value"].sum().persist())
        assert any(one.action == "disk" for one in found.spans)
        real = sum(float(steps._block(n, 16)["value"].sum()) for n in range(30))
        assert float(found.result.compute()) == pytest.approx(real)


def test_what_fits_goes_to_no_disk(workers: Workers) -> None:
    blocks = partitions.watch(workers, steps.blocks(4, mib=1).persist).result
    for held in holdings.held(workers):
        assert (held.spilled, held.disk) == (0, 0)
    assert holdings.counts(workers, blocks) == [2, 2]


def test_only_what_was_lost_is_read_again_and_all_of_it_after_a_shuffle(
    workers: Workers, files: Files
) -> None:
    jobs, _ = steps.load(files.jobs, files.users)
    made = [
        partitions.watch(workers, one.persist) for one in (jobs, jobs.shuffle("job"))
    ]
    lost = [holdings.counts(workers, run.result)[1] for run in made]
    assert all(lost)

    def repair() -> list[object]:
        worker_loss.kill(workers, 1)
        return [dask.persist(run.result["seconds"].sum())[0] for run in made]

    after = partitions.watch(workers, repair)
    again = [worker_loss.again(run, after) for run in made]
    reads = [sum(n for name, n in one.items() if "read" in name) for one in again]
    assert reads == [lost[0], jobs.npartitions]
    one, other = (float(total.compute()) for total in after.result)
    assert one == pytest.approx(other, rel=1e-12)
    worker_loss.back(workers)
    assert sorted(workers.addresses().values()) == [0, 1]


def test_the_answer_survives_a_death_in_the_middle(
    workers: Workers, files: Files, right: Answer
) -> None:
    jobs, users = steps.load(files.jobs, files.users)
    lazy = steps.together(jobs, users)
    before = dict(workers.client.run(os.getpid))
    run = partitions.watch(
        workers,
        lambda: worker_loss.during(workers, lambda: dask.persist(*lazy), 1, results=3),
    )
    assert tables.differs(right, steps.answer(*run.result)) == ""
    worker_loss.back(workers)
    after = dict(workers.client.run(os.getpid))
    assert set(before.values()) != set(after.values()), "another process took its place"


def test_a_worker_that_gets_little_to_do_dies_when_all_is_done(
    workers: Workers, files: Files, right: Answer
) -> None:
    lazy = steps.together(*steps.load(files.jobs, files.users))
    found = worker_loss.during(workers, lambda: dask.persist(*lazy), 1, results=10**6)
    assert tables.differs(right, steps.answer(*found)) == ""
    worker_loss.back(workers)


def test_a_worker_that_came_and_died_meanwhile_has_its_number(workers: Workers) -> None:
    def twice() -> None:
        for n in range(2):
            (second,) = (at for at, one in workers.addresses().items() if one == 1)
            workers.client.submit(abs, -n, workers=[second], key=f"abs-{n}").result()
            worker_loss.kill(workers, 1)
            worker_loss.back(workers)

    run = partitions.watch(workers, twice)
    done = {one.key: one.worker for one in run.spans if one.task == "abs"}
    assert done == {"abs-0": 1, "abs-1": 1}


def test_a_worker_comes_back_however_long_it_takes() -> None:
    """Dask would give one up that is not back in 15 seconds, and end its nanny."""
    soon = {"distributed.deploy.lost-worker-timeout": "10ms"}
    with dask.config.set(soon), Workers(1, memory_gib=0.5) as one:
        worker_loss.kill(one)
        worker_loss.back(one)
        assert list(one.cluster.workers) == [0]


def test_a_worker_that_is_not_there_cannot_be_killed(workers: Workers) -> None:
    with pytest.raises(
        BackendError, match=r"^There is no worker 7; take one of \[0, 1\]"
    ):
        worker_loss.kill(workers, 7)


def test_waiting_for_what_never_comes_ends_in_a_sentence(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_loss, "_SECONDS", 0.2)
    with pytest.raises(BackendError, match="close them and start again"):
        worker_loss.during(workers, list, 1, results=10**6)
