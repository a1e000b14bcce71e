from typing import Any

import pytest

from certlab.labs.fine_tuning import tasks
from tests.late import Late, wants

torch = Late("torch")
gpt = Late("certlab.labs.nemo.real.tiny_gpt")
preferences = Late("certlab.labs.fine_tuning.real.preferences")
tuning = Late("certlab.labs.fine_tuning.real.tuning")
stories = Late("certlab.labs.nemo.stories")
pytestmark = wants("torch")


@pytest.fixture(scope="module")
def untrained() -> tuple[Any, Any, list[tasks.Pair]]:
    """A model of few weights that knows nothing, its tokeniser, and pairs."""
    pairs = tasks.pairs(1, 6)
    words = stories.learn([pair.prompt + pair.rejected for pair in pairs], 400)
    torch.manual_seed(1)
    config = gpt.Config(words.size, width=16, layers=1, heads=2, hidden=32)
    return gpt.TinyGPT(config).eval(), words, pairs


def test_the_likelihood_of_an_answer_does_not_depend_on_its_partner(
    untrained: tuple[Any, Any, list[tasks.Pair]],
) -> None:
    model, words, pairs = untrained
    with torch.no_grad():
        together = preferences.likelihoods(model, preferences.pair_rows(words, pairs))
        for name, likelihood in zip(("chosen", "rejected"), together, strict=True):
            alone = [tasks.Example(one.prompt, getattr(one, name)) for one in pairs]
            expected = tuning.log_likelihood(model, tuning.rows(words, alone))
            assert torch.allclose(likelihood, expected, atol=1e-4)


def test_some_pairs_stay_pairs(untrained: tuple[Any, Any, list[tasks.Pair]]) -> None:
    _, words, pairs = untrained
    some = preferences.pair_rows(words, pairs).some(torch.tensor([4, 1]))
    for data, name in ((some.chosen, "chosen"), (some.rejected, "rejected")):
        for row, number in enumerate((4, 1)):
            answer = words.decode(data.ids[row][data.learnt[row]].tolist())
            assert answer == getattr(pairs[number], name) + "\n"


def test_so_many_answers_are_drawn_to_each_prompt_by_the_seed(
    untrained: tuple[Any, Any, list[tasks.Pair]],
) -> None:
    model, words, pairs = untrained
    prompts = [pair.prompt for pair in pairs[:2]]
    first = preferences.drawn(model, words, prompts, each=3)
    assert len(first) == 6
    assert first == preferences.drawn(model, words, prompts, each=3)
    assert first != preferences.drawn(model, words, prompts, each=3, seed=2)
