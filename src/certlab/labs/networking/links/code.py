"""Forward error correction: how many symbols of a codeword arrive wrong, and when it is too many.

Errors are taken to come one by one. Real ones also come in bursts, which use up the margin
of a codeword faster, so what is worked out here is the best case.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from math import comb

from certlab.course.facts import Fact
from certlab.errors import Refusal

OVERHEAD = 66 / 64 * 34 / 33  # bits on the line for a bit of data, with RS(544,514)


@dataclass(frozen=True, slots=True)
class Code:
    """A Reed-Solomon code.

    Attributes:
        symbols: of a codeword.
        corrects: symbols that may be wrong, and no more.
        bits: of a symbol.
    """

    symbols: int
    corrects: int
    bits: int

    @classmethod
    def of(cls, facts: Mapping[str, Fact]) -> "Code":
        """RS(544,514), the code of links with four levels (PAM4)."""
        names = ("symbols", "corrects", "symbol_bits")
        symbols, corrects, bits = (
            int(facts[f"fec-rs544.{one}"].value) for one in names
        )
        return cls(symbols, corrects, bits)

    def chance(self, ber: float, wrong: int) -> float:
        """Chance that just so many symbols of a codeword are wrong."""
        if not 0 < ber < 1:
            raise Refusal("A bit error rate is between 0 and 1, such as 1e-6.")
        with localcontext(prec=50):  # the same last digit on every machine
            right = (1 - Decimal(ber)) ** self.bits
            ways = comb(self.symbols, wrong)
            return float(ways * (1 - right) ** wrong * right ** (self.symbols - wrong))

    def beyond(self, ber: float) -> float:
        """Chance that more symbols are wrong than it corrects."""
        return sum(
            self.chance(ber, wrong)
            for wrong in range(self.corrects + 1, self.symbols + 1)
        )

    def codewords(self, gbit: float, seconds: float) -> float:
        """Codewords that a link carries in a time."""
        return gbit * 1e9 * OVERHEAD * seconds / (self.symbols * self.bits)

    def lost(self, ber: float, gbit: float, seconds: float) -> float:
        """Codewords in that time that it cannot repair."""
        return self.codewords(gbit, seconds) * self.beyond(ber)
