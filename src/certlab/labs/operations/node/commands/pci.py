"""lspci of pciutils 3.7: the devices that the parts list names."""

import re

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.answer import Answer, Call, unknown
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.gpus import Gpu


def _lspci(call: Call) -> Answer:
    flags, vendor, slot, words = "", "", "", [*call.words]
    while words:
        word = words.pop(0)
        if word[:2] in ("-d", "-s") and (word[2:] or words):
            value = word[2:] or words.pop(0)
            vendor, slot = (value, slot) if word[1] == "d" else (vendor, value)
        elif re.fullmatch(r"-[nvkD]+", word):
            flags += word[1:]
        else:
            return unknown(call, word)
    shown = [
        _device(call, bus, gpu, flags)
        for bus, gpu in _devices(call)
        if _chosen(vendor, "2330" if gpu else "22a3") and _at(slot, bus)
    ]
    dead = any("(rev ff)" in text for text in shown)
    form = "lspci -v, of a device that does not answer" if dead else "lspci -v"
    return Answer("\n".join(shown), form=form if {*flags} & {*"vk"} else "lspci [-nn]")


def _devices(call: Call) -> list[tuple[str, Gpu | None]]:
    """The NVIDIA devices that the kernel has found, in the order of the bus."""
    gpus, switches = call.node.gpus, call.world.machine["switches"]
    found = [(gpu.bus, gpu) for gpu in gpus if gpu.seated]
    return [*((f"0000:{bus}", None) for bus in switches if gpus), *found]


def _chosen(vendor: str, device: str) -> bool:
    wanted, _, kind = vendor.lower().partition(":")
    return wanted in ("", "10de") and kind in ("", device)


def _at(slot: str, bus: str) -> bool:
    """Whether an address is meant by "9d:", "9d:00.0" or "0000:9d:00.0"."""
    slot = slot.lower() if slot.count(":") > 1 else f"0000:{slot.lower()}"
    if slot.endswith((":", ".")):
        return bus.startswith(slot)
    return bus in (slot, f"{slot}.0")


def _device(call: Call, bus: str, gpu: Gpu | None, flags: str) -> str:
    of = call.world.machine["pci"]["gpu" if gpu else "switch"]
    dead = bool(gpu and gpu.lost)
    ids, code = f"10de:{of['device']}", of["code"]
    if flags.count("n") > 1:
        name = f"{of['class']} [{code}]: NVIDIA Corporation Device [{ids}]"
    elif "n" in flags:
        name = f"{code}: {ids}"
    else:
        name = f"{of['class']}: NVIDIA Corporation Device {of['device']}"
    head = f"{bus if 'D' in flags else bus[5:]} {name} (rev {'ff' if dead else 'a1'})"
    if not {*flags} & {*"vk"}:
        return head
    own, loaded = f"10de:{of['subsystem']}", laws.driver(call.node)
    lines = [f"{head} (prog-if ff)" if dead and "v" in flags else head]
    if dead:
        lines += ["\t!!! Unknown header type 7f"] if "v" in flags else []
    elif flags.count("n") == 1:
        lines += [f"\tSubsystem: {own}"]
    else:
        names = f"[{own}]" if "n" in flags else of["subsystem"]
        lines += [f"\tSubsystem: NVIDIA Corporation Device {names}"]
    if "v" in flags and not dead:
        lines += of["verbose"]
    lines += [f"\tKernel driver in use: {of['driver']}"] if loaded else []
    lines += [f"\tKernel modules: {of['modules']}"]
    return "\n".join([*lines, *([""] if "v" in flags else [])])


COMMANDS = described({"lspci": _lspci})
