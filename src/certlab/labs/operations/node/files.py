"""The files of a machine that somebody reads: what stands in them follows from the state."""

from certlab.labs.operations.node import laws, logs
from certlab.labs.operations.node.machine import clock
from certlab.labs.operations.node.state import World

FABRIC_LOG = "/var/log/fabricmanager.log"
HISTORY = "/var/log/apt/history.log"
VERSION = "/proc/driver/nvidia/version"


def files(world: World, node: str) -> dict[str, str]:
    """Their texts by path, each with a line end at its end."""
    one, of = world.nodes[node], world.machine
    texts = {path: text.lstrip("\n") for path, text in of["files"].items()}
    texts["/etc/hostname"] = f"{node}\n"
    if version := laws.driver(one):
        says = of["says"]
        module = says["module"].format(version=version)
        texts[VERSION] = f"NVRM version: {module}\nGCC version:  {says['compiler']}\n"
        texts["/sys/module/nvidia/version"] = f"{version}\n"
    if one.history:
        texts[HISTORY] = "".join(_installed(world, *entry) for entry in one.history)
    if laws.MANAGER in one.packages:
        texts[FABRIC_LOG] = _fabric(world, node)
    if world.slurm and one.gpus:
        texts["/etc/slurm/gres.conf"] = (
            f"NodeName=node-[a-b] AutoDetect=nvml Name=gpu Count={world.slurm.configured}\n"
        )
    return {**texts, **one.files}


def _installed(world: World, t: float, line: str, what: str) -> str:
    start, end = (f"{clock(world, at):%Y-%m-%d  %H:%M:%S}" for at in (t, t + 41))
    return f"\nStart-Date: {start}\nCommandline: {line}\n{what}\nEnd-Date: {end}\n"


def _fabric(world: World, node: str) -> str:
    """Fabric Manager's own log: what its process said, with a level and a thread."""
    return "".join(
        f"[{clock(world, event.t):%b %d %Y %H:%M:%S}] "
        f"[{'ERROR' if 'match with driver' in event.text else 'INFO'}] "
        f"[tid {2_000 + int(event.t) % 9_000}] {event.text}\n"
        for event in logs.journal(world, node)
        if event.source == "nvidia-fabricmanager" and not event.by
    )


def devices(world: World, node: str) -> dict[str, str]:
    """The device files that the driver makes, and their numbers: "/dev/nvidia0" "195,0"."""
    one = world.nodes[node]
    if not laws.driver(one):
        return {}
    paths = {
        f"/dev/nvidia{laws.index(one, gpu)}": f"195,{laws.index(one, gpu)}"
        for gpu in one.gpus
        if gpu.seated
    }
    paths["/dev/nvidiactl"] = "195,255"
    if "nvidia_uvm" in one.modules:
        paths["/dev/nvidia-uvm"] = "505,0"
    return dict(sorted(paths.items()))
