"""What we say of the job scripts against what a real Slurm did with them.

captures/slurm-22.05.8.json says how it was made. The variables that only a job has, such as
its number, are its own there.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.labs.distributed.launching import parse
from certlab.labs.distributed.launching.torchrun import command_line as torchrun
from tests.labs.distributed.launching.vectors import FOLDER, Vector, vectors

CAPTURE = Path(__file__).parent / "captures" / "slurm-22.05.8.json"
JOBS: dict[str, Any] = json.loads(CAPTURE.read_text("utf-8"))["jobs"]
RAN = [one for one in vectors(".sbatch") if JOBS[one.path.name]["starts"]]


def test_every_script_was_given_to_slurm() -> None:
    assert {one.path.name for one in vectors(".sbatch")} == JOBS.keys()


@pytest.mark.parametrize("one", RAN, ids=lambda one: one.path.name)
def test_gpus_are_as_many_as_slurm_gave(one: Vector) -> None:
    (launch,) = one.report().launches
    seen = {start["gpus"] for start in JOBS[one.path.name]["starts"]}
    if launch.gpus is None:
        # --gpus is of the whole job: Slurm gave one node five of eight.
        assert one.finds == ["gpus-of-job"]
        assert seen == {5, 1}
    else:
        assert seen == {launch.gpus}


@pytest.mark.parametrize("one", RAN, ids=lambda one: one.path.name)
def test_nodes_and_processes_are_as_torchrun_was_told(one: Vector) -> None:
    (launch,) = one.report().launches
    for start in JOBS[one.path.name]["starts"]:
        if start["program"] != "torchrun":
            continue
        line = parse(start["arguments"])
        assert torchrun.nodes(line.options.get("nnodes", "1")) == launch.nodes
        told = line.options["nproc-per-node"]
        assert launch.processes is None or told == str(launch.processes)


@pytest.mark.parametrize("one", RAN, ids=lambda one: one.path.name)
def test_as_many_starts_as_there_should_be_or_a_finding(one: Vector) -> None:
    """One torchrun a node; where srun starts the ranks, one start a rank."""
    (launch,) = one.report().launches
    starts = JOBS[one.path.name]["starts"]
    wanted = launch.worlds[0] if launch.how == "srun" else launch.most_nodes
    about = {"torchrun-per-gpu", "no-srun", "tasks-not-nodes", "nodes-differ"}
    assert (len(starts) != wanted) is bool(about & set(one.finds))


def job(name: str) -> Any:
    assert (FOLDER / name).exists()
    return JOBS[name]


def test_mistakes_are_what_we_say_they_are() -> None:
    assert len(job("bad-slurm-squared.sbatch")["starts"]) == 4 * 8
    assert len(job("bad-slurm-srun-n.sbatch")["starts"]) == 4 * 8
    assert len(job("bad-slurm-no-srun.sbatch")["starts"]) == 1
    (alone,) = job("bad-slurm-one-task.sbatch")["starts"]
    assert alone["node"] == "n1"
    assert (
        "can't run 1 processes on 4 nodes"
        in job("bad-slurm-one-task.sbatch")["said"][0]
    )
    assert "not look like a batch script" in job("bad-slurm-shebang.sbatch")["said"][0]
    assert job("bad-slurm-variable.sbatch")["exit"] == 1
    assert job("bad-slurm-late.sbatch")["starts"][0]["gpus"] == 0
    one_cpu = job("bad-slurm-one-cpu.sbatch")["starts"]
    assert {start["cpus_of_step"] for start in one_cpu} == {4}  # of the step: 1 a node


def values(name: str, option: str) -> set[str]:
    return {parse(start["arguments"]).options[option] for start in job(name)["starts"]}


def test_who_fills_in_a_variable() -> None:
    """The batch shell does, once, unless single quotes keep it for each node."""
    assert values("bad-slurm-rank-early.sbatch", "node-rank") == {"0"}
    assert values("good-slurm-static.sbatch", "node-rank") == {"0", "1", "2", "3"}
    assert values("bad-slurm-list.sbatch", "rdzv-endpoint") == {"n[1-4]:29500"}
    assert values("bad-slurm-list-cut.sbatch", "rdzv-endpoint") == {"n[1-4]:29500"}
    assert values("good-slurm.sbatch", "rdzv-endpoint") == {"n1:29500"}
