"""One number format: how its bits are shared out, and what the top codes mean."""

import math
from dataclasses import dataclass

IEEE = "ieee"  # the highest exponent is kept for infinity and NaN
FN = "fn"  # finite and NaN: only all ones is NaN, there is no infinity
FINITE = "finite"  # every code is a number


@dataclass(frozen=True)
class Format:
    """A sign bit, exponent bits, mantissa bits, from the top down.

    Attributes:
        id: as it stands in a command, "fp8-e4m3".
        name: as people write it, "FP8 E4M3".
        top: what the highest codes are: IEEE, FN or FINITE.
        stored: bits in memory, where they are more than those used: TF32 takes 32.
        note: what people mix up about it.
    """

    id: str
    name: str
    exponent: int
    mantissa: int
    top: str = IEEE
    stored: int = 0
    note: str = ""

    @property
    def bits(self) -> int:
        """Bits that are used: 19 for TF32."""
        return 1 + self.exponent + self.mantissa

    @property
    def memory_bits(self) -> int:
        """Bits that a value takes in memory."""
        return self.stored or self.bits

    @property
    def bias(self) -> int:
        """What is subtracted from the exponent field: half its range."""
        return (1 << (self.exponent - 1)) - 1

    @property
    def sign_bit(self) -> int:
        """The code of minus zero."""
        return 1 << (self.exponent + self.mantissa)

    @property
    def lowest(self) -> int:
        """The exponent of the smallest normal number, and of the subnormal ones."""
        return 1 - self.bias

    @property
    def last(self) -> int:
        """The code of the largest finite number."""
        every = self.sign_bit - 1
        if self.top == IEEE:
            return every - (1 << self.mantissa)
        return every - 1 if self.top == FN else every

    @property
    def infinity(self) -> int | None:
        """The code of plus infinity; None where there is none."""
        return self.last + 1 if self.top == IEEE else None

    @property
    def nan(self) -> int | None:
        """The code that arithmetic gives for not-a-number; None where there is none."""
        if self.top == IEEE:
            return self.last + 1 + (1 << (self.mantissa - 1))
        return self.last + 1 if self.top == FN else None

    @property
    def max(self) -> float:
        """The largest finite number."""
        significand = (1 << self.mantissa) + (self.last & self.fraction_mask)
        exponent = (self.last >> self.mantissa) - self.bias - self.mantissa
        return math.ldexp(significand, exponent)

    @property
    def fraction_mask(self) -> int:
        """Ones where the mantissa stands."""
        return (1 << self.mantissa) - 1

    @property
    def smallest_normal(self) -> float:
        """The smallest number that has all bits of precision."""
        return math.ldexp(1, self.lowest)

    @property
    def smallest(self) -> float:
        """The smallest number above zero: a subnormal one."""
        return math.ldexp(1, self.lowest - self.mantissa)

    @property
    def epsilon(self) -> float:
        """The step from 1 to the next number."""
        return math.ldexp(1, -self.mantissa)
