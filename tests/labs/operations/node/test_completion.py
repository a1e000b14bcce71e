"""What Tab offers, by the state of the machine and by nothing that a learner must find out."""

import pytest

from certlab.labs.operations.node import machine
from certlab.labs.operations.node.commands import commands
from certlab.labs.operations.node.completion import complete
from certlab.labs.operations.node.faults import FAULTS

WORLD = machine.healthy(1)
OURS = {"help", "hint"}


def offers(line: str, host: str = "head") -> list[str]:
    return complete(WORLD, host, line, OURS)


def test_a_line_begins_with_a_command_of_the_machine_or_one_of_ours() -> None:
    here = {name for name, one in commands().items() if one.here(WORLD, "head")}
    assert offers("") == sorted(here | OURS)
    assert {"hands", "help", "hint"} <= {*offers("h")}
    assert offers("sudo ha") == ["hands"]
    assert "help" not in offers("exit; ")


def test_an_argument_is_what_a_form_has_there() -> None:
    assert offers("hands ") == ["cycle", "off", "on", "replace", "reseat"]
    assert offers("hands off node-") == ["node-a", "node-b"]
    assert offers("ssh node-a hands re") == ["replace", "reseat"]
    assert offers("ssh n") == ["node-a", "node-b"]
    assert offers("man hand") == ["hands"]
    assert "nvidia-fabricmanager" in offers("systemctl status nvidia-f", "node-a")
    assert "nodename=node-a" in offers("scontrol update node")
    assert {"-L", "-q"} <= {*offers("nvidia-smi -", "node-a")}
    assert "/etc/slurm/gres.conf" in offers("cat /etc/", "node-a")
    assert offers("cat /x", "node-a") == []


def test_a_diagnosis_is_one_of_those_that_are_listed() -> None:
    causes = {id for id, kind in FAULTS.items() if not kind.diagnosis}
    assert {*offers("diagnose ")} == causes | {"nothing", "not-ours"}
    assert offers("diagnose off-bus node-a s") == ["slot"]


@pytest.mark.parametrize(
    "line", ["  ", "|", "'", "x " * 2000, "ssh ", "sudo", "a | b && "]
)
def test_whatever_is_typed_is_no_error(line: str) -> None:
    assert all(isinstance(one, str) for one in offers(line))
