"""What nvidia-smi reads of the world, by the names that its templates have.

A template also reaches into the parts list as `of` and into the GPU as `gpu`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from certlab.labs.operations.node import heat, laws, machine
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.state import World

ABSENT = "N/A"
_LONGEST = 27  # characters of a name in the summary table
_LONGEST_PROCESS = 36


def bus(gpu: Gpu) -> str:
    """Its PCI address as the tool writes it, "00000000:1B:00.0"."""
    return f"0000{gpu.bus}".upper()


def of_node(world: World, node: str) -> dict[str, Any]:
    """Of the driver, its libraries and the moment."""
    one, now = world.nodes[node], machine.clock(world)
    library = laws.library(one)
    return {
        "of": world.machine,
        "now": f"{now:%a %b} {now.day:>2} {now:%H:%M:%S %Y}",
        "now_ms": f"{now:%Y/%m/%d %H:%M:%S}.{now.microsecond // 1000:03}",
        "driver": laws.driver(one),
        "library": library,
        "nvml": ".".join(library.split(".")[:2]),
        "count": len(laws.known(one)),
    }


def of_gpu(world: World, node: str, gpu: Gpu) -> dict[str, Any]:
    """Of a GPU that answers, with those of its node."""
    board: Mapping[str, str] = world.machine["board"]
    rows = gpu.remap.corrected + gpu.remap.uncorrected
    return {
        **of_node(world, node),
        **board,
        **_names(world, gpu),
        **_modes(gpu),
        **_load(world, node, gpu),
        **_power(world, node, gpu),
        "gpu": gpu,
        "index": laws.index(world.nodes[node], gpu),
        "ecc": "On" if gpu.mig else gpu.since_reset.uncorrected,
        "recovery": "Drain and Reset" if gpu.remap.pending else "None",
        "remap_pending": _word(gpu.remap.pending, "Yes", "No"),
        "remap_failed": _word(gpu.remap.failed, "Yes", "No"),
        # Each row is taken to lie in another bank.
        "banks_whole": world.machine["traffic"]["banks"] - rows,
        "banks_used": rows,
    }


def processes(world: World, node: str, gpu: Gpu) -> list[dict[str, Any]]:
    """Of those with memory on a GPU, by their pids."""
    return [
        {
            "pid": one.pid,
            "process": one.name
            if len(one.name) <= _LONGEST_PROCESS
            else "..." + one.name[3 - _LONGEST_PROCESS :],
            "process_mib": one.mib,
        }
        for one in sorted(laws.clients(world, node))
        if one.mib and gpu.slot in one.slots
    ]


def _names(world: World, gpu: Gpu) -> dict[str, str]:
    """Its names and addresses."""
    name = str(world.machine["gpu"])
    domain, number, place = gpu.bus.split(":")
    device = place.partition(".")[0]
    return {
        "short_name": name if len(name) <= _LONGEST else name[: _LONGEST - 3] + "...",
        "pdi": "0x" + gpu.uuid.replace("-", "")[3:19],
        "bus": bus(gpu),
        "pci_domain": f"0x{domain}",
        "pci_bus": f"0x{number.upper()}",
        "pci_device": f"0x{device.upper()}",
        "board_id": f"{int(number, 16) * 256 + int(device, 16):#x}",
    }


def _modes(gpu: Gpu) -> dict[str, str]:
    """Its modes, and whether Fabric Manager has it."""
    following = gpu.mig if gpu.mig_next is None else gpu.mig_next
    done = gpu.fabric == "Completed"
    return {
        "persistence": _enabled(gpu.persistence),
        "on_off": _word(gpu.persistence, "On", "Off"),
        "mig": _enabled(gpu.mig),
        "mig_pending": _enabled(following),
        "mig_short": _enabled(gpu.mig) + "*" * (following != gpu.mig),
        "fabric_status": _word(done, "Success", ABSENT),
        "fabric_clique": _word(done, "0", ABSENT),
        "fabric_cluster": _word(done, "00000000-0000-0000-0000-000000000000", ABSENT),
    }


def _load(world: World, node: str, gpu: Gpu) -> dict[str, Any]:
    """What its work takes: memory, time, traffic."""
    of, traffic = world.machine, world.machine["traffic"]
    load, used = heat.load(world, node, gpu), heat.used_mib(world, node, gpu)
    mapped = used + 1  # the driver maps a page for itself
    busy, memory, other = (
        ABSENT if gpu.mig else f"{share * 100:.0f} %"
        for share in (load, load * traffic["memory"], 0)
    )
    return {
        "mib_used": used,
        "mib_free": of["free_mib"] - used,
        "bar1_used": mapped,
        "bar1_free": int(of["board"]["bar1"]) - mapped,
        "busy": busy,
        "busy_short": busy.replace(" ", ""),
        "busy_memory": memory,
        "busy_other": other,
        "pcie_tx": _between(traffic["pcie_tx"], load),
        "pcie_rx": _between(traffic["pcie_rx"], load),
    }


def _power(world: World, node: str, gpu: Gpu) -> dict[str, Any]:
    """Watts, clocks, heat, and what slows it down."""
    power, clocks = world.machine["watts"], world.machine["clocks"]
    load, drawn = heat.load(world, node, gpu), heat.watts(world, node, gpu)
    celsius = heat.temperature(world, node, gpu)
    idle, capped = not load, heat.capped(world, node, gpu)
    hot = heat.slow(world, node, gpu)
    return {
        "watts": drawn,
        "watts_whole": int(drawn),
        "watts_memory": power["memory_idle"] + power["memory_work"] * load,
        "mhz_sm": heat.sm_mhz(world, node, gpu),
        "mhz_video": clocks["video" if load else "video_idle"],
        "celsius": celsius,
        "celsius_left": world.machine["heat"]["slow"] - celsius,
        "celsius_memory": heat.memory_temperature(world, node, gpu),
        "is_idle": _word(idle, "Active", "Not Active"),
        "is_capped": _word(capped, "Active", "Not Active"),
        "is_hot": _word(hot, "Active", "Not Active"),
        # The bits of nvml.h: idle 0x1, software power cap 0x4, software thermal slowdown 0x20.
        "reasons": f"0x{idle * 0x1 | capped * 0x4 | hot * 0x20:016X}",
    }


def _between(ends: Sequence[float], share: float) -> str:
    return f"{ends[0] + (ends[1] - ends[0]) * share:.0f}"


def _word(on: bool, yes: str, no: str) -> str:
    return yes if on else no


def _enabled(on: bool) -> str:
    return _word(on, "Enabled", "Disabled")
