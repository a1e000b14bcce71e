"""TensorRT: what a builder does to a graph, and what a calibrator does to its values."""

from certlab.finding import Finding
from certlab.labs.tensorrt import draw
from certlab.labs.tensorrt.builder_code import check_code
from certlab.labs.tensorrt.line import check_line

__all__ = ["Finding", "check_code", "check_line", "draw"]
