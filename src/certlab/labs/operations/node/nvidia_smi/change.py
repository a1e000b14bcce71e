"""What nvidia-smi changes on GPUs, and how it says so or refuses."""

from collections.abc import Sequence

from certlab.labs.operations.node import laws, moves
from certlab.labs.operations.node.answer import Answer, Call
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.nvidia_smi import readings, texts
from certlab.labs.operations.node.nvidia_smi.choice import Chosen
from certlab.labs.operations.node.state import World

# Whether one of these values of a mode says that it is on.
SWITCH = {"0": False, "disabled": False, "1": True, "enabled": True}


def persistence(call: Call, chosen: Chosen, on: bool) -> Answer:
    """`-pm`: by the daemon where it runs."""
    world, lines = call.world, []
    runs = call.node.runs("nvidia-persistenced")
    by = texts.words()["daemon"] if on and runs else ""
    for gpu in chosen.alive:
        key = "persistence_already" if gpu.persistence == on else "persistence"
        word = "Enabled" if on else "Disabled"
        lines.append(_said(key, gpu, word=word, daemon=by))
        world = world.with_gpu(call.host, gpu.slot, persistence=on)
    return _done(lines, world, "nvidia-smi -pm 0|1 [-i GPU]")


def mig(call: Call, chosen: Chosen, on: bool) -> Answer:
    """`-mig`: at once, or with the next reset where something holds the GPU."""
    world, lines, verb = call.world, [], "enable" if on else "disable"
    for gpu in chosen.alive:
        if laws.held(world, call.host, gpu.slot) and gpu.mig != on:
            lines.append(_said("mig_waits", gpu, verb=verb))
        else:
            loses = "" if gpu.persistence else _said("loses", gpu)
            lines.append(_said("mig", gpu, word=f"{verb}d".capitalize()) + loses)
        world = moves.cut(world, call.host, gpu.slot, on)
    return _done(lines, world, "nvidia-smi -mig 0|1 [-i GPU]")


def reset(call: Call, chosen: Chosen) -> Answer:
    """`-r`: all of the chosen, or none while something holds one of them."""
    words, world, form = texts.words(), call.world, "nvidia-smi -r [-i GPU]"
    held = [gpu for gpu in chosen.alive if laws.held(world, call.host, gpu.slot)]
    if held:
        several = len(held) > 1
        why = words["reset_why"].format(
            count=len(held),
            devices="devices are" if several else "device is",
            these="these devices" if several else "this device",
        )
        lines = [words["reset_refused"], *(_said("reset_held", gpu) for gpu in held)]
        return Answer("\n".join(lines) + why, 255, 2, form=form)
    world = moves.reset(world, call.host, tuple(gpu.slot for gpu in chosen.alive))
    lines = [_said("reset", gpu) for gpu in chosen.alive]
    return _done(lines, world, form, world.machine["seconds"]["reset"])


def _said(key: str, gpu: Gpu, **values: str) -> str:
    return str(texts.words()[key].format(bus=readings.bus(gpu), **values))


def _done(lines: Sequence[str], world: World, form: str, seconds: float = 1) -> Answer:
    return Answer("\n".join([*lines, texts.words()["done"]]), 0, seconds, world, form)
