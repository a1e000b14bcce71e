"""Slurm on the machine one can break: law 11 as a walk, waiting, and that no job is lost."""

import random
from dataclasses import replace

import pytest

from certlab.labs.operations.node import faults, laws, machine, shell, units
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.slurm import queue
from certlab.labs.operations.node.state import Fault, World

UPDATE = "scontrol update nodename=node-a"


class Table:
    """Somebody at the head, who types lines one after the other."""

    def __init__(self, world: World, host: str = "head") -> None:
        self.world, self.host, self.exit = world, host, 0

    def type(self, line: str) -> str:
        done = shell.run(self.world, self.host, line)
        self.world, self.exit = done.world, done.exit
        return done.text

    def state(self, node: str = "node-a") -> str:
        """The word that sinfo has for a node."""
        return self.type(f"sinfo -N -n {node}").split()[-1]


def healthy() -> Table:
    return Table(machine.healthy(1))


def with_jobs(*jobs: Job) -> Table:
    world = machine.healthy(1)
    assert world.slurm
    world = replace(world, slurm=replace(world.slurm, jobs=jobs, next_id=4800))
    return Table(advance(world, 1))


def mara(id: int = 4711, gpus: int = 8, **more: object) -> Job:
    job = Job(id, "train", "mara", gpus, 36_000, submitted=-60)
    return replace(job, **more)  # type: ignore[arg-type]  # the fields of a job


def test_a_node_with_too_few_gpus_comes_back_only_when_they_are_there_and_it_is_told() -> (
    None
):
    at = Table(faults.strike(machine.healthy(1), Fault("not-seated", "node-a", 5)))
    assert at.state() == "inval"
    shown = at.type("scontrol show node node-a")
    assert "State=IDLE+DRAIN+INVALID_REG" in shown
    assert "Reason=gres/gpu count reported lower than configured (7 < 8)" in shown
    assert "gres/gpu count repor " in at.type("sinfo -R")
    assert (
        at.type(f"{UPDATE} state=resume")
        == "slurm_update error: Invalid node state specified"
    )
    assert at.exit == 1
    # The GPU sits again, and slurmd has not looked yet.
    at.world = at.world.with_gpu("node-a", 5, seated=True)
    assert at.state() == "inval"
    world = units.stop(at.world, "node-a", "slurmd")
    at.world = units.start(world, "node-a", "slurmd")
    assert at.state() == "drain"
    assert "gres/gpu count repor " in at.type("sinfo -R")
    at.type(f"{UPDATE} state=resume")
    assert (at.exit, at.state()) == (0, "idle")


def test_a_drain_lets_the_job_end_and_takes_no_other() -> None:
    at = with_jobs(mara(wants="node-a"))
    at.type(f'{UPDATE} state=drain reason="look at it"')
    assert at.state() == "drng"
    at.type("sbatch --gres=gpu:1 -w node-a --wrap=hostname")
    assert "(ReqNodeNotAvail, UnavailableNodes:node-a)" in at.type("squeue")
    at.world = advance(at.world, 36_000)
    assert at.state() == "drain"
    assert not at.world.harms
    assert "CD" in at.type("squeue -t all -j 4711")
    at.type(f"{UPDATE} state=resume; sleep 5")
    assert "R" in at.type("squeue -h").split()


def test_a_silent_slurmd_costs_its_jobs_after_the_timeout() -> None:
    at = with_jobs(mara(wants="node-a"))
    at.world = units.stop(at.world, "node-a", "slurmd")
    assert at.state() == "alloc*"
    at.world = advance(at.world, at.world.machine["slurm"]["timeout"])
    assert at.state() == "down*"
    assert "Not responding" in at.type("sinfo -R")
    assert [harm.kind for harm in at.world.harms] == ["job"]
    assert "(BeginTime)" in at.type("squeue")


def test_what_waits_says_why() -> None:
    at = with_jobs(mara(1), mara(2), mara(3), mara(4))
    reasons = [row.split()[-1] for row in at.type("squeue -h").splitlines()]
    assert reasons == ["(Resources)", "(Priority)", "node-a", "node-b"]
    at.type("scancel 1 2")
    at.type("scontrol update nodename=node-a,node-b state=drain reason=x")
    at.type("scancel 3 4; sbatch --gres=gpu:1 --wrap=hostname")
    assert queue.NONE_LEFT in at.type("squeue")


@pytest.mark.parametrize(
    "line",
    [
        "scancel 4711",
        "scontrol requeue 4711",
        f"{UPDATE} state=down reason=x",
    ],
)
def test_a_job_of_somebody_else_is_a_harm_and_ones_own_is_not(line: str) -> None:
    theirs, own = with_jobs(mara()), with_jobs(mara(user="root"))
    theirs.type(line)
    assert [harm.kind for harm in theirs.world.harms] == ["job"]
    if "down" not in line:
        own.type(line)
        assert not own.world.harms


def test_a_job_keeps_the_gpus_that_it_was_given() -> None:
    at = with_jobs(mara(1, 4, wants="node-a", seconds=60), mara(2, 4, wants="node-a"))
    job = queue.job_of(at.world, 2)
    assert job
    assert job.slots == (5, 6, 7, 8)
    at.world = advance(at.world, 120)
    assert laws.job_slots(at.world, job, "node-a") == (5, 6, 7, 8)
    held = [one.slots for one in laws.clients(at.world, "node-a") if one.kind == "job"]
    assert held == [(5, 6, 7, 8)]


def test_a_job_that_begins_where_cuda_does_not_start_fails_and_counts() -> None:
    world = faults.strike(machine.healthy(1), Fault("manager-stopped", "node-a"))
    assert world.slurm
    world = replace(world, slurm=replace(world.slurm, jobs=(mara(wants="node-a"),)))
    at = Table(advance(world, 1))
    assert "JobState=FAILED Reason=NonZeroExitCode" in at.type("scontrol show job 4711")
    assert [harm.kind for harm in at.world.harms] == ["job"]


def test_a_format_prints_what_it_names() -> None:
    at = with_jobs(mara(wants="node-a"))
    assert at.type('sinfo -h -o "%n %t %G"') == "node-a alloc gpu:8\nnode-b idle gpu:8"
    assert at.type('squeue -h -o "%i|%T|%.4u"') == "4711|RUNNING|mara"
    assert "%Z" in at.type('sinfo -o "%Z"')
    assert at.exit == UNKNOWN


def test_without_its_controller_each_tool_says_so() -> None:
    at = healthy()
    at.world = units.stop(at.world, "head", "slurmctld")
    for line in ("sinfo", "squeue", "scontrol show node", f"{UPDATE} state=resume"):
        assert "Unable to contact slurm controller" in at.type(line)
        assert at.exit == 1


def test_where_kubernetes_runs_the_nodes_there_is_no_slurm() -> None:
    at = Table(machine.healthy(1, "kubernetes"))
    for name in ("sinfo", "squeue", "scontrol", "sbatch", "scancel", "sacct"):
        assert at.type(name) == f"{name}: command not found"


LINES = (
    *(
        "sinfo",
        "sinfo -R",
        "sinfo -N -l",
        "squeue -l",
        "squeue -t all",
        "squeue -u mara",
    ),
    *("scontrol show node", "scontrol show job", "scontrol show job 4711", "sacct"),
    *(f"{UPDATE} state=drain reason=x", f"{UPDATE} state=resume", "sleep 200"),
    *(f"{UPDATE} state=down reason=y", f"{UPDATE} state=undrain", "sleep 40"),
    *("scancel 4711", "scontrol requeue 4712", "scontrol requeue 4800", "sleep 4000"),
    *(
        "sbatch --gres=gpu:3 --wrap='sleep 900'",
        "sbatch --gres=gpu:8 -w node-b --wrap=x",
    ),
    *(
        "sbatch --gres=gpu",
        "sbatch",
        "sinfo --x",
        "scontrol update nodename=",
        "sinfo -n",
    ),
    *(
        "scontrol update nodename=node-b state=",
        "squeue -j ,",
        "squeue -j 1,x",
        "scancel ''",
    ),
    *("ssh node-a reboot", "hands cycle node-b", "hands off node-a", "hands on node-a"),
)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_typed_nothing_raises_and_no_job_is_lost_silently(
    seed: int,
) -> None:
    draw = random.Random(seed)
    at = with_jobs(*(mara(4711 + n, draw.choice((1, 4, 8))) for n in range(5)))
    known = [fault for fault in faults.FAULTS if fault != "gres-mismatch"]
    at.world = faults.strike(at.world, Fault(draw.choice(known), "node-a", 3))
    for _ in range(60):
        before = at.world
        if draw.random() < 0.1:
            unit = draw.choice(("slurmd", "nvidia-fabricmanager", "nvidia-dcgm"))
            move = draw.choice((units.stop, units.start))
            at.world = move(at.world, draw.choice(("node-a", "node-b")), unit)
        at.type(draw.choice(LINES))
        assert before.slurm
        assert at.world.slurm
        after = {job.id: job for job in at.world.slurm.jobs}
        lost = 0
        for job in before.slurm.jobs:
            now = after[job.id]
            assert now.state in ("PENDING", "RUNNING", *queue.ENDED)
            gone = now.state in ("FAILED", "CANCELLED") or now.restarts > job.restarts
            ended = job.state in queue.ENDED
            lost += job.user != "root" and gone and not ended
        assert len(at.world.harms) >= len(before.harms) + lost
