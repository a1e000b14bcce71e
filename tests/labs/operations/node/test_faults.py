"""What each fault shows and what it leaves alone: a tool differs only where it reads the fault."""

import pytest

from certlab.labs.operations.node import faults, logs, machine, shell
from certlab.labs.operations.node.masks import masked
from certlab.labs.operations.node.state import Fault, World

# The lines that tell a node with the fault from a healthy one; all others print the same.
# Virtual-node's table of faults, as far as these tools go.
LISTS, ROWS, KERNEL = (
    "nvidia-smi -L",
    "nvidia-smi -q -d ROW_REMAPPER",
    "dmesg | grep NVRM",
)
MANAGER, PACKAGES = (
    "systemctl status nvidia-fabricmanager",
    "cat /var/log/apt/history.log",
)
LOADED, SLURM = "cat /proc/driver/nvidia/version", "sinfo"
ALL = (LISTS, ROWS, KERNEL, MANAGER, PACKAGES, LOADED, SLURM)
SHOWS = {
    "off-bus": {LISTS, ROWS, KERNEL, SLURM},
    "not-seated": {LISTS, ROWS, SLURM},
    "row-pending": {ROWS, KERNEL},
    "users-bug": {KERNEL},
    "manager-version": {MANAGER, PACKAGES},
    "manager-stopped": {MANAGER},
    "library-version": {LISTS, ROWS, KERNEL, PACKAGES, LOADED},
    "module-missing": {LISTS, ROWS, KERNEL, MANAGER, PACKAGES, LOADED, SLURM},
    "gres-mismatch": {SLURM},
    "remapped-before": {ROWS},
}


def world(fault: Fault | None = None) -> World:
    healthy = machine.up_since(machine.healthy(1), "node-a", -4200)
    return logs.remembered(
        faults.strike(healthy, fault) if fault else healthy, "node-a"
    )


def printed(at: World, line: str) -> tuple[str, int]:
    done = shell.run(at, "head" if line == SLURM else "node-a", line)
    return masked(done.text), done.exit


def test_the_table_has_every_fault() -> None:
    assert SHOWS.keys() == faults.FAULTS.keys()


@pytest.mark.parametrize("id", faults.FAULTS)
def test_a_tool_differs_where_it_reads_the_fault_and_nowhere_else(id: str) -> None:
    slot = 3 if faults.FAULTS[id].place == "gpu" else 0
    struck, healthy = world(Fault(id, "node-a", slot)), world()
    assert {
        line for line in ALL if printed(struck, line) != printed(healthy, line)
    } == SHOWS[id]


@pytest.mark.parametrize("id", faults.FAULTS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_fault_stands_once_it_is_put_in_unless_there_is_nothing_to_mend(
    id: str, seed: int
) -> None:
    fault = Fault(id, "node-a", 3 if faults.FAULTS[id].place == "gpu" else 0)
    assert not faults.stands(machine.healthy(seed), fault)
    struck = faults.strike(machine.healthy(seed), fault)
    assert faults.stands(struck, fault) is not bool(faults.FAULTS[id].diagnosis)
    assert struck.truth == (fault,)
