"""A small network that reads handwritten digits, made without any training loop.

Two convolutions with random weights give 1,024 features of each image, and the last layer
is solved for by least squares. The last channel of the first convolution is dead: what it
computes is negative, so the ReLU lets nothing through, and a weight that reads it may have
any value.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from certlab.labs.tensorrt.real import networks, runtime

HELD = 500  # images that nothing is fitted to
DEAD = 31  # the channel of the first convolution that is always zero
_RIDGE = 10.0  # keeps the solution small


@dataclass(frozen=True)
class Digits:
    """Images of shape (n, 1, 8, 8) with values from 0 to 1, and their labels."""

    images: Any
    labels: Any
    held_images: Any
    held_labels: Any


@cache
def digits() -> Digits:
    """1,797 images of scikit-learn, in an order that mixes the people who wrote them."""
    import numpy as np
    from sklearn.datasets import load_digits

    drawn = load_digits()
    order = np.random.default_rng(0).permutation(len(drawn.target))
    images = (drawn.images[order] / 16).astype(np.float32)[:, None]
    labels = drawn.target[order]
    return Digits(images[HELD:], labels[HELD:], images[:HELD], labels[:HELD])


@cache
def _weights() -> dict[str, Any]:
    import numpy as np

    draw = np.random.default_rng(4)
    found = {
        "w0": draw.normal(0, 0.4, (32, 1, 3, 3)),
        "b0": draw.normal(0, 0.1, 32),
        "w1": draw.normal(0, 0.08, (64, 32, 3, 3)),
        "b1": draw.normal(0, 0.1, 64),
    }
    found["w0"][DEAD], found["b0"][DEAD] = 0.0, -1.0
    data = digits()
    body = networks.model(_body()[:-1], found, ["batch", 1, 8, 8], ["batch", 1024])
    features = runtime.load(body).run(data.images).astype(np.float64)
    middle = features.mean(0)
    centred = features - middle
    targets = np.eye(10)[data.labels] - 0.1
    square = centred.T @ centred + _RIDGE * np.eye(centred.shape[1])
    found["w2"] = np.linalg.solve(square, centred.T @ targets)
    found["b2"] = 0.1 - middle @ found["w2"]
    return found


def _body() -> list[Any]:
    from onnx import helper

    return [
        helper.make_node("Conv", ["x", "w0", "b0"], ["c0"], pads=[1] * 4),
        helper.make_node("Relu", ["c0"], ["r0"]),
        helper.make_node(
            "Conv", ["r0", "w1", "b1"], ["c1"], pads=[1] * 4, strides=[2, 2]
        ),
        helper.make_node("Relu", ["c1"], ["r1"]),
        helper.make_node("Flatten", ["r1"], ["y"]),
        helper.make_node("Gemm", ["f", "w2", "b2"], ["y"]),
    ]


def network(stray: float = 0.0) -> Any:
    """The reader of digits as an ONNX model.

    Args:
        stray: one weight of the second convolution, which reads the dead channel. The
            function is the same for any value.
    """
    weights = dict(_weights())
    weights["w1"] = weights["w1"].copy()
    weights["w1"][0, DEAD] = stray
    nodes = _body()
    nodes[-2].output[0] = "f"
    return networks.model(nodes, weights, ["batch", 1, 8, 8], ["batch", 10])


def accuracy(loaded: runtime.Loaded) -> float:
    """Share of the held-out images that are read rightly."""
    data = digits()
    return float((loaded.run(data.held_images).argmax(1) == data.held_labels).mean())
