"""Rules of numbers: processes, GPUs, ranks, and words that stand in the wrong place."""

from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.torchrun.command_line import Line, whole
from certlab.labs.distributed.launching.torchrun.scene import Scene

# How training programs call their parallel sizes: Megatron-LM, NeMo, torchtitan.
SIZES = {
    "tensor": ("tensor-model-parallel-size", "tensor-parallel-size", "tp-size", "tp"),
    "pipeline": ("pipeline-model-parallel-size", "pipeline-parallel-size", "pp"),
    "context": ("context-parallel-size", "cp-size", "cp"),
}

PARALLEL = {option for each in SIZES.values() for option in each}


def counts(scene: Scene) -> Iterator[Finding]:
    """Processes a node against GPUs a node (torchrun's help: one GPU a process)."""
    launch, at = scene.launch, scene.at
    have, want = launch.gpus, launch.processes
    if (
        have is not None
        and (have or scene.why_so_many)
        and want is not None
        and have != want
        and not scene.line.stray
    ):
        why = f" ({scene.why_so_many})" if scene.why_so_many else ""
        seen = f"1 GPU is seen{why}" if have == 1 else f"{have} GPUs are seen{why}"
        if want < have:
            rest = "1 stays idle" if have - want == 1 else f"{have - want} stay idle"
        else:
            rest = f"local ranks from {have} on have none"
        mend = f"write --nproc-per-node={have}" if have else "set no such variable"
        says = (
            f"{_said(scene)} {_some(want)} a node where {seen}, so {rest}; {mend}, or ask for "
            f"{want} a node."
        )
        yield of_rule("processes-not-gpus", says, at)
    yield from _groups(scene)


def _said(scene: Scene) -> str:
    given = scene.line.options.get("nproc-per-node")
    if given:
        return f"--nproc-per-node={given} starts"
    each = scene.option("nproc-per-node")
    return f"PET_NPROC_PER_NODE={each} starts" if each else "torchrun by itself starts"


def _some(count: int) -> str:
    return "1 process" if count == 1 else f"{count} processes"


def _groups(scene: Scene) -> Iterator[Finding]:
    """The world must divide into groups of TP x PP x CP (Megatron's parallel state)."""
    sizes = {name: _size(scene, name) for name in SIZES}
    group = sizes["tensor"] * sizes["pipeline"] * sizes["context"]
    bad = [world for world in scene.launch.worlds if world % group]
    named = ", ".join(f"{name} {size}" for name, size in sizes.items())
    if bad and not scene.line.stray:
        when = (
            "" if len(scene.launch.worlds) == 1 else " when that many nodes are there"
        )
        says = (
            f"{bad[0]} ranks{when} do not divide into groups of {group} ({named}); take a "
            f"multiple of {group}."
        )
        yield of_rule("world-does-not-divide", says, scene.at)
    processes = scene.launch.processes
    if not bad and processes and sizes["tensor"] > processes:
        says = (
            f"Tensor parallelism over {sizes['tensor']} ranks spans nodes of {processes} "
            f"processes, and every layer waits for the network; take {processes} at most, "
            "and pipeline stages for the rest."
        )
        yield of_rule("tensor-over-nodes", says, scene.at)


def _size(scene: Scene, name: str) -> int:
    told = int(getattr(scene.setting, name))
    if told:
        return told
    given = (value for option, value in sizes(scene.line) if option in SIZES[name])
    return whole(next(given, "")) or 1


def sizes(line: Line) -> Iterator[tuple[str, str]]:
    """The parallel sizes among the program's arguments: the option, and what it says."""
    for at, word in enumerate(line.arguments):
        name, equals, value = word.removeprefix("--").partition("=")
        option = name.replace("_", "-")
        if word[:2] == "--" and option in PARALLEL:
            yield option, value if equals else "".join(line.arguments[at + 1 : at + 2])


def wording(scene: Scene) -> Iterator[Finding]:
    """Words in the wrong place, and a launcher that is going away."""
    line = scene.line
    if line.stray:
        says = (
            f"{', '.join(line.stray)} comes after {line.program}, so the program gets it "
            "and torchrun does not; write it before the program."
        )
        yield of_rule("options-after-script", says, scene.at)
    name = line.program.rpartition("/")[2]
    if name in ("python", "python3") and not scene.option("no-python"):
        says = (
            f"torchrun starts Python itself and would run the file {name} with it; leave "
            f"{name} out, or add --no-python."
        )
        yield of_rule("python-in-torchrun", says, scene.at)
    if line.deprecated:
        says = (
            "python -m torch.distributed.launch is deprecated and will be removed; write "
            "torchrun, and read LOCAL_RANK from the environment in place of --local-rank."
        )
        yield of_rule("deprecated-launch", says, scene.at)


def threads(scene: Scene) -> Iterator[Finding]:
    """torchrun sets OMP_NUM_THREADS=1 where it is not set and processes are several."""
    processes = scene.launch.processes or 1
    each = scene.cpus // processes
    if not scene.threads_seen or "OMP_NUM_THREADS" in scene.environment:
        return
    if processes > 1 and each > 1:
        says = (
            f"OMP_NUM_THREADS is not set, so torchrun sets it to 1 although each of "
            f"{processes} processes has {each} of {scene.cpus} CPUs; set it, up to {each}."
        )
        yield of_rule("omp-threads", says, scene.at)
