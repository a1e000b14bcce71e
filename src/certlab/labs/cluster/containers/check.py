"""A batch script held against what Pyxis, Slurm and torchrun do with it."""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.cluster.containers.finding import of_rule
from certlab.labs.cluster.containers.options import around, of_pyxis, relative_source
from certlab.labs.cluster.containers.script import (
    PYXIS_FLAGS,
    Options,
    Script,
    Step,
    read,
    variables,
)

_WANTS = ("--gpus", "--gres", "--gpus-per-node", "--gpus-per-task")
# Pyxis names these when it ignores them, because there is no container.
_IDLE = ("--container-mounts", "--container-workdir", *sorted(PYXIS_FLAGS))
_OF_A_TASK = ("SLURM_NODEID", "SLURM_PROCID", "SLURM_LOCALID")
_FLAG = re.compile(r"(ro|rw|r?(private|shared|slave|unbindable)|(no)?(exec|dev|suid))$")


def check(text: str) -> list[Finding]:
    """Everything that will not work as it was meant, each finding once.

    Args:
        text: a batch script, or one line of srun.

    Raises:
        Refusal: it cannot be read, or runs nothing.
    """
    script = read(text)
    return [*dict.fromkeys(_all(text, script))]


def _all(text: str, script: Script) -> Iterator[Finding]:
    yield from _directives(script)
    if re.search(r"\bnvapi-\w", text):
        yield of_rule("key-in-script", "A key of NGC stands in the script.")
    for options in (script.asked, *(one.options for one in script.steps)):
        yield from _images(options)
        yield from _mounts(options)
        yield from of_pyxis(options)
    for step in script.steps:
        yield from around(step)
        for word in step.program if step.program[:2] == ("enroot", "import") else ():
            yield from _slash(word if word.startswith("docker://") else "")
        yield from _container(script, step)
        yield from _processes(script, step)
        yield from _variables(script, step)
    yield from _gpus(script)


def _directives(script: Script) -> Iterator[Finding]:
    for line in script.directives:
        if re.search(r"""--container-image[= ](?!["'])\S*[^\\\s]#""", line):
            says = "On a line of #SBATCH the bare # begins a comment."
            yield of_rule("hash-comment", says)
    if script.asked.has("--container-image") and any(
        one.by_srun for one in script.steps
    ):
        says = (
            "With --container-image for sbatch the script itself runs in the container."
        )
        yield of_rule("batch-in-container", says)


def _images(options: Options) -> Iterator[Finding]:
    images = options.values("--container-image")
    if len(set(images)) > 1:
        yield of_rule("two-images", f"{' and '.join(images)} are named.")
    for image in images:
        file = image.startswith(("/", "./"))
        if image.endswith((".sif", ".tar")):
            yield of_rule("other-format", f"{image} is no squashfs file.")
        elif image.endswith(".sqsh") and not file and not image.startswith("$"):
            yield of_rule("relative-squashfs", f"{image} has no slash in front.")
        elif not file:
            yield from _slash(image)


def _slash(image: str) -> Iterator[Finding]:
    name = image.removeprefix("docker://")
    if "#" not in name and re.match(r"[\w-]+\.[\w.-]+(:\d+)?/", name):
        registry = name.partition("/")[0]
        yield of_rule("slash-registry", f"{registry} is followed by a slash.")


def _mounts(options: Options) -> Iterator[Finding]:
    for value in options.values("--container-mounts"):
        for entry in value.split(","):
            source, colon, rest = entry.partition(":")
            target = rest.partition(":")[0]
            if _FLAG.match(entry):
                yield of_rule("mount-flags", f"{entry} stands as a mount of its own.")
            elif not source or (colon and not target):
                yield of_rule("mount-form", f"{entry or 'nothing'} is no mount.")
            elif colon and not target.startswith(("/", "$", ".")):
                yield of_rule("mount-target", f"{target} is a relative target.")
            elif relative_source(source):
                yield of_rule("mount-source", f"{source} is no path.")


def _container(script: Script, step: Step) -> Iterator[Finding]:
    options = Options(script.asked.pairs + step.options.pairs)
    if step.options.has("volume", "--volume"):
        yield of_rule("docker-volume", "-v is an option of Docker.")
    if step.program[:2] == ("docker", "run"):
        yield of_rule("docker-run", "docker run starts a container outside of Slurm.")
    ignored = [one for one in _IDLE if step.options.has(one)]
    if ignored and not options.has("--container-image", "--container-name"):
        yield of_rule("no-container", f"{ignored[0]} is set, and no container.")
    if any("/" in one for one in options.values("--container-name")):
        yield of_rule("name-path", "The name of the container has a slash.")
    for option in ("container-mount-home", "container-remap-root"):
        if options.has(f"--{option}") and options.has(f"--no-{option}"):
            yield of_rule("home-both", f"--{option} and --no-{option} are set.")


def _processes(script: Script, step: Step) -> Iterator[Finding]:
    options = Options(script.asked.pairs + step.options.pairs)
    nodes, tasks, gpus = options.nodes, options.tasks, options.gpus
    name = step.program[0].rpartition("/")[2] if step.program else ""
    torchrun = name == "torchrun" or "torch.distributed.run" in step.program
    torchrun |= name in ("bash", "sh") and "torchrun" in " ".join(step.program)
    if step.by_srun and torchrun and tasks > 1:
        says = f"{tasks} tasks a node start torchrun {tasks} times."
        yield of_rule("torchrun-per-task", says)
    each = re.search(r"--nproc[-_]per[-_]node[= ](\d+)", step.text)
    if torchrun and each and gpus and int(each[1]) != gpus:
        if nodes > 1 and options.number("--gpus") == int(each[1]):
            says = f"--gpus={each[1]} are {gpus} for each of {nodes} nodes."
            yield of_rule("gpus-of-job", says)
        else:
            says = f"{each[1]} processes of a node share {gpus} GPUs."
            yield of_rule("processes-not-gpus", says)
    if step.by_srun and not torchrun and 1 < tasks != gpus > 0:
        says = f"{tasks} tasks of a node share {gpus} GPUs."
        yield of_rule("tasks-not-gpus", says)
    if not step.by_srun and torchrun and nodes > 1:
        says = f"torchrun runs on one of {nodes} nodes."
        yield of_rule("no-srun", says)


def _variables(script: Script, step: Step) -> Iterator[Finding]:
    for name, early in variables(step.text) if step.by_srun else ():
        if early and name in _OF_A_TASK:
            says = f"${name} is replaced before srun starts, once for all tasks."
            yield of_rule("early-variable", says)
        if not early and name in script.assigned:
            yield of_rule("not-exported", f"The tasks do not know ${name}.")


def _gpus(script: Script) -> Iterator[Finding]:
    asked = [script.asked, *(one.options for one in script.steps)]
    values = [value for one in asked for value in one.values(*_WANTS)]
    if "all" in values:
        yield of_rule("gpus-all", "GPUs are counted in Slurm.")
    elif not values and any(one.has("--container-image") for one in asked):
        yield of_rule("no-gpus", "No GPU is asked for, so the container sees none.")
