"""A Slurm job script: its #SBATCH lines, and each torchrun or srun in it.

Sources: sbatch(1), srun(1) and the page GRES of Slurm; CHANGELOG of 22.05 and 23.11 for
--cpus-per-task.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from certlab.labs.distributed.launching import torchrun, torchrun_rules
from certlab.labs.distributed.launching.batch import (
    Request,
    directives,
    options,
    request,
)
from certlab.labs.distributed.launching.context import Scene, launch
from certlab.labs.distributed.launching.finding import Finding, Report, Setting
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.shell import DONE, KEPT, Command, commands
from certlab.labs.distributed.launching.step_rules import cpus, placed, port

_SHELLS = {"bash", "sh", "zsh"}


@dataclass(frozen=True)
class Step:
    """One command of the script that starts the program.

    Attributes:
        command: as the batch shell sees it.
        job: what the #SBATCH lines ask for.
        step: what srun is asked for beside, None where there is no srun.
        scene: torchrun's, None where srun starts the program itself.
        program: what srun starts.
    """

    command: Command
    job: Request
    step: Request | None
    scene: Scene | None
    program: str = ""

    @property
    def asked(self) -> Request:
        """What holds for the step: srun's options over the job's."""
        return Request({**self.job.options, **(self.step.options if self.step else {})})


def check(text: str, setting: Setting) -> Report:
    """What a job script launches, and what is wrong with it."""
    job = request(text)
    findings = [*_script(text)]
    launches: list[Launch] = []
    for step in _steps(text, job, setting):
        if step.scene is not None:
            launches.append(step.scene.launch)
            findings += torchrun_rules.of(step.scene)
            findings += placed(step.scene, step.job, step.step)
            findings += port(step.scene, step.asked)
        else:
            launches.append(_plain(step))
            findings += _tasks(step, launches[-1])
        findings += cpus(step.command, job, step.step, step.scene, setting)
    on_cpu = all(one.processes is None and one.gpus == 0 for one in launches)
    if launches and job.gpus_per_node == 0 and not on_cpu and not _own_gpus(text):
        says = (
            "No GPU is asked for, and Slurm gives none that is not: the program sees 0; add "
            "#SBATCH --gpus-per-node=8, or as many as it uses."
        )
        findings.append(Finding("no-gpus", says))
    return Report(tuple(launches), tuple(findings))


def _script(text: str) -> Iterator[Finding]:
    if not text.startswith("#!"):
        says = (
            "sbatch refuses a script whose first line does not begin with #!; write "
            "#!/bin/bash."
        )
        yield Finding("no-shebang", says, 1)
    for number, told, late in directives(text):
        if late:
            says = (
                f"#SBATCH {told} comes after a command, where sbatch no longer reads; "
                "move it above the first one."
            )
            yield Finding("directive-after-command", says, number)
        elif "$" in told:
            says = (
                f"#SBATCH {told} is read as it is written, and no shell fills the variable "
                "in; write the value, or give it to sbatch on its command line."
            )
            yield Finding("variable-in-directive", says, number)


def _own_gpus(text: str) -> bool:
    """Whether GPUs are asked for somewhere else: by srun."""
    return bool(re.search(r"^\s*srun\b[^\n]*--(gpus|gres=\S*gpu)", text, re.MULTILINE))


def _known(job: Request) -> dict[str, str]:
    """What Slurm sets in a job script; on the batch host the node's rank is 0."""
    known = {"SLURM_NODEID": "0", "SLURM_PROCID": "0", "SLURM_LOCALID": "0"}
    counts = {
        "SLURM_NNODES": job.nodes,
        "SLURM_JOB_NUM_NODES": job.nodes,
        "SLURM_NTASKS": job.tasks,
        "SLURM_NTASKS_PER_NODE": job.number("ntasks-per-node"),
        "SLURM_CPUS_PER_TASK": job.number("cpus-per-task"),
        "SLURM_GPUS_ON_NODE": 0 if "exclusive" in job.options else job.gpus_per_node,
        "SLURM_GPUS_PER_NODE": job.number("gpus-per-node"),
    }
    return known | {name: str(n) for name, n in counts.items() if n}


def _steps(text: str, job: Request, setting: Setting) -> Iterator[Step]:
    body = "\n".join("" if line.startswith("#") else line for line in text.split("\n"))
    for command in commands(body, _known(job)):
        words = command.words
        step: Request | None = None
        if words[0] == "srun":
            found, at = options(words[1:])
            step, words = Request(found), words[1 + at :]
        made = Step(command, job, step, None, " ".join(words[:3]))
        if not words:
            continue
        if words[0].rpartition("/")[2] in _SHELLS and "c" in "".join(words[1:2])[1:]:
            yield from _inner(made, words[2] if len(words) > 2 else "", setting)
        elif (line := torchrun.find(words)) is not None:
            yield _scene(made, line, command, setting)
        elif step is not None and words[0].rpartition("/")[2].startswith("python"):
            program = next((one for one in words[1:] if one[:1] != "-"), words[0])
            yield replace(made, program=program)


def _inner(made: Step, script: str, setting: Setting) -> Iterator[Step]:
    """`bash -c SCRIPT`: what was kept from the batch shell is filled in on each node."""
    ours = {k: v for k, v in made.command.known.items() if not k.startswith("SLURM_")}
    stays = {k: v for k, v in _known(made.job).items() if not k.endswith("ID")}
    theirs = script.replace("$", DONE).replace(KEPT, "$")
    for command in commands(theirs, ours | stays, made.command.line):
        line = torchrun.find(command.words)
        if line is not None:
            yield _scene(made, line, command, setting, inside=made.step is not None)


def _scene(
    made: Step,
    line: torchrun.Line,
    command: Command,
    setting: Setting,
    *,
    inside: bool = False,
) -> Step:
    asked = made.asked
    seen = asked.gpus_per_node
    each = asked.options.get("gpus-per-task", "")
    given = ""
    if made.step is not None and each.isdigit():
        seen, given = int(each), f"--gpus-per-task={each} binds a task to its own"
    if made.step is None and "exclusive" in asked.options and seen:
        seen = None  # the script itself has all of the node; a step what was asked for
    if setting.gpus and seen is None and "gpus" not in asked.options:
        seen = setting.gpus
    found = launch(line, command.known, seen)
    scene = Scene(
        line,
        found,
        setting,
        made.command.line,
        command.known,
        alike=made.step is not None,
        inside=inside,
        threads_seen=True,
        cpus=asked.number("cpus-per-task") or 0,
        given=given,
    )
    return replace(made, scene=scene)


def _plain(step: Step) -> Launch:
    """srun that starts the program itself, one rank a task."""
    asked = step.asked
    nodes = (asked.nodes, asked.nodes) if asked.nodes else None
    return Launch(
        "srun", step.program, nodes, asked.tasks_per_node, asked.gpus_per_node
    )


def _tasks(step: Step, made: Launch) -> Iterator[Finding]:
    have, want = made.gpus, made.processes
    if have and want and have != want:
        says = (
            f"srun starts {want} task{'' if want == 1 else 's'} a node where {have} GPUs are "
            f"given to it; write --ntasks-per-node={have}, one rank a GPU."
        )
        yield Finding("processes-not-gpus", says, step.command.line)
