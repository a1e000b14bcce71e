"""`certlab sim collective`, `pipeline`, `memory`, `fabric` as somebody types them."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.command_line import Run, certlab

pytestmark = pytest.mark.usefixtures("read_once")

LLAMA = (
    *("--layers", "32", "--kv-heads", "8", "--ffn", "14336", "--vocabulary", "128256"),
    *("--gated", "--rms", "--untied"),
)


def sim(*words: str) -> Run:
    return certlab("sim", *words, COLUMNS="100")


def test_a_collective() -> None:
    run = sim("collective", "--algorithm", "ring", "--ranks", "4", "--step", "2")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        (
            "all-reduce of 256 MiB over 4 ranks, by the algorithm ring, takes "
            "1,012.3 µs in 6 steps. The busiest rank sends 384 MiB. The algorithm "
            "bandwidth is 265.2 GB/s and the bus bandwidth is 397.8 GB/s."
        ),
        (
            "Step 2 of 6, reduce-scatter: rank 0 sends chunk 3 to rank 1, rank 1 "
            "sends chunk 0 to rank 2, rank 2 sends chunk 1 to rank 3, rank 3 sends "
            "chunk 2 to rank 0. The largest message has 64 MiB, and the step takes "
            "168.7 µs."
        ),
    ]


def test_all_algorithms_side_by_side() -> None:
    run = sim("collective", "all-gather", "--bytes", "1GB")
    title, head, *rows = run.stdout.splitlines()
    assert title.startswith("all-gather of 953.7 MiB on 8 ranks, each link 400 GB/s")
    assert head.split() == [
        *("algorithm", "steps", "sent", "by", "the", "busiest"),
        *("time", "algbw", "busbw"),
    ]
    assert [row.split()[0] for row in rows] == ["ring", "halving-doubling", "in-switch"]
    some = sim("collective", "--ranks", "6")
    assert "halving-doubling" not in some.stdout
    assert "needs a power of two, not 6; use 4 or 8 ranks" in some.stderr
    assert some.returncode == 0


def test_a_link_of_one_s_own() -> None:
    words = ("--algorithm", "ring", "--ranks", "2", "--bytes", "1000", "--json")
    run = sim("collective", *words, "--gb-per-s", "1", "--latency-ns", "0")
    told = json.loads(run.stdout)
    assert told["seconds"] == pytest.approx(1e-6)
    assert told["link"]["name"] == "your own"
    assert told["links"][0] == {"source": 0, "target": 1, "bytes": 1000}
    rail = json.loads(sim("collective", *words, "--link", "ndr-rail").stdout)
    assert rail["link"]["bytes_per_second"] == 50e9


def test_a_step_as_json() -> None:
    words = ("--algorithm", "in-switch", "--ranks", "2", "--step", "1", "--json")
    told = json.loads(sim("collective", *words).stdout)
    assert told["step"]["messages"][0] == {
        "source": 0,
        "target": "switch",
        "chunks": [0, 1],
        "bytes": 2**28,
        "adds": True,
    }


def test_all_schedules_side_by_side() -> None:
    title, units, head, *rows = sim("pipeline").stdout.splitlines()
    assert title == "4 stages, 8 micro-batches"
    assert units.startswith("time in t: forward 1, gradient of the input 1 and ")
    assert head.split()[0] == "schedule"
    found = {row.split()[0]: row.split()[1] for row in rows}
    assert found == {
        "naive": "96",
        "gpipe": "33",
        "1f1b": "33",
        "interleaved": "28.5",
        "zb-h1": "27",
    }
    some = sim("pipeline", "--micro-batches", "6")
    assert "interleaved" not in some.stdout
    assert "6 micro-batches are not a multiple of 4 stages; use 4 or 8" in some.stderr


def test_one_schedule() -> None:
    run = sim("pipeline", "--schedule", "1f1b", "--stages", "64")
    assert run.stdout.startswith(
        "1f1b, with 64 stages and 8 micro-batches, takes 213 t, "
    )
    told = json.loads(
        sim("pipeline", "--schedule", "zb-h1", "--spans", "--json").stdout
    )
    assert told["bubble"] == told["bubble_by_formula"] == 3
    assert told["spans"][3][0]["start"] == 3


def test_a_training_run() -> None:
    run = sim("memory", *LLAMA, "--gpus", "8", "--zero", "1")
    first, then = run.stdout.splitlines()
    assert first == "8.03 billion parameters."
    assert then.startswith(
        "Each GPU of the first pipeline stage needs 75.11 GiB: weights 14.96 "
    )
    assert "This fits on h100-80gb with 79.65 GiB" in then
    told = json.loads(
        sim("memory", *LLAMA, "--gpus", "8", "--gib", "40", "--json").stdout
    )
    assert told["layout"]["data"] == 8
    assert told["card"]["gib"] == 40
    assert not told["fits"]


def test_recipes_and_cards_are_listed() -> None:
    shown = sim("memory").stdout
    assert "adam-bf16-fp32-gradients        2          4       4        8" in shown
    told = json.loads(sim("memory", "--json").stdout)
    assert {one["name"]: one["fp8"] for one in told["cards"]}["a100-80gb"] is False


def test_a_fabric() -> None:
    run = sim("fabric", "--systems", "128", "--failed-spines", "1")
    assert run.stdout.startswith(
        "128 systems with 8 rails each need 32 leaves with 16 spines. 1,024 "
    )
    assert json.loads(sim("fabric", "--systems", "512", "--json").stdout)["cores"] == 64


@pytest.mark.parametrize(
    "words",
    [
        ("collective", "--algorithm", "tree", "--ranks", "4", "--step", "1"),
        ("collective", "--ranks", "4"),
        ("pipeline", "--follow", "2"),
        ("memory", *LLAMA),
        ("fabric",),
    ],
)
def test_pictures_are_written(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    run = sim(*words, "--svg", str(path))
    assert run.returncode == 0, run.stderr
    assert ET.fromstring(path.read_text("utf-8")).attrib["role"] == "img"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("collective", "gather"),
            "There is no collective gather; choose one of all-reduce",
        ),
        (
            ("collective", "--link", "wire"),
            "There is no link wire; choose one of h100-node, ",
        ),
        (
            ("collective", "--bytes", "2 apples"),
            "2 apples is not a size; write 256MiB, 1G",
        ),
        (
            ("collective", "--bytes", "0.3"),
            "0.3 is not a whole number of bytes; write ",
        ),
        (
            ("collective", "--gb-per-s", "0"),
            "A link has a bandwidth above 0 and a late",
        ),
        (("collective", "--step", "1"), "A step belongs to one algorithm, "),
        (
            ("collective", "--algorithm", "ring", "--ranks", "2", "--step", "3"),
            "There is no step 3; choose one from 0 to 2.",
        ),
        (
            ("pipeline", "--schedule", "dual"),
            "There is no schedule dual; choose one of naiv",
        ),
        (
            ("pipeline", "--stages", "0"),
            "A pipeline needs at least one stage",
        ),
        (
            ("memory", "--layers", "4", "--recipe", "a"),
            "There is no recipe a; choose one of ",
        ),
        (
            ("memory", "--layers", "4", "--card", "a"),
            "There is no card a; choose one of a100",
        ),
        (
            ("memory", "--layers", "4", "--gib", "0"),
            "--gib: a card needs more than 0 GiB; ",
        ),
        (
            ("memory", "--layers", "4", "--gpus", "10", "--tensor", "8"),
            (
                "10 GPUs cannot be divided into groups of 8 (tensor 8 × pipeline 1 × "
                "context 1); "
            ),
        ),
        (
            ("memory", "--layers", "4", "--gpus", "16", "--tensor", "16"),
            "Tensor parallelism over 16 ranks does not fit in a node of 8 GPUs, ",
        ),
        (
            ("memory", "--layers", "4", "--gpus", "8", "--pipeline", "8"),
            (
                "8 pipeline stages with 1 model chunks each need more than the 4 "
                "layers "
                "of the model; use fewer stages or chunks."
            ),
        ),
        (
            (
                *("memory", "--layers", "4"),
                "--recipe",
                "adam-fp8",
                "--card",
                "a100-40gb",
            ),
            "a100-40gb has compute capability 8.0, but FP8 needs 8.9; ",
        ),
        (
            ("fabric", "--failed-spines", "4"),
            "4 failed spines leave a leaf without any",
        ),
        (
            ("fabric", "--svg", "/none/a.svg"),
            "/none/a.svg: cannot be written (No such f",
        ),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    run = sim(*words)
    assert run.returncode == 1
    assert run.stderr.startswith(f"certlab: {says}")
    assert run.stderr.count("\n") == 1
