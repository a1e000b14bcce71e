"""Number formats of GPUs by their bits, from FP32 to FP4, alone and in scaled blocks.

A `Format` is frozen; `encode` gives the code of a value in it and `decode` the value of a
code. Every value of every format here is exact in a Python float, so nothing is hidden.
"""

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers import draw, report
from certlab.labs.gpu_architecture.numbers.block_formats import (
    BLOCK_FORMATS,
    block_format,
)
from certlab.labs.gpu_architecture.numbers.blocks import (
    Block,
    BlockFormat,
    dequantize,
    quantize,
)
from certlab.labs.gpu_architecture.numbers.codes import decode, encode, rounded
from certlab.labs.gpu_architecture.numbers.dot import dot, exact_dot
from certlab.labs.gpu_architecture.numbers.fields import Fields, fields
from certlab.labs.gpu_architecture.numbers.format import Format
from certlab.labs.gpu_architecture.numbers.formats import FORMATS, format_of
from certlab.labs.gpu_architecture.numbers.rounding import ROUNDINGS

__all__ = [
    "BLOCK_FORMATS",
    "FORMATS",
    "ROUNDINGS",
    "Block",
    "BlockFormat",
    "Fields",
    "Format",
    "Refusal",
    "block_format",
    "decode",
    "dequantize",
    "dot",
    "draw",
    "encode",
    "exact_dot",
    "fields",
    "format_of",
    "quantize",
    "report",
    "rounded",
]
