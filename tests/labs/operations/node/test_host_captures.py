"""The host's logs against lines that real machines printed, with their names made ours.

Each text is a few lines of a public page; its first words here say which. Host names, serial
numbers, uuids and addresses are exchanged for those of our machine, and nothing else.
"""

import re

from certlab.labs.operations.node import faults, logs, machine, shell
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.state import Fault, World

NODE, SLOT = "node-a", 5
BUS = "0000:9d:00"

# Fabric Manager 590.48.01 on a system of eight GPUs: a status in public notes of a cluster.
STARTED = """\
Mar 03 18:39:05 HOST systemd[1]: Starting NVIDIA fabric manager service...
Mar 03 18:39:05 HOST nvidia-fabricmanager-start.sh[5075]: Detected Pre-NVL5 system
Mar 03 18:39:35 HOST nv-fabricmanager[5219]: Connected to 1 node.
Mar 03 18:39:35 HOST nv-fabricmanager[5219]: Successfully configured all the available NVSwitches to route GPU NVLink traffic. NVLink Peer-to-Peer support will be enabled once the GPUs are successfully registered with the NVLink fabric.
Mar 03 18:39:35 HOST nvidia-fabricmanager-start.sh[5075]: Started "Nvidia Fabric Manager"
Mar 03 18:39:35 HOST systemd[1]: Started NVIDIA fabric manager service."""
# A Fabric Manager of another version than the driver 590.48.01, in public notes of a machine;
# the versions are ours.
MISMATCH = """\
Aug 11 06:47:54 HOST nv-fabricmanager[186868]: fabric manager NVIDIA GPU driver interface version 590.44.01 don't match with driver version 590.48.01. Please update with matching NVIDIA driver package.
Aug 11 06:47:54 HOST nvidia-fabricmanager-start.sh[186855]: "/usr/bin/nv-fabricmanager -c /usr/share/nvidia/nvswitch/fabricmanager.cfg" failed! Exit code: 1"""
FAILED = "Aug 11 06:47:54 HOST systemd[1]: nvidia-fabricmanager.service: Failed with result 'exit-code'."
# An H100 under 525.125.06, in public notes: it fell off the bus, and the driver was loaded anew.
# 590.48.01 leaves out the process where it knows none (kernel_rc.c of the open modules).
LOST = """\
[ 4254.197816] NVRM: GPU at PCI:BUS: UUID
[ 4254.197854] NVRM: GPU Board Serial Number: SERIAL
[ 4254.197860] NVRM: Xid (PCI:BUS): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.
[ 4254.197871] NVRM: GPU BUS.0: GPU has fallen off the bus.
[ 4254.197878] NVRM: GPU BUS.0: GPU serial number is SERIAL.
[ 4254.197913] NVRM: A GPU crash dump has been created. If possible, please run
               NVRM: nvidia-bug-report.sh as root to collect this data before
               NVRM: the NVIDIA kernel module is unloaded."""
SILENT = """\
[14387.209961] NVRM: The NVIDIA GPU BUS.0
               NVRM: (PCI ID: 10de:2330) installed in this system has
               NVRM: fallen off the bus and is not responding to commands.
[14387.210134] nvidia: probe of BUS.0 failed with error -1
[14387.274303] NVRM: The NVIDIA probe routine failed for 1 device(s)."""
# The same GPU off the bus with the time of day: issue 209 of akash-network/support.
LOST_TIMED = """\
[Fri Apr  5 21:29:39 2024] NVRM: A GPU crash dump has been created. If possible, please run
                           NVRM: nvidia-bug-report.sh as root to collect this data before
                           NVRM: the NVIDIA kernel module is unloaded."""
# An H100 under 550.90.07, in public notes: a row of its memory.
ROW = """\
[430954.509105] NVRM: Xid (PCI:BUS): 48, pid='<unknown>', name=<unknown>, An uncorrectable double bit error (DBE) has been detected on GPU in the framebuffer at physAddr 0x18f31d80 partition 16, subpartition 3.
[430954.532443] NVRM: Xid (PCI:BUS): 63, pid='<unknown>', name=<unknown>, Row Remapper: New row (0x0000000018f31d80) marked for remapping, reset gpu to activate.
[430954.533994] NVRM: Xid (PCI:BUS): 94, pid='<unknown>', name=<unknown>, Contained: SM (0x1). RST: No, D-RST: No"""
# NVIDIA's guide to Fabric Manager: the GPUs of an HGX H100 board.
BOARD = """\
1b:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
43:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
52:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
61:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
9d:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
c3:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
d1:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)
df:00.0 3D controller: NVIDIA Corporation Device 2330 (rev a1)"""


def world(fault: str = "") -> World:
    made = machine.healthy(1)
    if fault:
        made = faults.strike(made, Fault(fault, NODE, SLOT))
    return logs.remembered(made, NODE)


def printed(at: World, line: str) -> str:
    return masked(shell.run(at, NODE, line).text)


def ours(text: str) -> str:
    """A captured text with our names, and without the processes that 590 does not name."""
    gpu = world().nodes[NODE].gpu(SLOT)
    for theirs, here in (
        ("HOST", NODE),
        ("BUS", BUS),
        ("UUID", gpu.uuid),
        ("SERIAL", gpu.serial),
    ):
        text = text.replace(theirs, here)
    return masked(text.replace(" pid='<unknown>', name=<unknown>,", ""))


def test_fabric_manager_starts_as_it_did() -> None:
    assert printed(world(), "journalctl -u nvidia-fabricmanager") == ours(STARTED)


def test_a_fabric_manager_of_another_version_fails_as_it_did() -> None:
    says = printed(world("manager-version"), "journalctl -u nvidia-fabricmanager")
    assert ours(MISMATCH) in says
    assert ours(FAILED) in says


def test_a_gpu_falls_off_the_bus_as_it_did() -> None:
    at = world("off-bus")
    # Our machine has been up for longer, so its stamps are two digits wider.
    assert printed(at, "dmesg | tail -8").replace(" " * 17, " " * 15) == ours(LOST)
    assert printed(at, "dmesg -T | tail -3") == ours(LOST_TIMED)


def test_a_gpu_that_is_off_the_bus_is_named_at_a_boot_as_it_was() -> None:
    at = shell.run(world("off-bus"), NODE, "reboot").world
    at = shell.run(at, "head", "sleep 600").world
    assert ours(SILENT) in printed(at, "dmesg")


def test_a_row_is_marked_as_it_was() -> None:
    says = printed(world("row-pending"), "dmesg | tail -3")
    without_process = re.sub(r" (pid=)?<pid>, name=python,", "", says)
    assert without_process == ours(ROW)


def test_lspci_lists_the_board_as_it_did() -> None:
    assert printed(world(), "lspci -d 10de:2330") == ours(BOARD)
