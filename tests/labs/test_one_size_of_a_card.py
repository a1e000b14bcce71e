"""A card has one size, whichever module computes with it."""

import pytest

from certlab.labs.distributed import memory as training
from certlab.labs.llm_inference import memory as serving
from tests.real_course import whole


def test_training_and_serving_know_the_same_cards() -> None:
    trained, served = training.cards(whole().facts), serving.cards(whole().facts)
    assert trained.keys() == served.keys()
    for name, card in trained.items():
        assert served[name].gb * 1e9 == pytest.approx(card.gib * 2**30), name
