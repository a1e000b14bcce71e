"""The contests of TensorRT's module; what they make imports ONNX Runtime."""

from certlab.compute.contest import Contest
from certlab.labs.tensorrt.real import contest


def contests() -> list[Contest]:
    """Rewriting a graph or not, and INT8 against FP32."""
    return contest.contests()
