"""Hosts that are out of step, by the outputs of their commands, and hosts that are not."""

import tomllib
from pathlib import Path

import pytest

from certlab.labs.containers import drivers, machine

TABLE = Path(__file__).parents[2] / "vectors" / "containers" / "drivers.toml"
CASES = tomllib.loads(TABLE.read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_host(case: dict) -> None:
    found = drivers.check(machine.read(case["said"]))
    assert [one.rule for one in found] == [case["finds"]] * bool(case["finds"])
    for one in found:
        assert case["says"] in one.says
        assert one.do
        assert one.advice is case.get("advice", False)


def test_the_table_is_large_enough() -> None:
    assert sum(bool(case["finds"]) for case in CASES) >= 20
    assert sum(not case["finds"] for case in CASES) >= 10


def test_what_was_not_run_is_not_judged() -> None:
    assert not drivers.check(machine.read({}))
