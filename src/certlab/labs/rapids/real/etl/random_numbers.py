"""Random numbers that are the same on every machine and with every version of NumPy.

NumPy promises no stream for its distributions from one version to the next (NEP 19), and
a logarithm may differ by a bit between processors. So a number here is a hash of seed,
column and row, SplitMix64, and every distribution is made of integers.

Sebastiano Vigna's public-domain splitmix64.c is what the tests hold `mixed` against.
"""

import hashlib
from functools import cache
from typing import Any

_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WHOLE = 10**12  # the weight of the first key of a Zipf distribution


def mixed(state: Any) -> Any:
    """SplitMix64 of each element: an array of uint64 to one that looks random."""
    import numpy as np

    z = state + np.uint64(_STEP)  # an array of uint64 wraps round, as is meant
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return z ^ (z >> np.uint64(31))


def bits(seed: int, column: str, rows: Any) -> Any:
    """64 random bits for each row of a column, as uint64.

    Args:
        seed: of the data set.
        column: a name; each has a stream of its own.
        rows: row numbers, an array of int64; a row has the same bits in any company.
    """
    import numpy as np

    name = hashlib.sha256(f"{seed}:{column}".encode()).digest()
    begin = np.uint64(int.from_bytes(name[:8], "little"))
    return mixed(begin + rows.astype(np.uint64) * np.uint64(_STEP))


def below(seed: int, column: str, rows: Any, bound: int) -> Any:
    """A number from 0 to below the bound for each row, as int64.

    The remainder favours small numbers by less than one in 2**32 for a bound below it.
    """
    import numpy as np

    return (bits(seed, column, rows) % np.uint64(bound)).astype(np.int64)


def zipf(seed: int, column: str, rows: Any, keys: int) -> Any:
    """A key from 0 to below `keys` for each row; key k is drawn in proportion to 1/(k + 1)."""
    import numpy as np

    ends = _ends(keys)
    thrown = below(seed, column, rows, int(ends[-1]))
    return np.searchsorted(ends, thrown, side="right").astype(np.int64)


def milliseconds(seed: int, column: str, rows: Any) -> Any:
    """Durations with a long tail: each doubling from 4 s to 36 h is about as common, int64.

    A power of two is drawn from fifteen, and between it and the next one evenly.
    """
    import numpy as np

    drawn = bits(seed, column, rows)
    base = np.uint64(4000) << (drawn % np.uint64(15))
    return (base + (drawn >> np.uint64(20)) % base).astype(np.int64)


@cache
def _ends(keys: int) -> Any:
    """Where each key's share of the throws ends, as int64: sums of whole numbers."""
    import numpy as np

    return np.cumsum(_WHOLE // np.arange(1, keys + 1, dtype=np.int64))
