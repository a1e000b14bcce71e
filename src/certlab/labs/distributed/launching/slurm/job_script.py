"""A Slurm job script: its #SBATCH lines, and each torchrun or srun in it.

Sources: sbatch(1), srun(1) and the page GRES of Slurm; CHANGELOG of 22.05 and 23.11 for
--cpus-per-task.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import Setting, of_rule
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.shell import as_typed
from certlab.labs.distributed.launching.slurm.rank_rules import ranks
from certlab.labs.distributed.launching.slurm.request import Request, directives
from certlab.labs.distributed.launching.slurm.step import Step
from certlab.labs.distributed.launching.slurm.step_rules import cpus, one_per_node, port


@dataclass(frozen=True)
class Job:
    """A text that sbatch is given.

    Attributes:
        text: all of it.
        comments: those of the shell, by line.
        requested: what is asked of Slurm.
        first: the number of its first line.
        marked: whether a byte-order mark stands before it.
    """

    text: str
    comments: Mapping[int, str]
    requested: Request
    first: int = 1
    marked: bool = False


# Slurm sets them in every job, though nobody knows to what.
ALWAYS = (
    *("SLURMD_NODENAME", "SLURM_SUBMIT_HOST", "SLURM_SUBMIT_DIR", "SLURM_JOB_NAME"),
    *("SLURM_CLUSTER_NAME", "SLURM_JOB_PARTITION", "SLURM_CPUS_ON_NODE"),
    *("SLURM_JOB_CPUS_PER_NODE", "SLURM_JOB_USER", "SLURM_JOB_UID"),
)
# srun sets them for each task.
OF_A_TASK = (
    *("SLURM_PROCID", "SLURM_NODEID", "SLURM_LOCALID", "SLURM_NTASKS", "SLURM_NPROCS"),
    *("SLURM_STEP_ID", "SLURM_STEP_NODELIST", "SLURM_STEP_NUM_NODES", "SLURM_NNODES"),
    *("SLURM_STEP_NUM_TASKS", "SLURM_LAUNCH_NODE_IPADDR", "SLURMD_NODENAME"),
)


def environment(job: Request) -> dict[str, str]:
    """What Slurm sets in a job script; on the batch host the node's rank is 0."""
    names = ("SLURM_JOB_ID", "SLURM_JOBID", "SLURM_JOB_NODELIST", "SLURM_NODELIST")
    more = ("SLURM_NNODES", "SLURM_JOB_NUM_NODES", "SLURM_TASKS_PER_NODE")
    told = {
        name: f"${name}" for name in (*names, *more, *ALWAYS, "CUDA_VISIBLE_DEVICES")
    }
    told |= {"SLURM_NODEID": "0", "SLURM_PROCID": "0", "SLURM_LOCALID": "0"}
    counts = {
        "SLURM_NNODES": job.nodes,
        "SLURM_JOB_NUM_NODES": job.nodes,
        "SLURM_NTASKS": job.tasks,
        "SLURM_NPROCS": job.tasks,
        "SLURM_NTASKS_PER_NODE": job.number("ntasks-per-node"),
        "SLURM_CPUS_PER_TASK": job.number("cpus-per-task"),
        "SLURM_GPUS_ON_NODE": 0 if "exclusive" in job.options else job.gpus_per_node,
        "SLURM_GPUS_PER_NODE": job.number("gpus-per-node"),
    }
    if job.gpus_per_node != 0:
        told["SLURM_GPUS_ON_NODE"] = "$SLURM_GPUS_ON_NODE"
    return told | {name: str(n) for name, n in counts.items() if n}


def script(job: Job) -> Iterator[Finding]:
    """What is wrong with its first line and its #SBATCH lines."""
    if not job.text.startswith("#!") or job.marked:
        mark = (
            "behind a byte-order mark, which sbatch takes for text, "
            if job.marked
            else ""
        )
        says = (
            "sbatch refuses a script whose first line does not begin with #!; "
            f"{mark and 'here it stands ' + mark}"
            f"{'so save the file as UTF-8 without the mark.' if mark else 'write #!/bin/bash.'}"
        )
        yield of_rule("no-shebang", says, job.first)
    for number, told, late in directives(job.text, job.comments):
        at = job.first + number - 1
        if late:
            says = (
                f"#SBATCH {as_typed(told)} comes after a command, where sbatch no longer reads; "
                "move it above the first one."
            )
            yield of_rule("directive-after-command", says, at)
        elif "$" in told:
            says = (
                f"#SBATCH {told} is read as it is written, and no shell fills the variable "
                "in; write the value, or give it to sbatch on its command line."
            )
            yield of_rule("variable-in-directive", says, at)


def step(one: Step, job: Request, setting: Setting) -> Iterator[Finding]:
    """What is wrong with how a step of the job is started."""
    if one.scene is not None:
        yield from one_per_node(one, one.scene, job)
        yield from port(one.scene, one.requested)
    else:
        yield from _tasks(one, one.launch)
        yield from ranks(one)
    own = one.step.number("nodes") if one.step else None
    if own and job.nodes and own > job.nodes:
        says = (
            f"srun asks for {own} nodes and the job has {job.nodes}, so the step is refused; "
            f"write #SBATCH --nodes={own}."
        )
        yield of_rule("nodes-differ", says, one.command.line)
    yield from cpus(one, job, setting)


def gpus(job: Request, steps: list[Step]) -> Iterator[Finding]:
    """Whether a job asks for any."""
    launches = [one.launch for one in steps]
    on_cpu = all(one.processes is None and one.gpus == 0 for one in launches)
    own = any(
        one.step and any("gpu" in "".join(each) for each in one.step.options.items())
        for one in steps
    )
    # An exclusive job has all that its nodes have, but its steps only what is asked for.
    alone = "exclusive" in job.options and all(one.step is None for one in steps)
    if launches and job.gpus_per_node == 0 and not (on_cpu or own or alone):
        says = (
            "No GPU is asked for, and Slurm gives none that is not: the program sees 0; add "
            "#SBATCH --gpus-per-node=8, or as many as it uses."
        )
        yield of_rule("no-gpus", says)


def _tasks(one: Step, made: Launch) -> Iterator[Finding]:
    have, want = made.gpus, made.processes
    if have and want and have != want:
        says = (
            f"srun starts {want} task{'' if want == 1 else 's'} a node where {have} GPUs are "
            f"given to it; write --ntasks-per-node={have}, one rank a GPU."
        )
        yield of_rule("processes-not-gpus", says, one.command.line)
