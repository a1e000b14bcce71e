"""ONNX Runtime's levels, the tactics of a convolution, and what is refused."""

import pytest

from certlab.errors import Refusal
from certlab.labs.tensorrt import draw
from certlab.labs.tensorrt.real import convolution, networks, runtime
from tests.late import Late

np = Late("numpy")
helper = Late("onnx.helper")


def test_levels_remove_operations_and_keep_the_result() -> None:
    network = networks.blocks(2, channels=4, side=8)
    loaded = {level: runtime.load(network, level) for level in runtime.LEVELS}
    x = np.random.default_rng(0).normal(size=(3, 4, 8, 8)).astype(np.float32)
    wanted = loaded["DISABLE_ALL"].run(x)
    for one in loaded.values():
        assert np.allclose(one.run(x), wanted, atol=1e-4)
    kinds = {level: set(one.counts) for level, one in loaded.items()}
    assert kinds["DISABLE_ALL"] == {"Conv", "BatchNormalization", "Relu"}
    assert kinds["ENABLE_BASIC"] == {"Conv", "Relu"}
    assert "Relu" not in kinds["ENABLE_EXTENDED"]


def test_an_operation_that_nobody_knows_is_refused_by_name() -> None:
    node = helper.make_node("Swirl", ["x"], ["y"])
    with pytest.raises(Refusal, match="does not know the operation Swirl"):
        runtime.load(networks.model([node], {}, ["n", 4], ["n", 4]))


def test_a_node_with_a_wrong_input_is_refused_in_a_sentence() -> None:
    node = helper.make_node("Relu", ["nobody"], ["y"])
    with pytest.raises(Refusal, match=r"does not take this model: .*nobody"):
        runtime.load(networks.model([node], {}, ["n", 4], ["n", 4]))


@pytest.mark.parametrize("shape", [(1, 5, 1), (3, 8, 3), (2, 9, 7)])
def test_tactics_agree_with_the_definition(shape: tuple[int, int, int]) -> None:
    x, weight = convolution.layer(*shape)
    edge = shape[2] // 2
    padded = np.pad(x, ((0, 0), (edge, edge), (edge, edge)))
    wanted = np.zeros_like(x)
    for out in range(shape[0]):
        for row in range(shape[1]):
            for column in range(shape[1]):
                seen = padded[:, row : row + shape[2], column : column + shape[2]]
                wanted[out, row, column] = (seen * weight[out]).sum()
    for tactic in convolution.TACTICS.values():
        assert np.allclose(tactic(x, weight), wanted, atol=1e-4)


def test_the_picture_says_what_it_shows() -> None:
    rows = {"as written": ("Conv", "Relu"), "fused": ("FusedConv",)}
    svg = draw.chains(rows, "Two graphs")
    assert "as written: Conv, then Relu. fused: FusedConv." in svg
    assert svg.count("FusedConv") == 2
