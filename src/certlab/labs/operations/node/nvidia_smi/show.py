"""What nvidia-smi prints of the GPUs without changing them."""

from collections.abc import Iterable, Sequence

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.answer import Answer, Call
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.nvidia_smi import readings, texts
from certlab.labs.operations.node.nvidia_smi.choice import Chosen
from certlab.labs.operations.node.state import World


def lost(world: World, node: str, chosen: Chosen) -> list[str]:
    """A line for each chosen GPU that does not answer."""
    return [
        _lost(world, node, gpu, "lost") for gpu in chosen.all if gpu not in chosen.alive
    ]


def _lost(world: World, node: str, gpu: Gpu, part: str) -> str:
    index = laws.index(world.nodes[node], gpu)
    return texts.table()[part].format(index=index, lost_bus=gpu.bus.upper())


def summary(world: World, node: str, gpus: Sequence[Gpu]) -> str:
    """The table of a line without an action."""
    parts = texts.table()
    running = [
        parts["process"].format(index=laws.index(world.nodes[node], gpu), **one)
        for gpu in gpus
        for one in readings.processes(world, node, gpu)
    ]
    return "\n".join(
        [
            parts["head"].format_map(readings.of_node(world, node)),
            *(parts["gpu"].format_map(_of(world, node, gpu)) for gpu in gpus),
            *([parts["mig"]] if any(gpu.mig for gpu in gpus) else ()),
            parts["processes"],
            *(running or [parts["none"]]),
            parts["end"],
        ]
    )


def version(call: Call) -> Answer:
    """`--version`."""
    values = readings.of_node(call.world, call.host)
    text = texts.table()["version"].format_map(values)
    return Answer(text, form="nvidia-smi -h|--version")


def listing(call: Call, chosen: Chosen) -> Answer:
    """`-L`: a lost GPU stands in its place, with what the tool has of it."""
    lines = (
        _title(call.world, call.host, gpu)
        if gpu in chosen.alive
        else _lost(call.world, call.host, gpu, "list lost")
        for gpu in chosen.all
    )
    return Answer("\n".join(lines), form="nvidia-smi -L [-i GPU]")


def log(
    world: World, node: str, gpus: Iterable[Gpu], sections: Sequence[str] = ()
) -> str:
    """`-q`.

    Args:
        world: the world.
        node: the machine.
        gpus: which.
        sections: names of `-d`, in capitals; all that is no sample without any.
    """
    head, blocks = texts.log()
    words = texts.words()
    shown = {name for section in sections for name in words["display"][section]}
    rows = "".join(
        text
        for name, text in blocks
        if (name in shown if sections else name not in words["only_selected"])
    )
    of_gpus = (
        ("GPU {bus}\n" + rows).format(
            **_of(world, node, gpu), processes=_processes(world, node, gpu)
        )
        for gpu in gpus
    )
    return head.format_map(readings.of_node(world, node)) + "\n".join(of_gpus)


def _processes(world: World, node: str, gpu: Gpu) -> str:
    parts, running = texts.table(), readings.processes(world, node, gpu)
    if not running:
        return parts["query no process"].removeprefix("\n")
    return "".join(parts["query process"].format_map(one) for one in running)


def csv(
    world: World,
    node: str,
    gpus: Iterable[Gpu],
    fields: Sequence[texts.Field],
    form: Sequence[str],
    *,
    by_process: bool = False,
) -> str:
    """A selective query as a table of comma separated values.

    Args:
        world: the world.
        node: the machine.
        gpus: which.
        fields: the columns.
        form: of `--format`: "noheader" and "nounits" are looked at.
        by_process: a row for each process in place of each GPU.
    """
    units = "nounits" not in form
    rows = []
    if "noheader" not in form:
        rows.append(
            ", ".join(
                f"{one.name} [{one.unit}]" if one.unit and units else one.name
                for one in fields
            )
        )
    for gpu in gpus:
        of_gpu = _of(world, node, gpu)
        for one in readings.processes(world, node, gpu) if by_process else [{}]:
            values = {**of_gpu, **one}
            rows.append(", ".join(_value(field, values, units) for field in fields))
    return "\n".join(rows)


def _value(field: texts.Field, values: dict[str, str], units: bool) -> str:
    """The value of a field; what has none stands in brackets, but for the fabric's."""
    text = field.value.format_map(values)
    if text == readings.ABSENT and not field.name.startswith("fabric."):
        return f"[{text}]"
    text = text.removesuffix(f" {field.unit}")
    bare = not (field.unit and units) or text.startswith("[")
    return text if bare else f"{text} {field.unit}"


def links(world: World, node: str, gpus: Iterable[Gpu]) -> str:
    """`nvlink -s`: a title for each GPU and a line for each of its links."""
    parts, lines, traffic = texts.table(), [], world.machine["traffic"]
    for gpu in gpus:
        lines.append(_title(world, node, gpu))
        if gpu.mig or len(gpu.down) >= traffic["links"]:
            lines.append(parts["links with mig" if gpu.mig else "links down"])
            continue
        for link in range(traffic["links"]):
            rate = parts["link down" if link in gpu.down else "link rate"]
            lines.append(parts["link"].format(link=link, rate=rate.format_map(traffic)))
    return "\n".join(lines)


def topology(world: World, node: str, gpus: Iterable[Gpu]) -> str:
    """`topo -m`: the matrix of the system, without the GPUs that are not there."""
    text = texts.capture("systems", world.machine["topology"])
    for theirs, ours in world.machine["affinity"].items():
        text = text.replace(theirs.ljust(16), ours.ljust(16))
    matrix, _, rest = text.partition("\n\n")
    one, width = world.nodes[node], 8
    present = {gpu.slot - 1: laws.index(one, gpu) for gpu in gpus}
    absent = [n for n in range(len(one.gpus)) if n not in present]
    lines = []
    for number, line in enumerate(matrix.splitlines()):
        if number - 1 in absent:
            continue
        cells = [line[at : at + width] for at in range(0, len(line), width)]
        if not number:
            for slot, index in present.items():
                cells[slot + 1] = f"GPU{index}".ljust(width)
        elif number - 1 in present:
            cells[0] = f"GPU{present[number - 1]}".ljust(width)
        lines.append("".join(c for n, c in enumerate(cells) if n - 1 not in absent))
    return "\n".join(lines) + "\n\n" + rest


def _title(world: World, node: str, gpu: Gpu) -> str:
    return texts.table()["list"].format_map(_of(world, node, gpu))


def _of(world: World, node: str, gpu: Gpu) -> dict[str, str]:
    return readings.of_gpu(world, node, gpu)
