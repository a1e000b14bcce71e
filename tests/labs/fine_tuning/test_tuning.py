import copy
from typing import Any

import pytest

from certlab.labs.fine_tuning import tasks
from tests.late import Late, wants

torch = Late("torch")
gpt = Late("certlab.labs.nemo.real.tiny_gpt")
adapters = Late("certlab.labs.fine_tuning.real.adapters")
tuning = Late("certlab.labs.fine_tuning.real.tuning")
stories = Late("certlab.labs.nemo.stories")
pytestmark = wants("torch")


@pytest.fixture(scope="module")
def small() -> tuple[Any, Any]:
    """A model of few weights that knows nothing, and rows to tune it on."""
    examples = tasks.brief(1, 20)
    words = stories.learn([one.prompt + one.answer for one in examples], 400)
    torch.manual_seed(1)
    config = gpt.Config(words.size, width=16, layers=2, heads=2, hidden=32)
    return gpt.TinyGPT(config), tuning.rows(words, examples)


def test_only_the_answer_is_learnt(small: tuple[Any, Any]) -> None:
    examples = tasks.brief(1, 3)
    words = stories.learn([one.prompt + one.answer for one in examples], 400)
    data = tuning.rows(words, examples)
    for one, ids, learnt in zip(examples, data.ids, data.learnt, strict=True):
        assert words.decode(ids[learnt].tolist()) == f"{one.answer}\n"


def test_tuning_moves_what_it_is_given_and_nothing_else(
    small: tuple[Any, Any],
) -> None:
    model, data = copy.deepcopy(small[0]), small[1]
    before = {name: one.clone() for name, one in model.named_parameters()}
    curve = tuning.tune(
        model, data, [model.norm.weight], steps=12, learning_rate=0.05, batch=4
    )
    moved = [
        name
        for name, one in model.named_parameters()
        if not torch.equal(one, before[name])
    ]
    assert moved == ["norm.weight"]
    assert len(curve) == 12


def test_attached_layers_are_the_only_ones_that_train(small: tuple[Any, Any]) -> None:
    class Doubled(torch.nn.Module):  # type: ignore[misc]  # read when first used
        def __init__(self, layer: Any) -> None:
            super().__init__()
            self.layer, self.more = layer, torch.nn.Parameter(torch.zeros(1))

        def forward(self, x: Any) -> Any:
            return self.layer(x) + self.more

    model, data = copy.deepcopy(small[0]), small[1]
    adapters.attach(model, Doubled, ("qkv", "down"))
    assert len(adapters.trained(model)) == 4  # two layers in each of two blocks
    assert torch.equal(model(data.ids), small[0](data.ids))


def test_virtual_tokens_leave_no_place_of_their_own(small: tuple[Any, Any]) -> None:
    model, data = copy.deepcopy(small[0]), small[1]
    virtual = adapters.VirtualTokens(model, 3)
    assert virtual(data.ids).shape == small[0](data.ids).shape
    assert [one.shape for one in adapters.trained(virtual)] == [(3, 16)]


def test_an_answer_is_exact_when_every_token_is(small: tuple[Any, Any]) -> None:
    _, data = small

    class Told(torch.nn.Module):  # type: ignore[misc]  # read when first used
        """Gives each next token the highest score, but for the rows it misses."""

        def __init__(self, missed: int) -> None:
            super().__init__()
            self.missed, self.nothing = missed, torch.nn.Parameter(torch.zeros(1))

        def forward(self, ids: Any) -> Any:
            assert torch.equal(ids, data.ids[:, :-1])
            scores = torch.nn.functional.one_hot(data.ids[:, 1:], 500).float()
            scores[: self.missed] = 0
            return scores

    assert tuning.exact(Told(0), data) == 1.0
    assert tuning.exact(Told(5), data) == 0.75


def test_likelihoods_are_those_of_the_loss(small: tuple[Any, Any]) -> None:
    model, data = small
    with torch.no_grad():
        summed = tuning.log_likelihood(model, data).sum() / data.learnt.sum()
    assert float(-summed) == pytest.approx(tuning.loss_on(model, data), rel=1e-4)
