"""An expression over whole arrays in one pass over memory.

Array libraries run each operation over the whole array before the next one begins, and
what is between goes to memory and back. On a GPU CuPy makes one kernel of the expression.
On a CPU it is worked out block by block, and what is between stays in the cache.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from certlab.compute.host import lives_on_gpu

BYTES = 2**17  # of a block: a few of them fit in a core's own cache


@dataclass(frozen=True, slots=True)
class Formula:
    """One expression, element by element, said twice.

    Attributes:
        name: of its kernel.
        fill: fills its first argument from the others, an operation after the other and
            in place: arrays of like shape, of any library. Called on whole arrays, each
            operation is a pass over memory.
        cuda: the same in CUDA C++, of a, b, c and d. Constants are whole numbers there:
            0.5 would be a double and slow down float32.
    """

    name: str
    fill: Callable[..., None]
    cuda: str


def _triad(out: Any, a: Any, b: Any) -> None:
    out[...] = b
    out *= 3
    out += a


def _neighbours(out: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    out[...] = a
    out += b
    out += c
    out += d
    out /= 4


TRIAD = Formula("triad", _triad, "a + 3 * b")
NEIGHBOURS = Formula("neighbours", _neighbours, "(a + b + c + d) / 4")


def one_pass(
    formula: Formula, inputs: Sequence[Any], out: Any, *, threads: int = 1
) -> Callable[[], Any]:
    """What computes `out[...] = formula(*inputs)` in one pass when it is called.

    Args:
        formula: what to compute.
        inputs: all of NumPy or all of CuPy, split along their first axis.
        out: takes the result; it is also what the call hands back.
        threads: that share the work on a CPU, where NumPy lets go of the interpreter.
    """
    if lives_on_gpu(out):
        return _one_kernel(formula, inputs, out)
    rows = max(1, BYTES * out.shape[0] // max(1, out.nbytes))
    starts = range(0, out.shape[0], rows)

    def part(starts: Sequence[int]) -> None:
        for start in starts:
            at = slice(start, start + rows)
            formula.fill(out[at], *(one[at] for one in inputs))

    share = -(-len(starts) // threads)  # a stretch each: pages are fetched ahead
    shares = [starts[n * share : (n + 1) * share] for n in range(threads)]
    pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def call() -> Any:
        for _ in pool.map(part, shares) if pool else map(part, shares):
            pass
        return out

    return call


def _one_kernel(formula: Formula, inputs: Sequence[Any], out: Any) -> Callable[[], Any]:
    import cupy

    names = ", ".join(f"T {name}" for name, _ in zip("abcd", inputs, strict=False))
    kernel = cupy.ElementwiseKernel(
        names, "T out", f"out = {formula.cuda}", formula.name
    )
    return lambda: kernel(*inputs, out)
