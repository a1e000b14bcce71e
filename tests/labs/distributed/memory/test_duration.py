"""6 N D against runs that were published."""

import pytest

from certlab.labs.distributed import memory
from certlab.labs.distributed.memory import Model, Refusal


def test_gpt3_took_what_its_paper_says() -> None:
    """Brown et al., table D.1: 175 billion parameters, 300 billion tokens, 3.14e23."""
    assert memory.operations(174.6e9, 300e9) == pytest.approx(3.14e23, rel=0.005)


def test_llama_3_405b() -> None:
    """Llama Team, section 3: 3.8e25 on 15.6 trillion tokens; table 4: 41 % on 16,384 H100.

    At that rate, 16,384 x 989.4 x 0.41, it takes 66 days.
    """
    assert memory.operations(405e9, 15.6e12) == pytest.approx(3.8e25, rel=0.01)
    assert memory.days(405e9, 15.6e12, 16_384, 989.4, 0.41) == pytest.approx(
        66.0, abs=0.1
    )


def test_laws() -> None:
    one = memory.days(8e9, 1e12, 64, 989.4, 0.4)
    assert memory.days(8e9, 1e12, 128, 989.4, 0.4) == pytest.approx(one / 2)
    assert memory.days(16e9, 1e12, 64, 989.4, 0.8) == pytest.approx(one)


def test_all_experts_count() -> None:
    """Mixtral 8x7B: 46.7 billion parameters (its model card)."""
    model = Model(
        layers=32,
        hidden=4096,
        heads=32,
        ffn=14336,
        vocabulary=32000,
        kv_heads=8,
        gated=True,
        rms=True,
        tied=False,
        experts=8,
        top_k=2,
    )
    assert model.parameters == pytest.approx(46.7e9, rel=0.005)


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        (
            (1e9, 1e9, 8, 989.4, 0),
            "MFU is a share of the peak, so it must be above 0 and at most 1, not 0.",
        ),
        (
            (1e9, 1e9, 8, 989.4, 40),
            "MFU is a share of the peak, so it must be above 0 and at most 1, not 40.",
        ),
        (
            (1e9, 1e9, 0, 989.4, 0.4),
            "A run needs at least one GPU, and a peak above 0.",
        ),
        (
            (0, 1e9, 8, 989.4, 0.4),
            "The parameters and the tokens must both be above 0.",
        ),
    ],
)
def test_a_run_that_cannot_be(numbers: tuple[float, ...], says: str) -> None:
    with pytest.raises(Refusal) as told:
        memory.days(*numbers)  # type: ignore[arg-type]  # GPUs are whole there
    assert str(told.value) == says
