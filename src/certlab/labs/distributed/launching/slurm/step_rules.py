"""Rules of a job script's steps: tasks, CPUs and ports around torchrun."""

from collections.abc import Iterator

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import Setting, of_rule
from certlab.labs.distributed.launching.shell import Command
from certlab.labs.distributed.launching.slurm.request import Request
from certlab.labs.distributed.launching.slurm.step import Step
from certlab.labs.distributed.launching.torchrun.command_line import whole
from certlab.labs.distributed.launching.torchrun.scene import Scene

_NOT_INHERITED = ((22, 5), (23, 11))  # from which Slurm on, and before which


def one_per_node(one: Step, scene: Scene, job: Request) -> Iterator[Finding]:
    """One torchrun a node: no fewer, no more."""
    if one.command.repeated or one.part or (one.step is None and job.partly):
        return  # what a loop starts in all, or another file asks for, is not seen here
    nodes, most, asked = job.nodes or 1, scene.launch.most_nodes, one.requested
    if one.step is None:
        if nodes > 1 or most > 1:
            says = (
                f"A job script runs on the first node alone, so torchrun starts on 1 of "
                f"{max(nodes, most)} nodes and waits for the rest; write srun before it."
            )
            yield of_rule("no-srun", says, scene.at)
        return
    each, tasks = asked.tasks_per_node, asked.tasks
    processes = scene.launch.processes
    one_each = processes == 1 and tasks and scene.launch.nodes == (tasks, tasks)
    if each is not None and each > 1 and not one_each:
        ranks = f"{each * processes} a node" if processes else "too many"
        gpus = f" for {scene.launch.gpus} GPUs" if scene.launch.gpus else ""
        says = (
            f"srun starts torchrun {each} times a node, and each starts "
            f"{processes or 'its own'} processes: {ranks}{gpus}; write "
            "--ntasks-per-node=1 and leave the processes to torchrun."
        )
        yield of_rule("torchrun-per-gpu", says, scene.at)
    elif tasks is not None and asked.nodes and tasks < asked.nodes:
        says = (
            f"srun starts {tasks} task{'' if tasks == 1 else 's'} on {asked.nodes} nodes, so "
            "some have no torchrun and the others wait for it; write --ntasks-per-node=1."
        )
        yield of_rule("tasks-not-nodes", says, scene.at)
    if asked.gpus_per_node is None and "gpus" in asked.options and processes:
        says = (
            f"--gpus={asked.options['gpus']} is of the whole job, and Slurm shares them out "
            f"as it likes: a node may have 5 and the next 1; write --gpus-per-node={processes}."
        )
        yield of_rule("gpus-of-job", says, scene.at)
    if scene.launch.nodes and asked.nodes:
        yield from _differ(
            scene, asked.nodes, given=bool({"nodes", "nodelist"} & asked.options.keys())
        )


def _differ(scene: Scene, have: int, *, given: bool) -> Iterator[Finding]:
    least, most = scene.launch.nodes or (1, 1)
    if scene.standalone and have > 1 and most == 1:
        says = (
            f"--standalone on {have} nodes is {have} trainings that know nothing of each other; "
            "write --nnodes=$SLURM_JOB_NUM_NODES, --rdzv-backend=c10d and one --rdzv-endpoint."
        )
        yield of_rule("standalone-on-several", says, scene.at)
    elif not scene.standalone and not least <= have <= most:
        default = "" if given else ", which is what Slurm gives without --nodes"
        mend = "--nnodes=$SLURM_JOB_NUM_NODES" if given else f"#SBATCH --nodes={most}"
        says = f"torchrun waits for {most} nodes and the job has {have}{default}; write {mend}."
        yield of_rule("nodes-differ", says, scene.at)


def cpus(one: Step, job: Request, setting: Setting) -> Iterator[Finding]:
    """A task has one CPU where nothing is said, and srun does not always hear the job.

    srun takes SLURM_CPUS_PER_TASK up to 21.08 and from 23.11 on; 22.05 and 23.02 take
    SRUN_CPUS_PER_TASK instead.
    """
    told = job.options.get("cpus-per-task")
    here = one.step.options if one.step else {}
    processes = (one.scene.launch.processes or 1) if one.scene else 1
    asked = {"cpus-per-task", "cpus-per-gpu", "exclusive"}
    # What srun does not start has the CPUs of all tasks that are asked for on its node.
    alone = one.step is not None or job.tasks_per_node == 1
    unsaid = not job.partly and not asked & (set(job.options) | set(here))
    if alone and unsaid and processes > 1:
        says = (
            f"A task gets 1 CPU where nothing is asked, and {processes} processes with their "
            f"data loaders share it; write --cpus-per-task={8 * processes} or what a node "
            "has, or --exclusive."
        )
        yield of_rule("one-cpu", says, one.command.line)
    if told is None or one.step is None or job.partly or "cpus-per-task" in here:
        return
    if "SRUN_CPUS_PER_TASK" in one.command.environment or not _forgets(setting.slurm):
        return
    says = (
        f"Under Slurm 22.05 and 23.02 srun does not take over --cpus-per-task={told} and "
        "counts 1 CPU a task, which is all it gets where tasks are bound; write srun "
        "--cpus-per-task=$SLURM_CPUS_PER_TASK, which is right under every version."
    )
    yield of_rule("cpus-not-inherited", says, one.command.line)


def _forgets(slurm: str) -> bool:
    """Whether srun of that version forgets the job's --cpus-per-task; yes where unknown."""
    if not slurm:
        return True
    parts = slurm.split(".")
    year, month = (whole(part) for part in [*parts, "", ""][:2])
    if year is None or month is None:
        raise CourseError(f"{slurm} is not a version of Slurm; write 23.02 or 24.11.")
    return _NOT_INHERITED[0] <= (year, month) < _NOT_INHERITED[1]


def same_port(
    scene: Scene, command: Command, busy: dict[str, int]
) -> Iterator[Finding]:
    """A torchrun of one node beside another that runs in the background; `busy` is kept."""
    if scene.several or scene.standalone or not scene.static:
        return
    number = scene.option("master-port") or "29500"
    if whole(number) and number in busy:
        says = (
            f"The torchrun of line {busy[number]} still runs in the background and listens at "
            f"port {number}, so this one cannot; write --standalone, or another --master-port."
        )
        yield of_rule("same-port", says, scene.at)
    if command.background:
        busy[number] = scene.at


def port(scene: Scene, asked: Request) -> Iterator[Finding]:
    """A fixed port on a node that another job may share."""
    if "exclusive" in asked.options or (scene.launch.gpus or 8) >= 8:
        return  # a job with a node's GPUs has no neighbour that needs them
    number = scene.option("rdzv-endpoint").rpartition(":")[2]
    if whole(number) is None:
        number = scene.option("master-port")
    if whole(number):
        says = (
            f"Port {number} is fixed, and with {scene.launch.gpus} GPUs a node two of your "
            "jobs may share one and get mixed up; write "
            "$((20000 + SLURM_JOB_ID % 20000))."
        )
        yield of_rule("fixed-port", says, scene.at)
