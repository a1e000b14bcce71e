"""Whether a container sees its GPUs: mistakes that must be found, and what must pass."""

import tomllib
from pathlib import Path

import pytest

from certlab.errors import Refusal
from certlab.labs.containers.host import Host
from certlab.labs.containers.wiring import wire

TABLE = Path(__file__).parents[2] / "vectors" / "containers" / "wiring.toml"
CASES = tomllib.loads(TABLE.read_text("utf-8"))["case"]


def host(case: dict) -> Host:
    """The host of a case: the usual one, with what the case says otherwise."""
    given = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case.get("host", {}).items()
    }
    return Host(**given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_case_of_the_table(case: dict) -> None:
    wiring = wire(host(case), case["line"], case.get("image"))
    errors = [one for one in wiring.findings if not one.advice]
    assert [one.rule for one in errors] == [case["finds"]] * bool(case["finds"])
    assert wiring.works is not bool(errors)
    if errors:
        assert case["says"] in errors[0].says
        assert errors[0].do
        assert not wiring.devices
    else:
        assert list(wiring.devices) == case["sees"]


def test_the_table_is_large_enough() -> None:
    assert sum(bool(case["finds"]) for case in CASES) >= 20
    assert sum(not case["finds"] for case in CASES) >= 10


def test_a_hook_under_systemd_is_advised_against() -> None:
    line = "docker run --gpus all ubuntu nvidia-smi"
    assert [one.rule for one in wire(Host(), line).findings] == ["lost-on-reload"]
    assert not wire(Host(cgroups="cgroupfs"), line).findings


def test_without_utility_cuda_works_and_nvidia_smi_does_not() -> None:
    line = "docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute ubuntu a.out"
    wiring = wire(Host(cgroups="cgroupfs"), line)
    assert wiring.works
    assert [one.rule for one in wiring.findings] == ["no-utility"]


@pytest.mark.parametrize("line", ["", "podman run ubuntu", "docker ps", "docker 'run"])
def test_what_is_no_docker_run_is_refused(line: str) -> None:
    with pytest.raises(Refusal, match=r"\."):
        wire(Host(), line)
