"""A code taken apart: sign, exponent, mantissa, what kind of number it is, and words."""

import math
from dataclasses import dataclass

from certlab.labs.gpu_architecture.numbers.codes import decode
from certlab.labs.gpu_architecture.numbers.format import Format

KINDS = ("zero", "subnormal", "normal", "infinity", "NaN")


@dataclass(frozen=True)
class Fields:
    """What stands in the bits of one code.

    Attributes:
        kind: one of KINDS.
        value: what the code means.
        power: the exponent of two that its first bit stands for; None where it is not a number.
        next: the next larger number in size; None after the largest.
    """

    format: Format
    code: int
    sign: int
    exponent: int
    mantissa: int
    kind: str
    value: float
    power: int | None
    next: float | None

    @property
    def bits(self) -> str:
        """The bits in their three groups, "0 0101 101"."""
        all_bits = f"{self.code:0{self.format.bits}b}"
        cut = 1 + self.format.exponent
        return f"{all_bits[0]} {all_bits[1:cut]} {all_bits[cut:]}"


def fields(format: Format, code: int) -> Fields:
    """Take a code apart. Raises Refusal where it has too many bits."""
    value = decode(format, code)
    size = code & (format.sign_bit - 1)
    exponent, mantissa = size >> format.mantissa, size & format.fraction_mask
    kind = _kind(value, exponent)
    finite = kind not in ("infinity", "NaN")
    return Fields(
        format=format,
        code=code,
        sign=int(code >= format.sign_bit),
        exponent=exponent,
        mantissa=mantissa,
        kind=kind,
        value=value,
        power=max(exponent, 1) - format.bias if finite else None,
        next=abs(decode(format, size + 1)) if size < format.last else None,
    )


def _kind(value: float, exponent: int) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "infinity"
    if value == 0:
        return "zero"
    return "normal" if exponent else "subnormal"
