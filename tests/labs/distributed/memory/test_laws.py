"""Laws of memory bills."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from certlab.labs.distributed import memory
from certlab.labs.distributed.memory import (
    Card,
    Layout,
    Model,
    Recipe,
    Refusal,
    Training,
)

RECIPE = Recipe("adam-bf16", 2, 4, 4, 8)
CARD = Card("a card", 80.0)
two = st.sampled_from((1, 2, 4, 8))


@st.composite
def models(draw: st.DrawFn) -> Model:
    heads = draw(st.sampled_from((8, 16)))
    experts = draw(st.sampled_from((0, 8)))
    return Model(
        layers=draw(st.sampled_from((8, 16))),
        hidden=heads * draw(st.sampled_from((32, 64))),
        heads=heads,
        ffn=draw(st.sampled_from((512, 1024))),
        vocabulary=draw(st.integers(1000, 50000)),
        kv_heads=draw(st.sampled_from((0, 8))),
        gated=draw(st.booleans()),
        rms=draw(st.booleans()),
        tied=draw(st.booleans()),
        dropout=draw(st.booleans()),
        experts=experts,
        top_k=min(experts, draw(st.sampled_from((1, 2)))),
    )


@st.composite
def trainings(draw: st.DrawFn) -> Training:
    model = draw(models())
    tensor = draw(two)
    layout = Layout(
        tensor=tensor,
        pipeline=draw(two),
        data=draw(two),
        context=draw(st.sampled_from((1, 2))),
        expert=draw(st.sampled_from((1, 2))) if model.experts else 1,
        sequence_parallel=draw(st.booleans()) and tensor > 1,
        zero=draw(st.integers(0, 3)),
        sequence=1024,
        micro_batch=draw(st.sampled_from((1, 2, 4))),
        micro_batches=8,
        recompute=draw(st.sampled_from(("none", "selective", "full"))),
    )
    try:
        return Training(model, RECIPE, layout, CARD)
    except Refusal:
        assume(False)
        raise


@given(trainings())
def test_each_zero_stage_needs_no_more_than_the_one_before(one: Training) -> None:
    totals = [memory.bill(one.with_layout(zero=stage)).total for stage in range(4)]
    assert totals == sorted(totals, reverse=True)
    if one.layout.copies == 1:
        assert len(set(totals)) == 1


@given(trainings())
def test_zero_3_keeps_every_state_once(one: Training) -> None:
    """Over all the ranks that share them, states add up to those of one copy.

    Experts too: fewer ranks share those of one rank, as the others hold other experts.
    """
    layout = replace(one.layout, expert=1, zero=0)
    whole = memory.bill(Training(one.model, RECIPE, layout, CARD))
    parts = memory.bill(one.with_layout(zero=3))
    for part in ("weights", "gradients", "optimizer"):
        kept = getattr(parts, part) * one.layout.copies
        assert abs(kept - getattr(whole, part)) <= 1e-9 * kept


@given(models(), two)
def test_tensor_ranks_hold_the_model_and_norms_and_routers_again(
    model: Model, tensor: int
) -> None:
    layout = Layout(tensor=tensor, sequence=1024)
    done = memory.bill(Training(model, RECIPE, layout, CARD))
    whole = (2 * model.norm + model.router) * model.layers + model.norm
    again = (tensor - 1) * whole
    assert abs(done.parameters * tensor - model.parameters - again) < 1e-3


@given(trainings())
def test_recomputing_more_keeps_less_of_each_layer(one: Training) -> None:
    kept = [
        memory.layer_bytes(one.model, replace(one.layout, recompute=what), 2)
        for what in ("none", "selective", "full")
    ]
    assert kept[0] > kept[1] > kept[2]


@given(trainings())
def test_activations_grow_with_the_batch_and_states_do_not(one: Training) -> None:
    now = memory.bill(one)
    twice = memory.bill(one.with_layout(micro_batch=2 * one.layout.micro_batch))
    assert abs(twice.activations - 2 * now.activations) < 1
    assert twice.weights == now.weights
    assert twice.optimizer == now.optimizer


@given(trainings())
def test_sequence_and_context_parallelism_share_what_they_say(one: Training) -> None:
    layout = replace(one.layout, sequence_parallel=False, context=1)
    rows = memory.layer(one.model, layout, 2)
    shared = memory.layer(one.model, replace(layout, context=2), 2)
    for whole, half in zip(rows, shared, strict=True):
        assert half.bytes == whole.bytes / 2
    if layout.tensor == 1:
        return  # nobody to share a sequence with
    spread = memory.layer(one.model, replace(layout, sequence_parallel=True), 2)
    for whole, part in zip(rows, spread, strict=True):
        ranks = layout.tensor if whole.shared == "sequence" else 1
        assert part.bytes == whole.bytes / ranks


@given(trainings())
def test_every_way_needs_less_over_as_many_gpus(one: Training) -> None:
    now = memory.bill(one)
    for way in memory.ways(one):
        assert way.bill.total < now.total
        assert way.bill.training.layout.gpus == one.layout.gpus
        samples = [
            training.layout.data
            * training.layout.micro_batch
            * training.layout.micro_batches
            for training in (one, way.bill.training)
        ]
        assert samples[0] == samples[1]  # the batch of a step stays
