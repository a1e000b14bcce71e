"""Small networks as ONNX models, made of nodes and random weights."""

from collections.abc import Sequence
from typing import Any

OPSET = 20  # of ONNX's operators; one that every ONNX Runtime since 1.17 knows
EPSILON = 1e-5  # of a batch normalisation, the default of ONNX


def blocks(count: int, channels: int, side: int, *, seed: int = 0) -> Any:
    """A model of `count` times Conv, BatchNormalization and Relu, each 3 × 3.

    Its input `x` has the shape (batch, channels, side, side), with any batch; so has its
    output `y`.
    """
    import numpy as np
    from onnx import helper

    draw = np.random.default_rng(seed)
    nodes: list[Any] = []
    weights: dict[str, Any] = {}
    tensor = "x"
    for n in range(count):
        end = "y" if n == count - 1 else f"r{n}"
        spread = (2 / (9 * channels)) ** 0.5  # keeps values about as large as they are
        weights |= {
            f"w{n}": draw.normal(0, spread, (channels, channels, 3, 3)),
            f"b{n}": draw.normal(0, 0.1, channels),
            f"gamma{n}": draw.uniform(0.5, 1.5, channels),
            f"beta{n}": draw.normal(0, 0.1, channels),
            f"mean{n}": draw.normal(0, 0.1, channels),
            f"var{n}": draw.uniform(0.5, 1.5, channels),
        }
        normal = [f"{name}{n}" for name in ("gamma", "beta", "mean", "var")]
        nodes += [
            helper.make_node(
                "Conv", [tensor, f"w{n}", f"b{n}"], [f"c{n}"], pads=[1] * 4
            ),
            helper.make_node(
                "BatchNormalization", [f"c{n}", *normal], [f"n{n}"], epsilon=EPSILON
            ),
            helper.make_node("Relu", [f"n{n}"], [end]),
        ]
        tensor = end
    shape = ["batch", channels, side, side]
    return model(nodes, weights, shape, shape)


def model(
    nodes: Sequence[Any], weights: dict[str, Any], given: list[Any], made: list[Any]
) -> Any:
    """An ONNX model of those nodes, from `x` of shape `given` to `y` of shape `made`."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    float32 = TensorProto.FLOAT
    graph = helper.make_graph(
        list(nodes),
        "certlab",
        [helper.make_tensor_value_info("x", float32, given)],
        [helper.make_tensor_value_info("y", float32, made)],
        [
            numpy_helper.from_array(np.asarray(one, dtype=np.float32), name)
            for name, one in weights.items()
        ],
    )
    opset = [helper.make_opsetid("", OPSET)]
    return helper.make_model(graph, opset_imports=opset, ir_version=10)
