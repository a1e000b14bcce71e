"""What people who played found; each is the right behaviour, and a kind of mistake."""

import pytest

from certlab.errors import ContentError, CourseError
from certlab.labs.operations.node import (
    checks,
    faults,
    files,
    laws,
    machine,
    moves,
    play,
    power,
    session,
    shell,
)
from certlab.labs.operations.node.evidence import evidence
from certlab.labs.operations.node.scenarios import (
    begin,
    drawn,
    read,
    scenario,
    scenarios,
)
from certlab.labs.operations.node.state import Fault
from tests.labs.operations.node.drill import TABLE, game, with_commands


def test_a_rival_follows_to_the_machine_that_one_has_gone_to(
    tmp_path,
    monkeypatch,  # type: ignore[no-untyped-def] # fixtures of pytest
) -> None:
    with_commands(monkeypatch)
    there = game(tmp_path, "ssh node-a", "uname -r", "count")
    alone = game(tmp_path, "ssh node-a uname -r", "ssh node-a count")
    assert [one.excludes for one in evidence(there)] == [
        one.excludes for one in evidence(alone)
    ]


def test_what_moves_a_machine_moves_the_rivals_too(
    tmp_path,
    monkeypatch,  # type: ignore[no-untyped-def] # fixtures of pytest
) -> None:
    """A line without a form proves nothing, and it may boot a machine all the same."""
    with_commands(monkeypatch)
    played = game(tmp_path, "ssh node-a reboot", "sleep 600", "ssh node-a uptime")
    assert evidence(played) == []


def test_to_say_the_same_again_after_the_repair_keeps_the_proof(
    tmp_path,
    monkeypatch,  # type: ignore[no-untyped-def] # fixtures of pytest
) -> None:
    with_commands(monkeypatch)
    cause = "diagnose not-seated node-a slot 3"
    lines = ("ssh node-a count", "ssh node-a log", cause, "hands off node-a")
    repaired = (*lines, "hands reseat node-a 3", cause, "hands on node-a", "sleep 600")
    played = game(tmp_path, *repaired, "resume", "submit")
    assert played.report
    assert not played.report["diagnosis"]["mended_first"]


def test_a_module_above_the_driver_does_not_change_the_driver() -> None:
    world = faults.strike(machine.healthy(1), Fault("library-version", "node-a"))
    old = laws.driver(world.nodes["node-a"])
    world = moves.unload(world, "node-a", "nvidia_uvm")
    with pytest.raises(moves.Refused):
        moves.load(world, "node-a", "nvidia_uvm")
    assert laws.driver(world.nodes["node-a"]) == old
    done = shell.run(world, "node-a", "modprobe nvidia_uvm")
    assert done.exit
    assert laws.driver(done.world.nodes["node-a"]) == old


def test_mig_mode_of_a_hopper_ends_with_the_driver() -> None:
    world = machine.healthy(1).with_gpu("node-a", 4, mig=True)
    world = power.came_up(power.reboot(world, "node-a"), "node-a")
    assert not world.nodes["node-a"].gpu(4).mig


@pytest.mark.parametrize("id", scenarios())
@pytest.mark.parametrize("seed", range(1, 12))
def test_no_error_is_older_than_the_boot_that_would_have_ended_it(
    id: str, seed: int
) -> None:
    world = begin(drawn(scenario(id), seed), seed)
    for event in world.events:
        if "Xid" in event.text:
            assert event.t >= world.nodes[event.node].booted


@pytest.mark.parametrize("id", scenarios())
def test_slurmd_began_when_it_found_what_it_registered(id: str) -> None:
    world = begin(drawn(scenario(id), 3), 3)
    for name, node in world.slurm.nodes.items() if world.slurm else ():
        if node.drained and node.by == "slurm":
            assert world.nodes[name].units["slurmd"].since == node.since


def test_gres_are_detected_and_not_files_that_are_always_there() -> None:
    texts = files.files(machine.healthy(1), "node-a")
    assert "AutoDetect=nvml" in texts["/etc/slurm/gres.conf"]


def test_a_full_game_is_taken_up_again() -> None:
    lines = ["hostname"] * session.MOST
    asked = {
        "scenario": "off-the-bus",
        "seed": 1,
        "lines": [*lines, "diagnose nothing"],
    }
    assert "diagnosis" in play.answer(asked)["text"]


def test_a_log_keeps_the_process_ids_that_it_had() -> None:
    world = begin(scenario("false-alarm"), 1)
    before = shell.run(world, "node-a", "journalctl -u nvidia-dcgm").text.splitlines()
    world = shell.run(world, "node-a", "systemctl restart nvidia-dcgm").world
    after = shell.run(world, "node-a", "journalctl -u nvidia-dcgm").text.splitlines()
    assert len(after) > len(before) > 1
    assert after[: len(before)] == before


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ('ssh node-a "nvidia-smi -L"', "ssh node-a nvidia-smi -L"),
        ("ssh node-a 'nvidia-smi -L | wc -l'", "ssh node-a nvidia-smi -L | wc -l"),
        ("ssh root@node-a nvidia-smi -L", "ssh node-a nvidia-smi -L"),
        ("ssh -t node-a nvidia-smi -L", "ssh node-a nvidia-smi -L"),
        ("ssh node-a nvidia-smi -L # all of them", "ssh node-a nvidia-smi -L"),
        ("ssh node-a sudo nvidia-smi -L", "ssh node-a nvidia-smi -L"),
    ],
)
def test_a_line_may_be_written_as_people_write_it(line: str, same: str) -> None:
    world = machine.healthy(1)
    one, other = (shell.run(world, "head", each) for each in (line, same))
    assert (one.text, one.exit) == (other.text, other.exit)
    assert not one.exit
    assert one.host == "head"


def test_who_goes_to_a_machine_by_another_name_is_there() -> None:
    assert shell.run(machine.healthy(1), "head", "ssh root@node-b").host == "node-b"


def test_several_units_in_one_line() -> None:
    line = "systemctl stop nvidia-dcgm nvidia-persistenced"
    units = shell.run(machine.healthy(1), "node-a", line).world.nodes["node-a"].units
    assert (
        units["nvidia-dcgm"].state == units["nvidia-persistenced"].state == "inactive"
    )


@pytest.mark.parametrize(("line", "seconds"), [("sleep 2m", 120), ("sleep 9h", 32_400)])
def test_sleep_takes_units(line: str, seconds: float) -> None:
    assert shell.run(machine.healthy(1), "head", line).seconds == seconds


def test_who_sleeps_too_long_is_told() -> None:
    done = shell.run(machine.healthy(1), "head", "sleep 99999999")
    assert done.exit
    assert done.seconds == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("slot = 3", 'slot = "3"'),
        ("minutes = 10", 'minutes = "a"'),
        ('scheduler = "slurm"', 'scheduler = "pbs"'),
        ('costs = "part"', 'costs = "zzz"'),
        ("place = 1", 'place = 1\n[booted]\nnode-a = "x"'),
        ("place = 1", "place = 1\n[booted]\nnode-a = -5000"),
    ],
)
def test_a_scenario_of_other_types_is_refused(tmp_path, old: str, new: str) -> None:  # type: ignore[no-untyped-def] # a fixture of pytest
    table = TABLE.replace(old, new, 1)
    if "[booted]" in new:  # a table ends the keys before it
        table = TABLE.replace("place = 1\n", "").replace(
            "[[fault]]",
            "place = 1\n[booted]" + new.partition("[booted]")[2] + "\n[[fault]]",
            1,
        )
    path = tmp_path / "drill.toml"
    path.write_text(table)
    with pytest.raises(ContentError):
        read(path)


@pytest.mark.parametrize("seed", [-1, True, 10**30])
def test_a_seed_is_a_small_number(seed: object) -> None:
    with pytest.raises(CourseError):
        play.answer({"scenario": "off-the-bus", "seed": seed, "lines": []})


def test_the_tools_agree_on_processors_and_kernel() -> None:
    world = machine.healthy(1)
    kernel = shell.run(world, "node-a", "uname -a").text.split()[3]
    node = shell.run(world, "head", "scontrol show node node-a").text
    assert kernel.startswith("#")
    assert kernel in node
    topology = shell.run(world, "node-a", "nvidia-smi topo -m").text
    assert "168-223" in topology


def test_a_pod_may_come_back_under_another_name() -> None:
    lines = list(scenario("row-in-waiting").solution)
    last = lines.pop()
    lines += ["kubectl delete pod detector-6d9c7b5f4-w8hzm -n vision", "sleep 60", last]
    asked = {"scenario": "row-in-waiting", "seed": 1, "lines": [*lines, "submit"]}
    assert play.answer(asked)["report"]["passed"]


def test_no_driver_is_no_completed_fabric() -> None:
    world = faults.strike(machine.healthy(1), Fault("module-missing", "node-a"))
    line = "node-a fabric completed"
    assert checks.hold([line], world, machine.healthy(1)) == {line: False}


def test_a_hint_that_says_nothing_costs_nothing() -> None:
    lines = [*scenario("seven-of-eight").solution[:4], "hint", "hint", "hint"]
    asked = {"scenario": "seven-of-eight", "seed": 1, "lines": lines}
    assert play.replay(*asked.values()).hints == 1


def test_the_mirror_has_what_was_fetched() -> None:
    asked = ["ssh node-b apt install linux-headers-5.15.0-185-generic"]
    before = {"scenario": "driver-pod", "seed": 1, "lines": asked}
    assert "Unable to locate package" in play.answer(before)["text"]
    after = {**before, "lines": ["apt-mirror", *asked]}
    assert "Setting up" in play.answer(after)["text"]
