"""Blocks of numbers that share a scale: quantized, and back.

MX: the scale is the power of two of the block's largest element, less that of the
element format's largest number (OCP Microscaling Formats 1.0, section 6.3). NVFP4: the
tensor's scale brings the largest block scale to 448, the block's scale its largest
element to 6. Elements are rounded to nearest even and saturate.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers.codes import decode, encode, rounded
from certlab.labs.gpu_architecture.numbers.format import Format
from certlab.labs.gpu_architecture.numbers.formats import FORMATS
from certlab.words import Sentence

_E8M0_BIAS = 127  # eight bits of exponent, no sign, no mantissa; 255 is NaN
_E8M0_LAST = 254
_SCALE_BITS = 8


@dataclass(frozen=True)
class BlockFormat:
    """Elements of one format, so many to a scale.

    Attributes:
        scale: the format of a block's scale; None is E8M0, a power of two.
    """

    id: str
    name: str
    element: Format
    size: int
    scale: Format | None = None

    @property
    def bits_per_value(self) -> float:
        """Bits that a value takes with its share of the block's scale."""
        return self.element.bits + _SCALE_BITS / self.size

    @property
    def scale_name(self) -> str:
        """What the scale is called."""
        return self.scale.name if self.scale else "E8M0"


@dataclass(frozen=True)
class Block:
    """One block: codes of its elements, the code of its scale, and the factor of both scales."""

    scale: int
    codes: tuple[int, ...]
    factor: float


def quantize(format: BlockFormat, values: Sequence[float]) -> tuple[Block, ...]:
    """Values in blocks, the last one perhaps shorter.

    Raises:
        Refusal: a value is NaN or infinite, for which a block has no scale.
    """
    for value in values:
        if not math.isfinite(value):
            says = Sentence(
                "{value} has no scale in {name}; quantize only finite values.",
                value=str(value),
                name=format.name,
            )
            raise Refusal(says)
    tensor = _tensor_scale(format, values)
    return tuple(
        _block(format, values[n : n + format.size], tensor)
        for n in range(0, len(values), format.size)
    )


def dequantize(format: BlockFormat, blocks: Sequence[Block]) -> list[float]:
    """The values that the blocks hold."""
    return [
        decode(format.element, code) * block.factor
        for block in blocks
        for code in block.codes
    ]


def _tensor_scale(format: BlockFormat, values: Sequence[float]) -> float:
    """The scale of all blocks together, in FP32; 1 where the format has none."""
    largest = max(map(abs, values), default=0.0)
    if format.scale is None or not largest:
        return 1.0
    wanted = largest / (format.element.max * format.scale.max)
    return rounded(FORMATS["fp32"], wanted) or FORMATS["fp32"].smallest


def _block(format: BlockFormat, values: Sequence[float], tensor: float) -> Block:
    largest = max(map(abs, values))
    if format.scale is None:
        code = _power(format.element, largest) + _E8M0_BIAS
        code = min(max(code, 0), _E8M0_LAST)
        factor = math.ldexp(1, code - _E8M0_BIAS)
    else:
        wanted = largest / format.element.max / tensor
        code = encode(format.scale, wanted, saturate=True)
        factor = decode(format.scale, code) * tensor
    codes = (
        encode(
            format.element,
            one / factor if factor else math.copysign(0, one),
            saturate=True,
        )
        for one in values
    )
    return Block(code, tuple(codes), factor)


def _power(element: Format, largest: float) -> int:
    """The exponent of an MX block's scale; the lowest there is for a block of zeros."""
    if not largest:
        return -_E8M0_BIAS
    return _floor_log2(largest) - _floor_log2(element.max)


def _floor_log2(value: float) -> int:
    return math.frexp(value)[1] - 1
