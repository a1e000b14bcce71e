"""What this machine reaches at most: bytes a second of a copy and a triad, FLOP/s by type.

A ceiling is the fastest sample and not the median: others only ever take bandwidth and
cores away, and what was reached once can be reached.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from certlab.compute import timing
from certlab.compute.host import lives_on_gpu
from certlab.labs.gpu_architecture.real.blocks import TRIAD, one_pass


def copy_rate(xp: Any, bytes: int, *, threads: int = 1, seconds: float = 0.2) -> float:
    """Bytes a second of a copy, those read and those written both counted.

    Args:
        xp: NumPy or CuPy.
        bytes: of the array that is copied; more than the caches hold, to see memory.
        threads: that share the copy on a CPU. A GPU's copy takes all of it.
        seconds: how long to measure.
    """
    source = xp.ones(bytes // 4, dtype=xp.float32)
    target = xp.zeros_like(source)
    call = _copy(xp, source, target, threads)
    moved = 2 * int(source.nbytes)
    return moved / min(timing.measure(call, seconds=seconds).samples)


def triad_rate(xp: Any, bytes: int, *, threads: int = 1, seconds: float = 0.2) -> float:
    """Bytes a second of c = a + 3 b: two arrays in, one out, as STREAM counts it.

    STREAM: J. D. McCalpin, https://www.cs.virginia.edu/stream/. It does not count that a
    processor may read a line of c before it writes to it.

    Args:
        xp, bytes, threads, seconds: as for `copy_rate`.
    """
    a = xp.ones(bytes // 4, dtype=xp.float32)
    b, c = xp.ones_like(a), xp.zeros_like(a)
    call = one_pass(TRIAD, [a, b], c, threads=threads)
    moved = 3 * int(a.nbytes)
    return moved / min(timing.measure(call, seconds=seconds).samples)


def matmul_rates(
    xp: Any, types: Iterable[str], sizes: Sequence[int], *, seconds: float = 0.1
) -> dict[str, float]:
    """FLOP a second of the fastest product of each type, square, of any of these sizes.

    A product of a library comes near the peak and never above it, so this is the least
    that the peak can be.
    """
    import numpy as np

    rng = np.random.default_rng(7)
    rates = dict.fromkeys(types, 0.0)
    for name in rates:
        for n in sizes:
            a, b = xp.asarray(rng.random((2, n, n), np.float32).astype(name))
            took = timing.measure(partial(xp.matmul, a, b), warmup=1, seconds=seconds)
            rates[name] = max(rates[name], 2 * n**3 / min(took.samples))
    return rates


def _copy(xp: Any, source: Any, target: Any, threads: int) -> Callable[[], object]:
    if threads == 1 or lives_on_gpu(source):
        return partial(xp.copyto, target, source)
    pool, length = ThreadPoolExecutor(threads), -(-source.shape[0] // threads)
    parts = [slice(n * length, (n + 1) * length) for n in range(threads)]

    def part(at: slice) -> None:
        xp.copyto(target[at], source[at])

    return lambda: list(pool.map(part, parts))
