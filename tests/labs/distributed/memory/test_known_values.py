"""Memory bills against what others published or computed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certlab.course import Course
from certlab.labs.distributed import memory
from certlab.labs.distributed.memory import Card, Layout, Model, Recipe, Training

CAPTURE = Path(__file__).parent / "captures" / "mlsysim-0.3.0.json"
ADAM = Recipe("adam-bf16", 2, 2, 4, 8)
BIG = Card("a large card", 1e6)
GPT3 = Model(
    layers=96, hidden=12288, heads=96, ffn=4 * 12288, vocabulary=51200, dropout=True
)
LLAMA = Model(
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


@pytest.mark.parametrize(
    ("model", "parameters"),
    [
        # Llama 3 8B: its index of safetensors says 16,060,522,496 bytes in BF16.
        (LLAMA, 16_060_522_496 // 2),
        # Llama 2 7B and Mixtral 8x7B, as their checkpoints count.
        (
            Model(
                layers=32,
                hidden=4096,
                heads=32,
                ffn=11008,
                vocabulary=32000,
                gated=True,
                rms=True,
                tied=False,
            ),
            6_738_415_616,
        ),
        (
            replace(LLAMA, vocabulary=32000, experts=8, top_k=2),
            46_702_792_704,
        ),
    ],
)
def test_parameters_of_models_that_exist(model: Model, parameters: int) -> None:
    assert model.parameters == parameters


@pytest.mark.parametrize(
    ("layout", "times_sbh"),
    [
        # Korthikanti et al., table 2, for GPT-3, where 5 a s / h is 80.
        (Layout(recompute="none"), 34 + 80),
        (Layout(recompute="none", tensor=8), 10 + 24 / 8 + 80 / 8),
        (Layout(recompute="none", tensor=8, sequence_parallel=True), (34 + 80) / 8),
        (Layout(tensor=8), 10 + 24 / 8),
        (Layout(tensor=8, sequence_parallel=True), 34 / 8),
        (Layout(recompute="full"), 2),
    ],
)
def test_a_layer_s_activations(layout: Layout, times_sbh: float) -> None:
    layout = replace(layout, sequence=2048)
    kept = memory.layer_bytes(GPT3, layout, 2)
    assert kept / (2048 * 12288) == pytest.approx(times_sbh)


@pytest.mark.parametrize(
    ("heads", "hidden", "saved"), [(96, 12288, 0.70), (128, 20480, 0.65)]
)
def test_what_selective_recomputation_saves(
    heads: int, hidden: int, saved: float
) -> None:
    """The paper: 70 % for GPT-3 and 65 % for MT-NLG."""
    model = Model(
        layers=1, hidden=hidden, heads=heads, ffn=4 * hidden, vocabulary=1, dropout=True
    )
    none, some = (
        memory.layer_bytes(model, Layout(sequence=2048, recompute=one), 2)
        for one in ("none", "selective")
    )
    assert 1 - some / none == pytest.approx(saved, abs=0.005)


@pytest.mark.parametrize(("zero", "gb"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.875)])
def test_the_zero_paper_s_example(zero: int, gb: float) -> None:
    """7.5 billion parameters on 64 GPUs."""
    total = sum(memory.state_bytes(7.5e9, ADAM, zero, 64))
    assert total / 1e9 == pytest.approx(gb, abs=0.05)


def test_megatron_s_bytes_a_parameter(whole: Course) -> None:
    """18, and 6 + 12 / d with the distributed optimizer, which is ZeRO 1."""
    recipe = memory.recipes(whole.facts)["adam-bf16-fp32-gradients"]
    said = whole.facts["training-state.bf16"].value
    assert recipe.bytes_per_parameter == said == 18
    fp32 = memory.recipes(whole.facts)["adam-fp32"]
    assert fp32.bytes_per_parameter == whole.facts["training-state.fp32"].value
    for ranks in (2, 8, 64):
        assert sum(memory.state_bytes(1.0, recipe, 1, ranks)) == 6 + 12 / ranks


def captured() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CAPTURE.read_text("utf-8"))
    return found


@pytest.mark.parametrize("row", captured()["activations"])
def test_activations_agree_with_mlsysim(row: dict[str, Any]) -> None:
    """Of one micro-batch; mlsysim does not count those that a pipeline holds beside."""
    hidden, heads = row["hidden"], row["heads"]
    model = Model(
        layers=row["layers"],
        hidden=hidden,
        heads=heads,
        ffn=4 * hidden,
        vocabulary=1,
        dropout=True,
    )
    layout = Layout(
        sequence=row["sequence"],
        micro_batch=row["micro_batch"],
        recompute=row["recompute"],
    )
    kept = memory.layer_bytes(model, layout, 2) * row["layers"]
    assert kept == pytest.approx(row["bytes"], rel=1e-12)


@pytest.mark.parametrize("row", captured()["states"])
def test_states_agree_with_mlsysim(row: dict[str, Any]) -> None:
    held = row["parameters"] / row["tensor"]
    states = memory.state_bytes(held, ADAM, row["zero"], row["data"])
    wanted = (row["weights"], row["gradients"], row["optimizer"])
    assert states == pytest.approx(wanted)


def test_a_pipeline_s_first_stage_holds_as_many_layers_as_the_model_has() -> None:
    """The paper's equation 5: s b h L (34 + 5 a s / h) / t on the first stage of 1F1B.

    mlsysim counts one micro-batch a stage, and is lower by the number of stages.
    """
    layout = Layout(sequence=2048, pipeline=8, micro_batches=64, recompute="none")
    done = memory.bill(Training(GPT3, ADAM, layout, BIG))
    sbh = 2048 * 12288
    masks = 8 * sbh  # of the embedding's dropout, section 4.3
    assert done.activations == pytest.approx(sbh * 96 * (34 + 80) + masks)
    assert done.micro_batches == 8
    few = memory.bill(Training(GPT3, ADAM, replace(layout, micro_batches=4), BIG))
    assert few.activations == pytest.approx(done.activations / 2)


def test_interleaving_costs_what_the_paper_says() -> None:
    """A factor of 1 + (p - 1) / (p v) on the first stage."""
    flat = Layout(sequence=2048, pipeline=8, micro_batches=64)
    more = replace(flat, schedule="interleaved", chunks=2)
    one, other = (
        memory.bill(Training(GPT3, ADAM, layout, BIG)).activations
        for layout in (flat, more)
    )
    assert other / one == pytest.approx(1 + 7 / 16)


def test_cards_are_those_of_the_facts(whole: Course) -> None:
    cards = memory.cards(whole.facts)
    assert cards["h100-80gb"].gib == pytest.approx(79.65, abs=0.005)
    assert {name for name, card in cards.items() if card.fp8} >= {
        "h100-80gb",
        "h200-141gb",
        "b200-180gb",
    }
    assert not cards["a100-80gb"].fp8
    assert not cards["t4-16gb"].fp8


def test_fp8_keeps_more_of_a_parameter_than_bf16(whole: Course) -> None:
    """Transformer Engine keeps both copies by default: it saves time, not state."""
    recipes = memory.recipes(whole.facts)
    assert (
        recipes["adam-fp8"].bytes_per_parameter
        > recipes["adam-bf16"].bytes_per_parameter
    )


def test_eight_billion_parameters_on_one_h100(whole: Course) -> None:
    """Which does not fit, whatever the batch: 16 bytes of each are 120 GiB."""
    card = memory.cards(whole.facts)["h100-80gb"]
    done = memory.bill(Training(LLAMA, ADAM, Layout(data=8), card))
    states = done.weights + done.gradients + done.optimizer
    assert states == 16 * LLAMA.parameters
    assert not done.fits
    assert memory.words(done) == (
        "Each GPU of the first pipeline stage needs 138.7 GiB: weights 14.96 GiB, "
        "gradients 14.96 "
        "GiB, optimizer states 89.75 GiB, activations 19.02 GiB. This does not fit "
        "on h100-80gb with 79.65 GiB, because it needs 59.03 GiB more than the card "
        "has. The largest part is optimizer states. Any one of these changes would "
        "make it fit: ZeRO 1 (60.15 GiB), ZeRO 2 (47.06 GiB), ZeRO 3 "
        "(33.98 GiB)."
    )
    shared = memory.bill(Training(LLAMA, ADAM, Layout(data=8, zero=1), card))
    assert shared.fits
    assert memory.words(shared).endswith(
        "This fits on h100-80gb with 79.65 GiB and leaves 19.49 GiB for what is not "
        "counted here."
    )


@pytest.mark.parametrize(
    ("capability", "fp8"),
    [("8.0", False), ("8.6", False), ("8.9", True), ("10.0", True)],
)
def test_fp8_begins_with_ada(capability: str, fp8: bool) -> None:
    assert Card("a card", 24, capability).fp8 is fp8


def test_experts_are_shared_by_fewer_ranks() -> None:
    """Eight ranks, two of them a copy of the experts each: 12 bytes over 4 ranks."""
    model = Model(
        layers=1, hidden=64, heads=1, ffn=64, vocabulary=1, experts=8, top_k=1
    )
    layout = Layout(data=8, expert=2, zero=1, sequence=8)
    done = memory.bill(Training(model, ADAM, layout, BIG))
    experts, rest = 8 * model.mlp, model.parameters - 8 * model.mlp
    assert done.parameters == experts / 2 + rest
    assert done.optimizer == pytest.approx(12 * (experts / 2 / 4 + rest / 8))
