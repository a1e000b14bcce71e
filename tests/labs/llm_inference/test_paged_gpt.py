"""The tiny GPT from a paged cache, beside the plain one."""

from typing import Any

import pytest

from certlab.errors import Refusal
from tests.late import Late, wants

torch = Late("torch")
gpt = Late("certlab.labs.nemo.real.tiny_gpt")
serving = Late("certlab.labs.llm_inference.real.serving")
paged = Late("certlab.labs.llm_inference.real.paged_gpt")
pytestmark = wants("torch")


def small() -> Any:
    torch.manual_seed(1)
    shape = gpt.Config(
        vocabulary=40, context=64, width=32, layers=2, heads=4, hidden=64
    )
    return gpt.TinyGPT(shape).eval()


def test_both_ways_give_the_tokens_of_one_at_a_time() -> None:
    model = small()
    asked = [([1, 2, 3], 20), ([4] * 17, 5), ([5, 6], 1), ([7] * 30, 9), ([8, 9], 30)]
    alone = [gpt.generate(model, prompt, length) for prompt, length in asked]
    for joins in ("static", "in-flight"):
        cache = paged.PagedGPT(model, blocks=9, block=8)  # too few for all at once
        assert serving.serve(cache, asked, joins=joins, slots=3)[0] == alone


def test_a_request_longer_than_the_cache_is_refused() -> None:
    with pytest.raises(Refusal, match="the cache holds 32"):
        serving.serve(
            paged.PagedGPT(small(), 2), [([1] * 30, 10)], joins="in-flight", slots=2
        )


def test_a_cost_that_is_even_is_found_again() -> None:
    runs = [
        [
            serving.Pass(a, b, c, 2 + 0.1 * a + 0.5 * b + 0.01 * c + noise)
            for a, b, c in SIZES
        ]
        for noise in (0.0, 3.0)
    ]
    cost = serving.fitted(runs)
    assert cost.milliseconds(1, 7, 3, 40) == pytest.approx(4.6, abs=1e-3)


SIZES = [(0, 1, 5), (8, 0, 8), (4, 3, 60), (0, 8, 200), (20, 2, 30), (0, 4, 90)]
