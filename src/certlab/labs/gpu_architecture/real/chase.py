"""How long a load takes: each one says where the next is, so that none can begin early.

A processor and a GPU hide the time of a load by starting others. In a chain of loads there
are no others, and what is left is the latency of whatever level holds the chain.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from certlab.compute import timing
from certlab.errors import BackendError

LINE = 64  # bytes from one link to the next at least: each has a line of its own
_WORD = 4  # bytes of a link, an int32

# One thread follows the chain. What it finds is written, or the compiler would drop it.
CUDA = r"""
extern "C" __global__
void chase(const int* next, int start, int steps, int* end, long long* cycles) {
    int at = start;
    for (int n = 0; n < 64; ++n) at = next[at];  // instructions and translations first
    long long begin = clock64();
    for (int n = 0; n < steps; ++n) at = next[at];
    *cycles = clock64() - begin;
    *end = at;
}
"""


@dataclass(frozen=True, slots=True)
class Step:
    """The latency of a chain.

    Attributes:
        bytes: that the chain runs through.
        nanoseconds: of a load; the fastest sample, as others only ever add time.
        cycles: of a load, as a GPU counts its own; 0 where nothing counts them.
    """

    bytes: int
    nanoseconds: float
    cycles: float = 0.0


def ring(bytes: int, *, line: int = LINE, seed: int = 7, shuffled: bool = True) -> Any:
    """A chain of all lines of a memory, that ends where it begins.

    Args:
        bytes: of the memory; a multiple of the line.
        line: bytes between two links.
        seed: of the order.
        shuffled: or in the order of addresses, in which a processor fetches ahead.

    Returns:
        A NumPy array of int32: at the place of each line, the place of the next.
    """
    import numpy as np

    lines, words = bytes // line, line // _WORD
    order = np.arange(lines, dtype=np.int32) * words
    if shuffled:
        np.random.default_rng(seed).shuffle(order)
    found = np.zeros(lines * words, np.int32)
    found[order] = np.roll(order, -1)
    return found


def follow(chain: Any, start: int, steps: int) -> int:
    """Where so many links lead: what the measured code does, in plain Python."""
    at = start
    for _ in range(steps):
        at = chain[at]
    return int(at)


def staircase(
    xp: Any,
    sizes: Iterable[int],
    *,
    steps: int = 100_000,
    samples: int = 5,
    shuffled: bool = True,
) -> list[Step]:
    """The latency of chains of these sizes.

    Args:
        xp: NumPy or CuPy.
        sizes: bytes, multiples of the line.
        steps: loads in each sample.
        samples: of each size.
        shuffled: as for `ring`.

    Raises:
        BackendError: on a CPU, numba is not installed.
    """
    on_gpu = xp.__name__ == "cupy"
    measure, line = (_on_gpu, 128) if on_gpu else (_on_cpu, LINE)
    return [
        measure(xp, ring(bytes, line=line, shuffled=shuffled), steps, samples)
        for bytes in sizes
    ]


def _on_cpu(_xp: Any, chain: Any, steps: int, samples: int) -> Step:
    chase = compiled_follow()
    at = chase(chain, 0, min(len(chain) * _WORD // LINE, 4 * steps))  # into the caches
    taken = []
    for _ in range(samples):
        begin = timing.now()
        at = chase(chain, at, steps)
        taken.append(timing.now() - begin)
    return Step(chain.nbytes, min(taken) / steps * 1e9)


def _on_gpu(cupy: Any, ring: Any, steps: int, samples: int) -> Step:
    kernel, chain = cupy.RawKernel(CUDA, "chase"), cupy.asarray(ring)
    end, clock = cupy.zeros(1, cupy.int32), cupy.zeros(1, cupy.int64)
    steps = min(steps, 20_000)  # a GPU's load takes longer
    lap = min(chain.size * _WORD // 128, 4 * steps)
    kernel((1,), (1,), (chain, cupy.int32(0), cupy.int32(lap), end, clock))
    found = []
    for _ in range(samples):
        begin = timing.now()
        start = cupy.int32(int(end[0]))
        kernel((1,), (1,), (chain, start, cupy.int32(steps), end, clock))
        cupy.cuda.runtime.deviceSynchronize()
        found.append((int(clock[0]) / steps, (timing.now() - begin) / steps * 1e9))
    cycles, nanoseconds = (min(column) for column in zip(*found, strict=True))
    return Step(ring.nbytes, nanoseconds, cycles)


@cache
def compiled_follow() -> Any:
    """`follow` as machine code, by numba.

    Raises:
        BackendError: numba is not installed.
    """
    fast = njit()(_follow)
    fast(ring(LINE), 0, 1)  # compiles
    return fast


def _follow(chain: Any, start: int, steps: int) -> int:
    at = start
    for _ in range(steps):
        at = chain[at]
    return at


def njit(*, fastmath: bool = False) -> Any:
    """numba's decorator that makes machine code of a function.

    Raises:
        BackendError: numba is not installed.
    """
    try:
        import numba
    except ImportError as error:
        raise BackendError(
            "numba is not installed; run %pip install numba, then restart the kernel."
        ) from error
    return numba.njit(fastmath=fastmath)
