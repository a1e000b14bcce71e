"""The real lspci over a /sys that holds our devices.

Each device has its configuration space, vendor, device and class; a GPU that is off the bus
answers all ones, as it does to the kernel. There is no file `revision`: pciutils 3.7 of
Ubuntu 22.04 does not look for one, and newer ones then do the same. The names are few, for
the list of Ubuntu 22.04 does not know the H100.
"""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from certlab.labs.operations.node import faults, machine, shell
from certlab.labs.operations.node.state import Fault, World
from tools.oracle import Case

NODE = "node-a"
NAMES = """10de  NVIDIA Corporation
C 03  Display controller
\t02  3D controller
C 06  Bridge
\t80  Bridge
"""


class Lspci:
    """pciutils."""

    name = "lspci"

    def version(self) -> str:
        """ "lspci version 3.9.0"."""
        if not shutil.which("lspci"):
            return ""
        done = subprocess.run(
            ["lspci", "--version"], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def cases(self) -> Mapping[str, Case]:
        """Lists and single devices, of a healthy system and of two that are not."""
        healthy = machine.healthy(1)
        lost = faults.strike(healthy, Fault("off-bus", NODE, 5))
        gone = faults.strike(healthy, Fault("not-seated", NODE, 5))
        return {
            "healthy": _case(healthy, "lspci"),
            "healthy-numbers": _case(healthy, "lspci -nn -d 10de:"),
            "healthy-domains": _case(healthy, "lspci -D -d 10de:22a3"),
            "healthy-drivers": _case(healthy, "lspci -nnk -s 05:00.0"),
            "off-bus": _case(lost, "lspci"),
            "off-bus-verbose": _case(lost, "lspci -vv -s 9d:00.0"),
            "not-seated": _case(gone, "lspci -d 10de:2330"),
        }


def _case(world: World, line: str) -> Case:
    return Case(
        lambda: shell.run(world, NODE, line).text,
        lambda folder: _real(folder, world, line),
        {
            "kernel modules": _modules,
            "what pciutils 3.8 and newer say of a device that answers nothing": _silent,
            "the blank line at the end": str.rstrip,
        },
    )


def _modules(text: str) -> str:
    """Without the modules that a kernel offers, which come from its own files."""
    lines = text.splitlines()
    return "\n".join(line for line in lines if not line.startswith("\tKernel modules:"))


def _silent(text: str) -> str:
    """3.7 reads the interface as ff, and ends at the unknown header; captures have it so."""
    if "Unknown header" not in text:
        return text
    lines = text.replace(" (prog-if ff)", "").splitlines()
    return "\n".join(line for line in lines if not line.startswith("\tInterrupt:"))


def _real(folder: Path, world: World, line: str) -> str:
    _tree(folder, world)
    options = [
        "-A",
        "linux-sysfs",
        "-O",
        f"sysfs.path={folder}",
        *("-O", "hwdb.disable=1", "-i", str(folder / "names")),
    ]
    done = subprocess.run(
        ["lspci", *options, *line.split()[1:]],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _tree(folder: Path, world: World) -> None:
    (folder / "names").write_text(NAMES)
    node, of = world.nodes[NODE], world.machine
    for gpu in node.gpus:
        if gpu.seated:
            _device(folder, gpu.bus, of["pci"]["gpu"], dead=gpu.lost)
    for bus in of["switches"]:
        _device(folder, f"0000:{bus}", of["pci"]["switch"], dead=False)


def _device(folder: Path, bus: str, of: Mapping[str, str], *, dead: bool) -> None:
    device = folder / "devices" / bus
    device.mkdir(parents=True)
    space = b"\xff" * 256 if dead else _space(of)
    (device / "config").write_bytes(space)
    texts = {
        "vendor": "0x10de",
        "device": f"0x{of['device']}",
        "class": f"0x{of['code']}00",
    }
    texts |= {"irq": "16", "resource": "\n".join(["0x0 0x0 0x0"] * 7)}
    for name, text in texts.items():
        (device / name).write_text(text + "\n")
    (folder / "drivers" / of["driver"]).mkdir(parents=True, exist_ok=True)
    (device / "driver").symlink_to(Path("../../drivers") / of["driver"])


def _space(of: Mapping[str, str]) -> bytes:
    """The configuration space of a device that is well, as far as a list needs it."""
    space = bytearray(256)

    def put(at: int, hexadecimal: str) -> None:
        """A number, least byte first."""
        value = bytes.fromhex(hexadecimal)[::-1]
        space[at : at + len(value)] = value

    put(0x00, "10de")
    put(0x02, of["device"])
    put(0x04, "0406")  # memory, bus master, no INTx
    put(0x08, "a1")
    put(0x0A, of["code"])
    put(0x2C, "10de")
    put(0x2E, of["subsystem"])
    return bytes(space)


REFEREE = Lspci()
