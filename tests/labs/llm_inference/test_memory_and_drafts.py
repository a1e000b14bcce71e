"""Memory of models, and what a draft gains."""

from random import Random

import pytest

from certlab.errors import Refusal
from certlab.labs.llm_inference import memory, speculative
from certlab.labs.llm_inference.cache import Blocks
from tests.real_course import whole


def test_the_worked_examples_of_the_page() -> None:
    small, large = memory.LLAMA_8B, memory.LLAMA_70B
    h100 = memory.cards(whole().facts)["h100-80gb"]
    assert small.kv_bytes() == 131_072
    assert memory.requests(small, memory.room(small, h100, 16), 8000) == 59
    assert memory.requests(small, memory.room(small, h100, 16), 8000, bits=8) == 119
    assert memory.requests(small, memory.room(small, h100, 16), 2000) == 236
    assert memory.room(large, h100, 8) == pytest.approx(13.4, abs=0.05)
    assert memory.requests(large, memory.room(large, h100, 8), 8000) == 5
    assert memory.room(large, h100, 4.125) == pytest.approx(44.2, abs=0.05)
    assert memory.requests(large, memory.room(large, h100, 4.125), 8000) == 16
    drafted = 0.9 * (h100.gb - 36.4 - 1.8)
    assert memory.requests(large, drafted, 8000) == 16
    assert memory.requests(large, drafted - 0.9 * 28.2, 8000) == 6
    assert round(92 * speculative.speed_up(0.8, 4, 0.05)) == 258
    assert round(88.6 * speculative.speed_up(0.8, 4, 0.05)) == 248


def test_what_a_datasheet_rounds_away_decides_whether_weights_load() -> None:
    h200 = memory.cards(whole().facts)["h200-141gb"]
    left = memory.room(memory.LLAMA_70B, h200, 16)  # 141.2 GB of weights
    assert memory.requests(memory.LLAMA_70B, left, 8000) == 3
    assert memory.requests(memory.LLAMA_70B, left, 8000, bits=8) == 6


def test_the_shapes_are_those_of_the_facts() -> None:
    facts = whole().facts
    for model, id in (
        (memory.LLAMA_8B, "llama-31-8b"),
        (memory.LLAMA_70B, "llama-3-70b"),
    ):
        assert facts[f"{id}.layers"].value == model.layers
        assert facts[f"{id}.kv_heads"].value == model.kv_heads


def test_weights_that_do_not_load_are_refused() -> None:
    h100 = memory.cards(whole().facts)["h100-80gb"]
    with pytest.raises(Refusal, match="there are 86 GB: take fewer bits or more cards"):
        memory.room(memory.LLAMA_70B, h100, 16)


@pytest.mark.parametrize("accepted", [0.0, 0.4, 0.8, 1.0])
def test_tokens_of_a_pass_as_dice_give_them(accepted: float) -> None:
    random, rounds, given = Random(1), 20_000, 0
    for _ in range(rounds):
        given += 1
        for _ in range(4):
            if random.random() >= accepted:
                break
            given += 1
    assert speculative.tokens_a_pass(accepted, 4) == pytest.approx(
        given / rounds, rel=0.02
    )


def test_a_dear_draft_is_slower_than_none() -> None:
    assert round(speculative.speed_up(0.8, 4, 0.05), 2) == 2.80
    assert round(speculative.speed_up(0.4, 4, 0.25), 2) == 0.82


def test_another_vocabulary_is_refused() -> None:
    with pytest.raises(Refusal, match="same tokeniser"):
        speculative.check_vocabularies(467, 300)


def test_a_kept_prefix_goes_only_when_room_is_needed() -> None:
    pool = Blocks(6, 4, reuse=True)
    assert pool.admit(0, "system", 8, 9) == 0
    pool.keep(0, "system", 8)
    pool.release(0)
    assert pool.free == 6
    assert pool.admit(1, "system", 8, 9) == 8  # both blocks are there still
    pool.release(1)
    assert pool.admit(2, "", 0, 24) == 0  # takes all six
    pool.release(2)
    assert pool.admit(3, "system", 8, 9) == 0
