"""From a value to its code and back."""

import math

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers.format import Format
from certlab.labs.gpu_architecture.numbers.rounding import NEAREST, ZERO, whole
from certlab.words import Sentence


def encode(
    format: Format,
    value: float,
    rounding: str = NEAREST,
    *,
    saturate: bool = False,
    draw: float = 0.5,
) -> int:
    """The code of a value, rounded to the format once.

    Args:
        rounding: one of ROUNDINGS; `draw` is what STOCHASTIC draws, from 0 up to 1.
        saturate: what is too large becomes the largest number, infinity too. Without,
            it becomes infinity, or NaN where there is none; a format with neither
            saturates always.

    Raises:
        Refusal: NaN, in a format that has no code for it; or no such rounding.
    """
    sign = format.sign_bit if math.copysign(1, value) < 0 else 0
    if math.isnan(value):
        return sign | _nan(format)
    size = abs(value)
    if math.isinf(size):
        return sign | _beyond(format, saturate=saturate)
    # The weight of the last bit: that of the value's own power of two, or of the lowest.
    power = max(math.frexp(size)[1] - 1, format.lowest) if size else format.lowest
    last = power - format.mantissa
    units = whole(math.ldexp(size, -last), rounding, draw)
    # A subnormal number has the field 0; one that is rounded up to the next power of
    # two carries into the field by itself. So one sum serves all.
    code = ((power + format.bias - 1) << format.mantissa) + units
    if code <= format.last:
        return sign | code
    return sign | _beyond(format, saturate=saturate or rounding == ZERO)


def decode(format: Format, code: int) -> float:
    """The value of a code.

    Raises:
        Refusal: the code has more bits than the format.
    """
    if not 0 <= code < 2 * format.sign_bit:
        says = Sentence(
            "{name} has {bits} bits; the code {code} does not fit in them.",
            name=format.name,
            bits=format.bits,
            code=code,
        )
        raise Refusal(says)
    size = code & (format.sign_bit - 1)
    sign = -1.0 if code & format.sign_bit else 1.0
    if size > format.last:
        return sign * math.inf if size == format.infinity else math.nan
    field, fraction = size >> format.mantissa, size & format.fraction_mask
    units = fraction + ((1 << format.mantissa) if field else 0)
    power = max(field, 1) - format.bias
    return sign * math.ldexp(units, power - format.mantissa)


def rounded(
    format: Format, value: float, rounding: str = NEAREST, *, saturate: bool = False
) -> float:
    """What of a value is left after it was in the format. Raises Refusal, as encode."""
    return decode(format, encode(format, value, rounding, saturate=saturate))


def _nan(format: Format) -> int:
    if format.nan is None:
        says = Sentence(
            "{name} has no code for NaN, so libraries give zero or the largest "
            "number instead; check for NaN before you convert.",
            name=format.name,
        )
        raise Refusal(says)
    return format.nan


def _beyond(format: Format, *, saturate: bool) -> int:
    """The code of what is larger than the largest number."""
    if saturate or format.nan is None:
        return format.last
    return format.nan if format.infinity is None else format.infinity
