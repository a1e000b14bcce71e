"""The rank of an adapter, in Python and on the page."""

import pytest

from certlab.errors import CourseError
from certlab.labs.fine_tuning import weight_change
from tests.late import Late, wants
from tests.page_rules import begun, called

SCRIPT = "labs/fine_tuning/static/rank/adapter.js"
RANKS = (1, 2, 7, 16, 40, 127, 128)
torch = Late("torch")


@pytest.mark.parametrize("where", weight_change.LAYERS)
def test_the_page_reckons_as_python_does(where: str) -> None:
    begin = begun("rank")
    left = called(SCRIPT, "error", [[rank, begin["energy"][where]] for rank in RANKS])
    assert left == pytest.approx(
        [weight_change.error(rank, where) for rank in RANKS], abs=1e-4
    )
    shapes, blocks = begin["shapes"][where], begin["blocks"]
    counts = called(SCRIPT, "trained", [[rank, shapes, blocks] for rank in RANKS])
    assert counts == [weight_change.trained(rank, where) for rank in RANKS]


def test_a_higher_rank_leaves_less_and_the_highest_nothing() -> None:
    left = [weight_change.error(rank, "all") for rank in range(129)]
    assert left[0] == pytest.approx(1)
    assert left[-1] == 0
    assert left == sorted(left, reverse=True)


@wants("torch")
def test_adapters_of_the_lab_have_as_many_values() -> None:
    from certlab.labs.nemo.real import checkpoint

    model, _ = checkpoint.shipped()
    assert sum(one.numel() for one in model.parameters()) == weight_change.WEIGHTS
    assert model.config.layers == weight_change.BLOCKS
    layers = dict(model.blocks[0].named_modules())
    for name, (inputs, outputs) in weight_change.SHAPES.items():
        (layer,) = [one for full, one in layers.items() if full.endswith(name)]
        assert (layer.in_features, layer.out_features) == (inputs, outputs)


@pytest.mark.parametrize("says", ["rank rank=0", "rank rank=129", "rank colour=red"])
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)
