"""Images on drivers, lines and pods: the table's mistakes, and what must pass."""

import json
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.course import load
from certlab.errors import Refusal
from certlab.finding import Finding
from certlab.labs.containers import images
from certlab.labs.containers.lines import check_line
from certlab.labs.containers.pods import check_pod

TABLE = tomllib.loads(
    (Path(__file__).parents[2] / "vectors" / "containers" / "images.toml").read_text(
        "utf-8"
    )
)


@pytest.fixture(scope="module")
def facts():
    return load().facts


@pytest.mark.parametrize("case", [one["case"] for one in TABLE["fit"]], ids=str)
def test_an_image_on_a_driver(case: list[str], facts) -> None:
    image, gpu, driver, outcome, rule = case
    verdict = images.fits(
        images.images(facts)[image], images.gpus(facts)[gpu], driver, facts
    )
    assert (verdict.outcome, verdict.rule) == (outcome, rule)
    assert verdict.says.endswith(".")


def same(found: list[Finding], case: dict) -> None:
    """Exactly the rule of the case was found, with its sentence."""
    assert [one.rule for one in found] == [case["finds"]] * bool(case["finds"])
    for one in found:
        assert case["says"] in one.says
        assert one.do
        assert one.advice is case.get("advice", False)


@pytest.mark.parametrize("case", TABLE["line"], ids=lambda case: case["text"])
def test_a_line(case: dict) -> None:
    same(check_line(case["text"]), case)


@pytest.mark.parametrize("case", TABLE["pod"], ids=lambda case: case["json"])
def test_a_pod(case: dict) -> None:
    same(check_pod(json.loads(case["json"])), case)


def test_the_table_is_large_enough() -> None:
    written = TABLE["line"] + TABLE["pod"]
    assert sum(bool(one["finds"]) for one in written) >= 20
    assert sum(not one["finds"] for one in written) >= 10
    runs = [one["case"][3] == "runs" for one in TABLE["fit"]]
    assert runs.count(True) >= 10
    assert runs.count(False) >= 10


def test_a_name_is_taken_apart() -> None:
    name = images.read("nvcr.io/nvidia/tritonserver:25.09-vllm-python-py3")
    assert (name.path, name.year, name.month) == ("nvidia/tritonserver", 2025, 9)
    assert name.flavour == "vllm-python-py3"
    assert images.read("nvcr.io/nvidia/cuda:12.5.0-base-ubuntu22.04").month == 0
    assert images.read("nvcr.io/acme/vision/train@sha256:1").digest == "sha256:1"


@pytest.mark.parametrize("name", ["", "pytorch:25.09-py3", "nvidia/pytorch:25.09-py3"])
def test_a_name_without_registry_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match=r"nvcr\.io"):
        images.read(name)


@pytest.mark.parametrize(
    "line",
    [
        *("", "ls", "docker run 'x", "docker compose run --gpus all x"),
        "podman run --device nvidia.com/gpu=all --ipc=host -it redhat/granite",
    ],
)
def test_a_line_that_starts_nothing_is_refused(line: str) -> None:
    with pytest.raises(Refusal, match=r"\."):
        check_line(line)


def test_a_driver_that_is_none_is_refused(facts) -> None:
    image, gpu = images.images(facts)["triton-25-09-vllm"], images.gpus(facts)["h100"]
    with pytest.raises(Refusal, match="R580"):
        images.fits(image, gpu, "newest", facts)


WORDS = st.sampled_from(
    [
        *(
            "docker",
            "run",
            "pull",
            "login",
            "srun",
            "#SBATCH",
            "--gpus",
            "--gpus=",
            "all",
        ),
        *(
            "--runtime=NVIDIA",
            "--runtime",
            "-e",
            "-v",
            "--rm",
            "-it",
            "--device",
            "$(pwd)",
        ),
        *("nvcr.io/nvidia/pytorch:24.07-py3", "|", "'", '"', "\\\n", "--", "sudo", "`"),
    ]
)


@given(st.lists(WORDS | st.text(max_size=4), max_size=9).map(" ".join))
@settings(deadline=None)
def test_any_line_is_checked_or_refused(line: str) -> None:
    for start in ("", "docker run ", "docker pull ", "srun "):
        with suppress(Refusal):
            check_line(start + line)
