from typing import Any

import pytest

from tests.late import Late, wants

torch = Late("torch")
gpt = Late("certlab.labs.nemo.real.tiny_gpt")
pruning = Late("certlab.labs.fine_tuning.real.pruning")
pytestmark = wants("torch")


@pytest.fixture(scope="module")
def model() -> Any:
    torch.manual_seed(1)
    return gpt.TinyGPT(gpt.Config(60, width=16, layers=3, heads=2, hidden=24)).eval()


@pytest.fixture(scope="module")
def ids() -> Any:
    return torch.arange(20).view(2, 10)


def test_all_layers_and_all_channels_change_nothing(model: Any, ids: Any) -> None:
    scores = model(ids)
    assert torch.equal(pruning.without_layers(model, [0, 1, 2])(ids), scores)
    every = [torch.arange(24)] * 3
    assert torch.equal(pruning.with_channels(model, every)(ids), scores)


def test_a_layer_that_is_left_out_takes_its_weights_along(model: Any, ids: Any) -> None:
    small = pruning.without_layers(model, [0, 2])
    block = pruning.size(model.blocks[1])
    assert pruning.size(small) == pruning.size(model) - block
    x = model.embedding(ids)
    turn = gpt.rotation(model.config, 0, ids.shape[1], x.device)
    for number in (0, 2):
        x = model.blocks[number](x, turn, None, number)
    expected = torch.nn.functional.linear(model.norm(x), model.embedding.weight)
    assert torch.allclose(small(ids), expected, atol=1e-6)


def test_a_channel_that_is_left_out_counts_as_zero(model: Any, ids: Any) -> None:
    kept = [torch.tensor([c for c in range(24) if c != 5])] * 3
    silent = gpt.TinyGPT(model.config)
    silent.load_state_dict(model.state_dict())
    with torch.no_grad():
        for block in silent.blocks:
            block.down.weight[:, 5] = 0
    small = pruning.with_channels(model, kept)
    assert torch.allclose(small(ids), silent.eval()(ids), atol=1e-6)


def test_activity_has_a_number_of_each_channel_of_each_layer(
    model: Any, ids: Any
) -> None:
    active = pruning.activity(model, ids)
    assert [one.shape for one in active] == [(24,)] * 3
    assert all((one > 0).all() for one in active)
    pruning.activity(model, ids)  # and leaves no hook behind
    assert not any(block.down._forward_pre_hooks for block in model.blocks)
