"""The commands of a script that start a training program, by hand or as steps of a job."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from certlab.labs.distributed.launching.finding import Setting
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.programs import (
    SHELLS,
    is_python,
    is_quiet,
    name,
    script_of,
    unwrapped,
)
from certlab.labs.distributed.launching.shell import (
    Command,
    as_typed,
    handed_on,
    holes,
    read,
)
from certlab.labs.distributed.launching.slurm.request import (
    PARTLY,
    Request,
    gpus_of,
    options,
)
from certlab.labs.distributed.launching.torchrun import command_line
from certlab.labs.distributed.launching.torchrun.scene import Scene, launch
from certlab.labs.distributed.launching.unmodelled import name_of

_SMALL = {"nodes", "ntasks"}


@dataclass(frozen=True)
class Step:
    """One command of the script that starts the program.

    Attributes:
        command: as the shell of the script sees it.
        job: what the #SBATCH lines ask for; None where a script is run by hand.
        step: what srun is asked for beside, None where there is no srun.
        scene: torchrun's, None where srun starts the program itself.
        program: what srun starts.
        env: the variables that it sees.
        inside: whether each task fills them in by itself.
        doubts: why what it starts may be something else, in sentences.
        part: whether other steps start the rest of the launch.
        foreign: what certlab does not model, "" where it does.
    """

    command: Command
    job: Request | None
    step: Request | None = None
    scene: Scene | None = None
    program: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    inside: bool = False
    doubts: tuple[str, ...] = ()
    part: bool = False
    foreign: str = ""

    @property
    def requested(self) -> Request:
        """What holds for the step: srun's options over the job's."""
        job = self.job or Request({}, partly=True)
        more = self.step.options if self.step else {}
        partly = job.partly or PARTLY in more
        return Request({**job.options, **more}, partly)

    @property
    def of_one_task(self) -> bool:
        """Whether srun is told to start one Python and no more, as for a download."""
        return (
            self.scene is None
            and self.step is not None
            and self.step.number("ntasks") == 1
        )

    @property
    def some_nodes(self) -> bool:
        """Whether srun starts torchrun on fewer nodes than it waits for."""
        own = (
            self.step.nodes if self.step and self.step.options.keys() & _SMALL else None
        )
        return bool(self.scene and own and own < self.scene.launch.most_nodes)

    @property
    def launch(self) -> Launch:
        """What it launches: torchrun, or srun's ranks, one a task."""
        if self.scene is not None:
            return self.scene.launch
        asked = self.requested
        nodes = (asked.nodes, asked.nodes) if asked.nodes else None
        gpus = _visible(self.command.environment, asked.gpus_per_node)
        return Launch("srun", self.program, nodes, asked.tasks_per_node, gpus)

    def as_part(self) -> "Step":
        """The same as one of several that are a launch together."""
        scene = replace(self.scene, alike=False) if self.scene else None
        return replace(self, scene=scene, part=True)


@dataclass(frozen=True)
class Steps:
    """Reads steps off commands.

    Attributes:
        job: what the #SBATCH lines ask for; None where a script is run by hand.
        setting: what the reader knows beside the text.
        inner: what a shell below srun knows of Slurm.
        files: what the script has written so far, and where that stands in it.
    """

    job: Request | None
    setting: Setting
    inner: Mapping[str, str]
    files: Mapping[str, tuple[str, int]]

    def started_by(self, command: Command) -> Iterator[Step]:
        """What a command starts; nothing where it is a quiet one."""
        words: Sequence[str] = command.words
        made = Step(command, self.job)
        if words and name(words[0]) == "salloc":
            found, at = options(words[1:])
            made, words = replace(made, job=Request(found)), words[1 + at :]
        if words and name(words[0]) == "srun":
            found, at = options(words[1:])
            made, words = replace(made, step=Request(found)), words[1 + at :]
        told = made.step.options if made.step else {}
        if "multi-prog" in told:
            yield replace(made, foreign="srun --multi-prog")
            return
        if told.get("export", "").startswith("ALL,"):
            command = _with(command, told["export"].split(",")[1:])
            made = replace(made, command=command)
        if not words:
            return
        if name(words[0]) == "env":
            given = words[: len(words) - len(unwrapped(words))]
            command = _with(command, [one for one in given if one[:1] != "-"])
            made = replace(made, command=command)
        inner = script_of(words := unwrapped(words))
        text = self._file(command, words)
        if inner is not None:
            yield from self._inner(made, inner[0], command.line, inner[1])
        elif text is not None:
            yield from self._inner(made, *text, None)
        else:
            yield from self._started(made, words, command, inside=False)

    def _started(
        self, made: Step, words: Sequence[str], command: Command, *, inside: bool
    ) -> Iterator[Step]:
        """What a command without its wrappers starts; `inside` where each task reads it."""
        if (line := command_line.find(words)) is not None:
            yield self._scene(made, line, command, inside=inside)
        elif made.step is not None and is_python(words[0]):
            if "-c" not in words[1:4]:
                program = _program(words)
                yield replace(
                    made, program=program, env=command.environment, inside=inside
                )
        elif not is_quiet(words):
            yield replace(made, foreign=name_of(words))

    def _file(self, command: Command, words: Sequence[str]) -> tuple[str, int] | None:
        """The script that a shell reads from a heredoc, or from a file that was written here."""
        if name(words[0]) not in SHELLS:
            return self.files.get(words[0])
        named = [one for one in words[1:] if one[:1] not in ("-", "+")]
        return self.files.get(named[0]) if named else command.heredoc

    def _inner(
        self, made: Step, script: str, at: int, arguments: tuple[str, ...] | None
    ) -> Iterator[Step]:
        """`bash -c SCRIPT`: what was kept from the outer shell is filled in by this one."""
        ours = {k: handed_on(v) for k, v in made.command.environment.items()}
        if made.step is not None:
            ours = {k: v for k, v in ours.items() if not k.startswith("SLURM_")}
            ours |= self.inner
        found = read(handed_on(script), ours, at, arguments)
        for each in found.commands:
            made = replace(made, doubts=(*each.doubts, *found.forked))
            words = unwrapped(each.words)
            yield from self._started(made, words, each, inside=made.step is not None)

    def _scene(
        self, made: Step, line: command_line.Line, command: Command, *, inside: bool
    ) -> Step:
        seen, given = self._seen(made)
        shown_ = _visible(command.environment, seen)
        if shown_ != seen and (shown_ or seen):
            given = f"CUDA_VISIBLE_DEVICES={as_typed(command.environment['CUDA_VISIBLE_DEVICES'])} shows no more"
        scene = Scene(
            line,
            launch(line, command.environment, shown_),
            self.setting,
            made.command.line,
            command.environment,
            alike=made.step is not None and not made.command.repeated,
            inside=inside,
            threads_seen=self.job is not None,
            cpus=made.requested.number("cpus-per-task") or 0,
            why_so_many=given,
            assigned=command.assigned | made.command.assigned,
        )
        return replace(made, scene=scene)

    def _seen(self, made: Step) -> tuple[int | None, str]:
        """How many GPUs a torchrun sees, and why where that surprises."""
        if made.job is None:
            return self.setting.gpus or None, ""
        asked = made.requested
        seen, each = asked.gpus_per_node, asked.options.get("gpus-per-task", "")
        if made.step is not None and (own := gpus_of(each)):
            return own, f"--gpus-per-task={each} binds a task to its own"
        if made.step is None and "exclusive" in asked.options:
            # The script itself has all of the node, and a step what was asked for.
            seen = None
        if self.setting.gpus and seen is None and "gpus" not in asked.options:
            seen = self.setting.gpus
        return seen, ""


def _with(command: Command, settings: Sequence[str]) -> Command:
    """A command that sees more variables, each as NAME=value; other words say nothing."""
    pairs = [one.partition("=") for one in settings]
    more = {name: value for name, sign, value in pairs if sign}
    return replace(command, environment={**command.environment, **more})


def _visible(known: Mapping[str, str], seen: int | None) -> int | None:
    """GPUs that CUDA_VISIBLE_DEVICES leaves of those that are there."""
    told = known.get("CUDA_VISIBLE_DEVICES")
    if told is None or holes(told):
        return seen
    # CUDA stops to read at the first that it does not know.
    count = 0
    for one in told.split(","):
        if not re.fullmatch(r"\s*(\d+|GPU-\S+|MIG-\S+)\s*", one):
            break
        count += 1
    return count if seen is None else min(count, seen)


def _program(words: Sequence[str]) -> str:
    """What Python runs: the first word that is no option, or a module."""
    rest = words[1:]
    if "-m" in rest[:3] and rest[-1] != "-m":
        return rest[rest.index("-m") + 1]
    return next((one for one in rest if one[:1] != "-"), words[0])
