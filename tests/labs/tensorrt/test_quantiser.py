"""INT8 by ONNX Runtime: what is refused, what stays in the file, what a contest asks."""

from typing import Any

import pytest

from certlab.errors import Refusal
from certlab.labs.tensorrt.contest import contests
from certlab.labs.tensorrt.real import networks, quantiser, runtime
from tests.late import Late

np = Late("numpy")
helper = Late("onnx.numpy_helper")


def _network() -> Any:
    return networks.blocks(1, channels=2, side=4)


def test_an_empty_calibration_set_is_refused() -> None:
    with pytest.raises(Refusal, match="set is empty: give some hundred inputs"):
        quantiser.quantised(_network(), np.zeros((0, 2, 4, 4), np.float32))


@pytest.mark.parametrize("shape", [(8, 4, 4), (8, 3, 4, 4), (8, 2, 4)])
def test_a_calibration_set_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(Refusal, match=r"reads \(any, 2, 4, 4\): shape each input"):
        quantiser.quantised(_network(), np.ones(shape, np.float32))


@pytest.mark.parametrize("rule", quantiser.RULES)
def test_a_quantised_model_is_symmetric_and_the_given_one_stays(rule: str) -> None:
    network = _network()
    before = network.SerializeToString()
    inputs = np.random.default_rng(0).normal(size=(16, 2, 4, 4)).astype(np.float32)
    made = quantiser.quantised(network, inputs, rule)
    assert network.SerializeToString() == before
    kinds = [node.op_type for node in made.graph.node]
    assert "QuantizeLinear" in kinds
    assert "DequantizeLinear" in kinds
    zeros = [one for one in made.graph.initializer if one.name.endswith("zero_point")]
    assert zeros
    assert not any(np.frombuffer(one.raw_data, np.int8).any() for one in zeros)
    wanted, found = (runtime.load(one).run(inputs) for one in (network, made))
    assert abs(found - wanted).mean() < 0.1 * abs(wanted).mean()


def test_scales_are_read_for_inputs_and_for_each_channel_of_a_weight() -> None:
    network = _network()
    inputs = np.linspace(-3, 2, 64, dtype=np.float32).reshape(2, 2, 4, 4)
    found = quantiser.scales(quantiser.quantised(network, inputs))
    weight = next(one for one in network.graph.initializer if one.name == "w0")
    largest = abs(helper.to_array(weight)).max((1, 2, 3))
    assert found["x"] == pytest.approx(3 / 127)
    assert np.allclose(found["w0"], largest / 127)


def test_a_contest_that_rewrites_gives_the_same_answer() -> None:
    rewriting = next(one for one in contests() if one.id == "graph-rewriting")
    assert rewriting.make().same() == ""
