"""DCGM on the machine one can break: agreement, faults by command, watches, and what diag does."""

import random
import re
from dataclasses import replace

import pytest

from certlab.labs.operations.node import faults, laws, machine, shell, units
from certlab.labs.operations.node.answer import UNKNOWN
from certlab.labs.operations.node.dcgm import table
from certlab.labs.operations.node.faults import FAULTS
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.passing import advance
from certlab.labs.operations.node.schedulers import Job
from certlab.labs.operations.node.state import Fault, World

NODE = "node-a"
UUIDS = re.compile("UUID: (GPU-[0-9a-f-]+)")
# `dcgmi diag -r 2 -i 0` of 4.4.2 on another GPU, in issue 124 of NVIDIA/DCGM, 28 January 2026.
REAL = """\
Successfully ran diagnostic for group.
+---------------------------+------------------------------------------------+
| Diagnostic                | Result                                         |
+===========================+================================================+
|-----  Metadata  ----------+------------------------------------------------|
| DCGM Version              | 4.4.2                                          |
| Driver Version Detected   | 580.105.08                                     |
| GPU Device IDs Detected   | 2237                                           |
|-----  Deployment  --------+------------------------------------------------|
| software                  | Pass                                           |
|                           | GPU0: Pass                                     |
+-----  Hardware  ----------+------------------------------------------------+
| memory                    | Pass                                           |
|                           | GPU0: Pass                                     |
+-----  Integration  -------+------------------------------------------------+
| pcie                      | Pass                                           |
|                           | GPU0: Pass                                     |
+---------------------------+------------------------------------------------+"""


def ill(fault: str, slot: int = 3) -> World:
    return faults.strike(machine.healthy(1), Fault(fault, NODE, slot))


def typed(world: World, line: str, host: str = NODE) -> shell.Printed:
    return shell.run(world, host, line)


def test_a_diag_is_laid_out_as_one_that_was_seen() -> None:
    ours = typed(machine.healthy(1), "dcgmi diag -r 2 -i 0")
    text = ours.text.replace("4.5.3    ", "4.4.2    ")
    text = text.replace("590.48.01 ", "580.105.08").replace("2330", "2237")
    assert text == REAL
    assert ours.exit == 0


def test_a_message_is_cut_after_a_word() -> None:
    text = "Detected XID 94 for GPU 2 Please consult the documentation for details of this XID."
    assert table.wrapped(text) == [
        "Detected XID 94 for GPU 2 Please consult the",
        "documentation for details of this XID.",
    ]
    assert table.wrapped("short") == ["short"]


@pytest.mark.parametrize("fault", FAULTS)
def test_tools_agree_on_the_number_of_gpus(fault: str) -> None:
    world = ill(fault)
    found = typed(world, "dcgmi discovery -l")
    seen = laws.visible(world.nodes[NODE])
    if found.exit:
        assert not seen
        return
    assert found.text.startswith(f"{len(seen)} GPUs found (Active).")
    listed = [line for line in found.text.splitlines() if "Device UUID" in line]
    assert [line.split()[-2] for line in listed] == [gpu.uuid for gpu in seen]
    smi = typed(world, "nvidia-smi -L")
    if not smi.exit:
        assert [gpu.uuid for gpu in seen] == UUIDS.findall(smi.text)
    # slurmd that begins anew registers the same, but for one that is cut by MIG.
    world = units.start(units.stop(world, NODE, "slurmd"), NODE, "slurmd")
    assert world.slurm
    if not laws.cannot_start(world.nodes[NODE]):
        cut = sum(gpu.mig for gpu in seen)
        assert world.slurm.nodes[NODE].found == len(seen) - cut


def test_discovery_notes_a_gpu_that_fell_off_and_none_that_never_was_there() -> None:
    assert "Note: Use -a flag" in typed(ill("off-bus"), "dcgmi discovery -l").text
    assert "Note" not in typed(ill("not-seated"), "dcgmi discovery -l").text


def test_health_and_nvidia_smi_agree_on_what_a_pending_row_wants() -> None:
    world = typed(ill("row-pending"), "dcgmi health -s a").world
    assert "(DRAIN_AND_RESET)" in typed(world, "dcgmi health -c").text
    smi = typed(world, "nvidia-smi -q -i 2").text
    assert re.search("GPU Recovery Action +: Drain and Reset", smi)


# What each fault changes of each command's text (table B.4); with nothing in a cell it changes
# nothing. A watch that was set before the fault is in "health".
SHOWS = {
    "off-bus": {"discovery", "diag", "sinfo", "node"},
    "not-seated": {"discovery", "diag", "sinfo", "node"},
    "row-pending": {"diag", "health"},
    "users-bug": set(),
    "manager-version": {"diag", "health"},
    "manager-stopped": {"diag", "health"},
    "library-version": set(),
    "module-missing": {"discovery", "diag", "health", "sinfo", "node"},
    "gres-mismatch": {"sinfo", "node"},
    "remapped-before": set(),
}
LINES = {
    "discovery": ("dcgmi discovery -l", NODE),
    "diag": ("dcgmi diag -r 1", NODE),
    "health": ("dcgmi health -s a; dcgmi health -c", NODE),
    "sinfo": ("sinfo -R; sinfo", "head"),
    "node": ("scontrol show node node-a", "head"),
}


# A diag's head names the version of the loaded driver, which these two faults change.
NAMES_THE_DRIVER = {("library-version", "diag"), ("module-missing", "diag")}


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (fault, line)
        for fault in FAULTS
        for line in LINES
        if (fault, line) not in NAMES_THE_DRIVER
    ],
)
def test_a_fault_shows_where_it_should_and_nowhere_else(fault: str, line: str) -> None:
    well, bad = (typed(one, *LINES[line]) for one in (machine.healthy(1), ill(fault)))
    assert (masked(well.text) != masked(bad.text)) == (line in SHOWS[fault])


def test_a_pending_row_fails_the_diag_and_keeps_the_rest_from_running() -> None:
    done = typed(ill("row-pending"), "dcgmi diag -r 3")
    assert (
        "| Warning: GPU2             | GPU 2 had uncorrectable memory errors"
        in done.text
    )
    assert done.text.count("| Skip") == 7
    assert done.exit == 226
    assert done.seconds < 60
    world = ill("row-pending").with_gpu(NODE, 3, remap=replace(REMAP, uncorrected=0))
    assert "row remappings ar  |" in typed(world, "dcgmi diag -r 1").text


REMAP = ill("row-pending").nodes[NODE].gpu(3).remap


def test_a_watch_sees_an_xid_from_then_on_and_until_the_engine_begins_anew() -> None:
    world = machine.healthy(1)
    assert typed(world, "dcgmi health -c").exit == 253
    world = typed(world, "dcgmi health -s a").world
    bus = world.nodes[NODE].gpu(3).bus.rpartition(".")[0]
    xid = f"NVRM: Xid (PCI:{bus}): 31, pid=1, name=python, Ch 00000008"
    world = advance(world.logged(NODE, "kernel", xid), 10_000)
    assert "Detected XID 31 for GPU 2" in typed(world, "dcgmi health -c").text
    world = units.start(units.stop(world, NODE, "nvidia-dcgm"), NODE, "nvidia-dcgm")
    assert typed(world, "dcgmi health -c").exit == 253
    world = typed(world, "dcgmi health -s a").world
    assert "Healthy" in typed(world, "dcgmi health -c").text


def test_an_engine_from_before_an_upgrade_goes_on_and_a_new_one_has_no_gpus() -> None:
    world = ill("library-version")
    assert typed(world, "dcgmi discovery -l").text.startswith("8 GPUs")
    world = units.start(units.stop(world, NODE, "nvidia-dcgm"), NODE, "nvidia-dcgm")
    assert typed(world, "dcgmi discovery -l").text.startswith("0 GPUs")


def test_without_its_engine_dcgmi_says_so() -> None:
    world = units.stop(machine.healthy(1), NODE, "nvidia-dcgm")
    for line in ("discovery -l", "health -c", "diag -r 1"):
        done = typed(world, f"dcgmi {line}")
        assert "Host engine connection invalid/disconnected." in done.text
        assert done.exit == 235


def test_a_diag_over_somebody_elses_job_costs_it_time() -> None:
    world = machine.healthy(1)
    assert world.slurm
    job = Job(1, "train", "mara", 8, 9000, wants=NODE)
    world = advance(replace(world, slurm=replace(world.slurm, jobs=(job,))), 1)
    done = typed(world, "dcgmi diag -r 3")
    assert [harm.kind for harm in done.world.harms] == ["minutes"]
    assert done.world.slurm
    assert done.world.slurm.jobs[0].seconds > 9000
    assert not typed(world, "dcgmi diag -r 1").world.harms


def test_a_broken_gpu_falls_off_in_a_long_diag() -> None:
    world = machine.healthy(1).with_gpu(NODE, 3, broken=True)
    assert typed(world, "dcgmi diag -r 2").exit == 0
    done = typed(world, "dcgmi diag -r 3")
    assert done.exit == 226
    assert "Detected XID 79 for GPU 2" in done.text
    assert typed(done.world, "dcgmi discovery -l").text.startswith("7 GPUs")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nvlink -s",
        "diag",
        "diag -r 5",
        "diag -r 1 -i 99",
        "diag -r",
        "health -s pm",
    ],
)
def test_what_it_does_not_do_it_says(line: str) -> None:
    world = machine.healthy(1)
    done = typed(world, f"dcgmi {line}")
    assert done.exit == UNKNOWN
    assert done.world.t == world.t


@pytest.mark.parametrize("seed", range(6))
def test_nothing_raises(seed: int) -> None:
    draw = random.Random(seed)
    lines = [f"dcgmi {one}" for one in ("discovery -l", "health -s a", "health -c")]
    lines += [
        f"dcgmi diag -r {level} -i {ids}" for level in "1234" for ids in ("0", "1,7")
    ]
    world = machine.healthy(seed)
    for fault in draw.sample(sorted(FAULTS), 3):
        world = faults.strike(world, Fault(fault, NODE, draw.randint(1, 8)))
    for _ in range(20):
        move = draw.choice((units.stop, units.start))
        world = move(world, NODE, draw.choice(sorted(world.nodes[NODE].units)))
        world = typed(world, draw.choice(lines)).world
