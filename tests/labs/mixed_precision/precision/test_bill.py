"""Memory counted against what the sizes of the network say."""

import pytest

from certlab.labs.mixed_precision.real import precision
from tests.late import Late

torch = Late("torch")

FP32, BF16, FP16, SCALED = precision.RECIPES
WIDTH = 128
PARAMETERS = 65 * WIDTH + (WIDTH + 1) * WIDTH + (WIDTH + 1) * 10


def kept(batch: int, size: int) -> int:
    """Activations in bytes: pixels, two hidden layers, the log of the chances."""
    hidden = batch * WIDTH
    return size * (batch * 64 + 2 * hidden)


@pytest.mark.parametrize("recipe", precision.RECIPES, ids=lambda one: one.name)
def test_master_weights_gradients_and_adam_stay_in_fp32(
    recipe: precision.Recipe,
) -> None:
    found = precision.bill(recipe, batch=32, width=WIDTH)
    assert found.weights == found.gradients == 4 * PARAMETERS
    assert found.optimizer == 8 * PARAMETERS
    assert sum((found.weights, found.gradients, found.optimizer)) == 16 * PARAMETERS


@pytest.mark.parametrize("batch", [32, 512])
def test_activations_are_halved_and_nothing_else_is(batch: int) -> None:
    whole = precision.bill(FP32, batch=batch, width=WIDTH)
    half = precision.bill(BF16, batch=batch, width=WIDTH)
    # The loss is in FP32 both times: what it keeps is not halved.
    loss = whole.activations - kept(batch, 4)
    assert 0 < loss < batch * 10 * 4 + batch * 8 + 64
    assert half.activations == pytest.approx(kept(batch, 2) + loss, rel=0.01)
    assert whole.copies == 0
    # The first layer's weights are not needed backwards: pixels have no gradient.
    assert half.copies == 2 * (WIDTH * WIDTH + WIDTH * 10)


def test_fp16_costs_what_bf16_does() -> None:
    assert precision.bill(FP16, batch=64) == precision.bill(BF16, batch=64)
    assert precision.bill(SCALED, batch=64) == precision.bill(BF16, batch=64)


def test_a_small_batch_costs_more_with_autocast() -> None:
    """The copies weigh more than what the activations save."""
    assert precision.bill(BF16, batch=8).total > precision.bill(FP32, batch=8).total


def test_the_total_is_the_sum() -> None:
    found = precision.bill(BF16, batch=16, width=32)
    assert found.total == sum(found.rows.values())
    assert len(found.rows) == 5


def test_half_a_model_is_seen() -> None:
    """Were gradients kept in BF16, the count would show it."""
    model = precision.network(16).to(torch.bfloat16)
    model(torch.ones(2, 64, dtype=torch.bfloat16)).sum().backward()
    sizes = {one.grad.element_size() for one in model.parameters()}
    assert sizes == {2}
