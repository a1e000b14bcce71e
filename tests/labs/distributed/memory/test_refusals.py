"""What cannot run, said with its numbers; and the drawing and the report."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from certlab.course import Course
from certlab.labs.distributed import memory
from certlab.labs.distributed.memory import (
    Card,
    Layout,
    Model,
    Recipe,
    Refusal,
    Training,
)
from certlab.words import Sentence

SVG = "{http://www.w3.org/2000/svg}"
ADAM = Recipe("adam-bf16", 2, 2, 4, 8)
FP8 = Recipe("adam-fp8", 3, 2, 4, 8)
H100 = Card("h100-80gb", 79.65, "9.0")
A100 = Card("a100-80gb", 80.0, "8.0")
DENSE = Model(layers=12, hidden=1024, heads=16, ffn=4096, vocabulary=32000, kv_heads=8)
EXPERTS = Model(
    layers=12,
    hidden=1024,
    heads=16,
    ffn=4096,
    vocabulary=32000,
    kv_heads=8,
    experts=6,
    top_k=2,
)

REFUSED: list[tuple[Model, dict[str, Any], str]] = [
    (
        DENSE,
        {"tensor": 16},
        (
            "Tensor parallelism over 16 ranks does not fit in a node of 8 GPUs, so "
            "every layer would wait for the network several times; use at most 8 "
            "ranks, and pipeline stages for the rest."
        ),
    ),
    (
        DENSE,
        {"pipeline": 16, "micro_batches": 16},
        (
            "16 pipeline stages with 1 model chunks each need more than the 12 "
            "layers of the model; use fewer stages or chunks."
        ),
    ),
    (
        DENSE,
        {"pipeline": 5},
        (
            "12 layers cannot be divided equally among 5 pipeline stages with 1 model "
            "chunks each; change one of these numbers."
        ),
    ),
    (
        DENSE,
        {"tensor": 3},
        (
            "8 key and value heads cannot be divided equally among 3 tensor-parallel "
            "ranks; choose a number of ranks that divides 8."
        ),
    ),
    (
        Model(layers=12, hidden=1024, heads=16, ffn=4098, vocabulary=32000),
        {"tensor": 4},
        (
            "4,098 columns of the MLP cannot be divided equally among 4 tensor-parallel "
            "ranks; choose a number of ranks that divides 4,098."
        ),
    ),
    (
        DENSE,
        {"sequence_parallel": True},
        (
            "Sequence parallelism splits the sequence among the tensor-parallel "
            "ranks, but there is only 1; use more of them, or context parallelism."
        ),
    ),
    (
        DENSE,
        {"context": 3},
        (
            "4,096 tokens cannot be divided equally among the 3 ranks that split the "
            "sequence; use a multiple of 3."
        ),
    ),
    (
        DENSE,
        {"expert": 2, "data": 2},
        (
            "Expert parallelism over 2 ranks needs experts, but this model has none; "
            "give it experts, or use 1 expert-parallel rank."
        ),
    ),
    (
        EXPERTS,
        {"expert": 4, "data": 8},
        (
            "4 expert-parallel ranks do not fit; choose a number that divides both "
            "the 6 experts and the 8 data-parallel ranks."
        ),
    ),
    (
        EXPERTS,
        {"expert": 3, "data": 8},
        (
            "3 expert-parallel ranks do not fit; choose a number that divides both "
            "the 6 experts and the 8 data-parallel ranks."
        ),
    ),
    (
        DENSE,
        {"chunks": 0},
        "1f1b has one model chunk in each stage, not 0; use interleaved for more.",
    ),
    (DENSE, {"zero": 4}, "ZeRO has no stage 4; choose one from 0 to 3."),
    (
        DENSE,
        {"recompute": "some"},
        "There is no recomputation some; choose none, selective or full.",
    ),
    (
        DENSE,
        {"micro_batch": 0},
        "Every number of ranks, tokens and batches must be at least 1.",
    ),
    (
        DENSE,
        {"pipeline": 4, "schedule": "interleaved", "chunks": 3, "micro_batches": 6},
        (
            "interleaved works in rounds with one micro-batch for each stage, but 6 "
            "micro-batches are not a multiple of 4 stages; use 4 or 8 of them."
        ),
    ),
]


@pytest.mark.parametrize(("model", "layout", "says"), REFUSED)
def test_a_refusal_is_one_sentence(
    model: Model, layout: dict[str, Any], says: str
) -> None:
    with pytest.raises(Refusal) as told:
        Training(model, ADAM, Layout(**layout), H100)
    assert str(told.value) == says
    assert isinstance(told.value.says, Sentence)


def test_fp8_on_a_card_without_it() -> None:
    Training(DENSE, FP8, Layout(), H100)
    with pytest.raises(Refusal) as told:
        Training(DENSE, FP8, Layout(), A100)
    assert str(told.value) == (
        "a100-80gb has compute capability 8.0, but FP8 needs 8.9; choose a BF16 "
        "recipe or another card."
    )


def test_gpus_that_do_not_divide() -> None:
    layout = Layout(tensor=8, pipeline=4)
    assert memory.ranks_that_are_left(128, layout) == 4
    with pytest.raises(Refusal) as told:
        memory.ranks_that_are_left(100, layout)
    assert str(told.value) == (
        "100 GPUs cannot be divided into groups of 32 (tensor 8 × pipeline 4 × "
        "context 1); use a multiple of 32."
    )


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({"layers": 0}, "Every size of a model must be at least 1."),
        (
            {"heads": 12},
            (
                "12 attention heads with 12 key and value heads do not fit a width of "
                "1,024; the attention heads must divide the width, and the key and value "
                "heads must divide the attention heads."
            ),
        ),
        ({"experts": 4}, "A token cannot go through 0 of 4 experts; choose 1 to 4."),
    ],
)
def test_a_model_that_cannot_be(sizes: dict[str, int], says: str) -> None:
    config = {"layers": 1, "hidden": 1024, "heads": 16, "ffn": 1, "vocabulary": 1}
    with pytest.raises(Refusal) as told:
        Model(**config | sizes)
    assert str(told.value) == says


def test_nothing_single_helps() -> None:
    huge = Model(layers=96, hidden=12288, heads=96, ffn=49152, vocabulary=51200)
    done = memory.bill(Training(huge, ADAM, Layout(), H100))
    assert memory.words(done).endswith(
        "No single change makes it fit, so use more GPUs or combine several changes."
    )


def test_the_drawing(whole: Course) -> None:
    card = memory.cards(whole.facts)["h100-80gb"]
    llama = Model(
        layers=32,
        hidden=4096,
        heads=32,
        ffn=14336,
        vocabulary=128256,
        kv_heads=8,
        gated=True,
        rms=True,
        tied=False,
    )
    bills = [
        memory.bill(Training(llama, ADAM, Layout(data=8, zero=zero), card))
        for zero in (0, 1)
    ]
    root = ET.fromstring(memory.draw.svg(bills, ["ZeRO 0", "ZeRO 1"]))
    says = [one.text for one in root.iter(f"{SVG}text")]
    assert {"138.7 GiB, does not fit", "60.15 GiB", "ZeRO 0", "89.75"} <= set(says)
    bars = [
        float(one.attrib["width"]) + 1
        for one in root.iter(f"{SVG}rect")
        if one.attrib.get("height") == "27"
    ]
    # Widths are to scale: the longest bill and 2 % more are 760 px.
    scale = 760 / (bills[0].gib * 1.02)
    assert sum(bars[:4]) == pytest.approx(bills[0].gib * scale, abs=0.1)
    assert sum(bars[4:]) == pytest.approx(bills[1].gib * scale, abs=0.1)
    *_, width, height = map(float, root.attrib["viewBox"].split())
    for one in root.iter(f"{SVG}text"):
        assert 0 <= float(one.attrib["x"]) <= width
        assert 0 <= float(one.attrib["y"]) <= height


def test_the_report() -> None:
    told = memory.report.state(memory.bill(Training(DENSE, ADAM, Layout(data=2), H100)))
    assert told["layout"]["gpus"] == 2
    assert told["recipe"]["bytes_per_parameter"] == 16
    parts = [told["bytes"][part] for part in memory.PARTS]
    assert sum(parts) == told["bytes"]["total"]
    assert told["ways"][0]["change"] == "ZeRO 1"
    assert told["layer"][0]["what"] == "norm input"
