"""Rounding to the formats of training, to nearest and ties to even, with infinities.

FP16 and FP32 are IEEE 754's binary16 and binary32, which Python's `struct` packs. BF16
is the upper half of an FP32; the upper half is rounded, not cut.
"""

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Round = Callable[[Sequence[float]], list[float]]


@dataclass(frozen=True)
class Format:
    """A format: how numbers round to it, and the powers of two where it ends.

    Attributes:
        name: as pages write it.
        round: numbers to their nearest in the format.
        largest: the largest finite number.
        normal: exponent of the smallest number with full precision.
        smallest: exponent of the smallest number above zero.
    """

    name: str
    round: Round
    largest: float
    normal: int
    smallest: int


def _packed(code: str) -> Round:
    def one(value: float) -> float:
        try:
            (found,) = struct.unpack(code, struct.pack(code, value))
        except OverflowError:  # struct refuses what IEEE 754 rounds to infinity
            return math.copysign(math.inf, value)
        return float(found)

    def many(values: Sequence[float]) -> list[float]:
        whole = f"{len(values)}{code}"
        try:
            return list(struct.unpack(whole, struct.pack(whole, *values)))
        except OverflowError:
            return [one(value) for value in values]

    return many


_fp32 = _packed("f")


def _bf16(values: Sequence[float]) -> list[float]:
    count, found = len(values), _fp32(values)
    bits = struct.unpack(f"{count}I", struct.pack(f"{count}f", *found))
    halves = [
        # A NaN's payload may lie in the half that goes; adding to it could make an infinity.
        half | 0x7FC00000
        if (half & 0x7FFFFFFF) > 0x7F800000
        else (half + 0x7FFF + (half >> 16 & 1)) & 0xFFFF0000
        for half in bits
    ]
    words = [half & 0xFFFF0000 for half in halves]
    return list(struct.unpack(f"{count}f", struct.pack(f"{count}I", *words)))


FP32 = Format("FP32", _fp32, (2 - 2**-23) * 2.0**127, -126, -149)
BF16 = Format("BF16", _bf16, (2 - 2**-7) * 2.0**127, -126, -133)
FP16 = Format("FP16", _packed("e"), 65504.0, -14, -24)
FORMATS = (FP32, BF16, FP16)
