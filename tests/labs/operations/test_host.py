"""What the lab on tuning measures here. How long it took is never asked."""

from pathlib import Path

import pytest

from certlab.labs.operations.real import host

LINUX = pytest.mark.skipif(not host.CAN_PIN, reason="pinning is Linux's")


@LINUX
def test_a_byte_comes_back_from_another_program_and_the_caller_is_free_again() -> None:
    before = host.cores()

    for poll in (False, True):
        assert host.round_trip(before[0], before[-1], poll=poll, count=20) > 0

    assert host.cores() == before


@LINUX
def test_each_small_page_is_one_fault_and_a_second_write_has_none() -> None:
    touched = host.touch(8, huge=False)

    assert touched.faults >= 8 * 256
    assert touched.again_faults < touched.faults / 10


@LINUX
def test_both_tables_are_looked_up() -> None:
    found = host.lookups(2, count=100, rounds=1)

    assert set(found) == set(host.RECORDED_LOOKUPS)
    assert all(0 < one < float("inf") for one in found.values())


def test_settings_are_read_and_missing_ones_are_said_to_be(tmp_path: Path) -> None:
    cpu = tmp_path / "sys/devices/system/cpu/cpu0"
    for path, text in {
        "cpufreq/scaling_governor": "powersave\n",
        "cpuidle/state1/name": "C1\n",
        "cpuidle/state1/latency": "2\n",
    }.items():
        (cpu / path).parent.mkdir(parents=True, exist_ok=True)
        (cpu / path).write_text(text)

    told = host.settings(tmp_path)

    assert told["governor"] == "powersave"
    assert told["states of sleep"] == "C1 2 µs"
    assert told["NUMA nodes"] == "not shown here"
