"""Kernels of scientific code and of networks, each with its operations and bytes counted.

They run on whatever library their arrays are of. Vectors are float32.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from certlab.compute.host import to_host
from certlab.labs.gpu_architecture import roofline
from certlab.labs.gpu_architecture.real.blocks import NEIGHBOURS, Formula, one_pass
from certlab.labs.gpu_architecture.roofline import Work

DEGREE = 16  # of the polynomial: a chain of 32 operations
_SIZE = 4  # bytes of a float32


@dataclass(frozen=True, slots=True)
class Kernel:
    """Something to time.

    Attributes:
        name: as charts and tables say it.
        work: operations, and the bytes this program moves at least.
        call: runs it once and hands back its result.
        right: whether a result agrees with NumPy's float64, sampled.
    """

    name: str
    work: Work
    call: Callable[[], Any]
    right: Callable[[Any], bool]


def _polynomial(out: Any, x: Any) -> None:
    """DEGREE + 1 + DEGREE x + ... + 1 x ** DEGREE, by Horner's rule."""
    out[...] = 1
    for number in range(2, DEGREE + 2):
        out *= x
        out += number


def _horner(name: str) -> str:
    text = "1"
    for number in range(2, DEGREE + 2):
        text = f"({text}) * {name} + {number}"
    return text


POLYNOMIAL = Formula("polynomial", _polynomial, _horner("a"))


def kernels(
    xp: Any, *, vector: int, matrix: int, small: int, large: int
) -> list[Kernel]:
    """The kernels on data of these sizes, drawn on the host so that all paths agree.

    Args:
        xp: NumPy or CuPy.
        vector: numbers in a vector; a power of two, for the transform.
        matrix: rows of the matrix and of the grid; their data should not fit in a cache.
        small: rows of a product that does fit.
        large: rows of a product that fills the machine.
    """
    import numpy as np

    rng = np.random.default_rng(7)

    def draw(*shape: int) -> Any:
        return xp.asarray(rng.random(shape, np.float32) - np.float32(0.5))

    return [
        *_vectors(xp, draw(vector), draw(vector)),
        _matvec(xp, draw(matrix, matrix), draw(matrix)),
        _neighbours(xp, draw(matrix, matrix)),
        _fft(xp, draw(vector // 8), draw(vector // 8)),
        _matmul(xp, draw(small, small), draw(small, small)),
        _matmul(xp, draw(large, large), draw(large, large)),
    ]


def _vectors(xp: Any, x: Any, y: Any) -> list[Kernel]:
    n, out = x.shape[0], xp.empty_like(x)

    def summed(found: Any) -> bool:
        exact = to_host(x).astype("f8") @ to_host(y).astype("f8")
        return bool(abs(float(found) - exact) <= 1e-6 * n)

    def valued(found: Any) -> bool:
        host = to_host(x[:1000]).astype("f8")
        exact = sum((n + 1) * host ** (DEGREE - n) for n in range(DEGREE + 1))
        return _near(found[:1000], exact)

    def in_passes() -> Any:
        _polynomial(out, x)
        return out

    passes = roofline.polynomial_in_passes(n, DEGREE, _SIZE)
    once = roofline.polynomial(n, DEGREE, _SIZE)
    return [
        Kernel("dot", roofline.dot(n, _SIZE), partial(xp.matmul, x, y), summed),
        Kernel("polynomial, in passes", passes, in_passes, valued),
        Kernel("polynomial, fused", once, one_pass(POLYNOMIAL, [x], out), valued),
    ]


def _matvec(xp: Any, a: Any, x: Any) -> Kernel:
    def right(found: Any) -> bool:
        exact = to_host(a[:100]).astype("f8") @ to_host(x).astype("f8")
        return _near(found[:100], exact, 1e-6 * x.shape[0])

    work = roofline.matvec(a.shape[0], a.shape[1], _SIZE)
    return Kernel("matrix × vector", work, partial(xp.matmul, a, x), right)


def _neighbours(xp: Any, grid: Any) -> Kernel:
    around = [grid[:-2, 1:-1], grid[2:, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:]]
    out = xp.empty_like(grid)[1:-1, 1:-1]

    def right(found: Any) -> bool:
        exact = sum(to_host(one[:10]).astype("f8") for one in around) / 4
        return _near(found[:10], exact)

    work = roofline.neighbours(grid.shape[0], grid.shape[1], _SIZE)
    return Kernel("stencil", work, one_pass(NEIGHBOURS, around, out), right)


def _fft(xp: Any, real: Any, imaginary: Any) -> Kernel:
    signal = (real + 1j * imaginary).astype(xp.complex64)

    def right(found: Any) -> bool:
        """Energy is kept (Parseval), and the first coefficient is the sum."""
        n, host = signal.shape[0], to_host(signal).astype("c16")
        kept = float((abs(found) ** 2).sum()) / n
        near = abs(kept - float((abs(host) ** 2).sum())) <= 1e-3 * kept
        return bool(near and abs(complex(found[0]) - host.sum()) <= 1e-3 * n**0.5)

    return Kernel(
        "FFT",
        roofline.fft(signal.shape[0], 2 * _SIZE),
        partial(xp.fft.fft, signal),
        right,
    )


def _matmul(xp: Any, a: Any, b: Any) -> Kernel:
    n = a.shape[0]

    def right(found: Any) -> bool:
        exact = to_host(a[:10]).astype("f8") @ to_host(b).astype("f8")
        return _near(found[:10], exact, 1e-6 * n)

    work = roofline.matmul(n, n, n, _SIZE)
    return Kernel(f"matmul {n:,}", work, partial(xp.matmul, a, b), right)


def _near(found: Any, exact: Any, apart: float = 1e-3) -> bool:
    return bool((abs(to_host(found) - exact) <= apart).all())
