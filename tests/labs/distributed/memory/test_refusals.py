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
            "Tensor parallelism over 16 ranks leaves the node, which has 8 GPUs: every "
            "layer would wait for the network several times; take 8 at most, and pipeline "
            "stages for the rest."
        ),
    ),
    (
        DENSE,
        {"pipeline": 16, "micro_batches": 16},
        ("16 pipeline stages of 1 model chunks are more than the 12 layers there are."),
    ),
    (
        DENSE,
        {"pipeline": 5},
        "12 layers do not divide among 5 pipeline stages of 1 model chunks.",
    ),
    (
        DENSE,
        {"tensor": 3},
        "8 heads of keys and values do not divide among 3 tensor-parallel ranks.",
    ),
    (
        Model(layers=12, hidden=1024, heads=16, ffn=4098, vocabulary=32000),
        {"tensor": 4},
        "4,098 columns of the MLP do not divide among 4 tensor-parallel ranks.",
    ),
    (
        DENSE,
        {"sequence_parallel": True},
        (
            "Sequence parallelism shares the sequence among tensor-parallel ranks, and "
            "there is 1; take more of them, or context parallelism."
        ),
    ),
    (
        DENSE,
        {"context": 3},
        "4,096 tokens do not divide among 3 ranks that share the sequence.",
    ),
    (
        DENSE,
        {"expert": 2, "data": 2},
        "Expert parallelism over 2 ranks needs experts, and this model has none.",
    ),
    (
        EXPERTS,
        {"expert": 4, "data": 8},
        (
            "4 expert-parallel ranks do not fit: they must divide the 6 experts and the 8 "
            "data-parallel ranks."
        ),
    ),
    (
        EXPERTS,
        {"expert": 3, "data": 8},
        (
            "3 expert-parallel ranks do not fit: they must divide the 6 experts and the 8 "
            "data-parallel ranks."
        ),
    ),
    (DENSE, {"zero": 4}, "ZeRO has the stages 0 to 3, not 4."),
    (
        DENSE,
        {"recompute": "some"},
        "The backward computes again none, selective or full, not some.",
    ),
    (DENSE, {"micro_batch": 0}, "Ranks, tokens and batches are 1 or more each."),
    (
        DENSE,
        {"pipeline": 4, "schedule": "interleaved", "chunks": 3, "micro_batches": 6},
        (
            "interleaved goes in rounds of as many micro-batches as stages, and 6 do not "
            "divide by 4; take 4 or 8."
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
        "a100-80gb has compute capability 8.0, and FP8 needs 8.9; take a BF16 recipe or "
        "another card."
    )


def test_gpus_that_do_not_divide() -> None:
    layout = Layout(tensor=8, pipeline=4)
    assert memory.ranks_that_are_left(128, layout) == 4
    with pytest.raises(Refusal) as told:
        memory.ranks_that_are_left(100, layout)
    assert str(told.value) == (
        "100 GPUs do not divide into groups of 32 (tensor 8, pipeline 4, context 1); take "
        "a multiple of 32."
    )


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({"layers": 0}, "Every size of a model is 1 or more."),
        (
            {"heads": 12},
            "12 heads with 12 of keys and values do not divide a width of 1,024.",
        ),
        ({"experts": 4}, "A token goes through 1 to 4 experts, not 0."),
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
        "No single change makes it fit; take more GPUs or several."
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
