"""The roofline: what a machine allows a piece of work that moves so many bytes.

Work has an arithmetic intensity, its operations over the bytes it moves to and from
memory. A machine reaches at most `min(peak, intensity * bandwidth)`. The model is of S.
Williams, A. Waterman and D. Patterson, "Roofline: an insightful visual performance model
for multicore architectures", Communications of the ACM 52 (4), 2009.

Counts here are of the least a program of that kind moves: each input once in, each
result once out. A cache that keeps data makes it less, a program in several passes more.
"""

from dataclasses import dataclass
from math import log2


@dataclass(frozen=True, slots=True)
class Work:
    """What a program does.

    Attributes:
        flop: floating-point operations; a fused multiply-add counts as two.
        moved: bytes to and from memory.
    """

    flop: float
    moved: float

    @property
    def intensity(self) -> float:
        """Operations a byte."""
        return self.flop / self.moved


@dataclass(frozen=True, slots=True)
class Roof:
    """What a machine allows.

    Attributes:
        peak: operations a second at most.
        bandwidth: bytes a second at most.
    """

    peak: float
    bandwidth: float

    @property
    def ridge(self) -> float:
        """Operations a byte from which on the peak is what binds."""
        return self.peak / self.bandwidth

    def at(self, intensity: float) -> float:
        """Operations a second that work of this intensity can reach."""
        return min(self.peak, intensity * self.bandwidth)

    def side(self, work: Work) -> str:
        """What binds the work, "memory" or "compute"."""
        return "memory" if work.intensity < self.ridge else "compute"

    def seconds(self, work: Work) -> float:
        """The least time the work can take."""
        return max(work.flop / self.peak, work.moved / self.bandwidth)


def dot(n: int, itemsize: int) -> Work:
    """The dot product of two vectors of n numbers."""
    return Work(2 * n, 2 * n * itemsize)


def axpy(n: int, itemsize: float) -> Work:
    """y = a x + y in one pass: two numbers in, one out."""
    return Work(2 * n, 3 * n * itemsize)


def matvec(m: int, n: int, itemsize: float) -> Work:
    """An (m × n) matrix times a vector."""
    return Work(2 * m * n, itemsize * (m * n + m + n))


def matmul(m: int, n: int, k: int, itemsize: float) -> Work:
    """An (m × k) @ (k × n) product."""
    return Work(2 * m * n * k, itemsize * (m * k + k * n + m * n))


def polynomial(n: int, degree: int, itemsize: int) -> Work:
    """A polynomial of n numbers by Horner's rule, in one pass."""
    return Work(2 * degree * n, 2 * n * itemsize)


def polynomial_in_passes(n: int, degree: int, itemsize: int) -> Work:
    """The same, every operation a pass of its own over the whole array.

    Passes: one that fills the result (one array out), and for each of `degree` steps a
    multiplication by x (two in, one out) and the addition of a number (one in, one out).
    """
    return Work(2 * degree * n, (1 + 5 * degree) * n * itemsize)


def neighbours(rows: int, columns: int, itemsize: int) -> Work:
    """The mean of the four neighbours of each inner point of a grid, in one pass."""
    inner = (rows - 2) * (columns - 2)
    return Work(4 * inner, itemsize * (rows * columns + inner))


def fft(n: int, itemsize: int) -> Work:
    """A complex Fourier transform, counted as is the custom: 5 n log2 n operations.

    Args:
        itemsize: bytes of a complex number.
    """
    return Work(5 * n * log2(n), 2 * n * itemsize)
