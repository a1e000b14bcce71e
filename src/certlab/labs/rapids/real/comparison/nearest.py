"""Which of k centres each of n points is nearest to: one job, written in three ways.

It is the step that k-means repeats and the whole of a nearest-neighbour search. Ties go
to the first of the nearest, in all three.
"""

from typing import Any


def points(
    count: int, *, centres: int = 64, width: int = 64, offset: float = 0.0
) -> tuple[Any, Any]:
    """Points and centres in float64, the points spread around the centres.

    Args:
        count: rows of points.
        centres: rows of centres.
        width: numbers in each row.
        offset: added to every number, as where a column holds years or heights in metres.
    """
    import numpy as np

    rng = np.random.default_rng(7)
    middle = rng.standard_normal((centres, width))
    found = middle[rng.integers(0, centres, count)]
    return found + rng.standard_normal(found.shape) + offset, middle + offset


def by_lists(rows: list[list[float]], centres: list[list[float]]) -> list[int]:
    """In plain Python: no start-up cost, and every number one by one."""
    found = []
    for row in rows:
        apart = [
            sum((a - b) * (a - b) for a, b in zip(row, centre, strict=True))
            for centre in centres
        ]
        found.append(apart.index(min(apart)))
    return found


def by_centre(x: Any, centres: Any) -> Any:
    """In NumPy, a centre at a time: subtract, square, add. NumPy does that in one thread.

    Memory is taken once and not for each centre: an old way is to be as good as it can be.
    """
    import numpy as np

    nearest = np.zeros(len(x), np.intp)
    least = np.full(len(x), np.inf, x.dtype)
    away = np.empty_like(x)
    for n, centre in enumerate(centres):
        np.subtract(x, centre, out=away)
        apart = np.einsum("ij,ij->i", away, away)
        closer = apart < least
        nearest[closer], least[closer] = n, apart[closer]
    return nearest


def by_product(x: Any, centres: Any) -> Any:
    """By one matrix product: |x - c|² is |x|² - 2 x·c + |c|², and |x|² changes no order.

    The product runs in the BLAS library, with all its threads. Where |c|² and 2 x·c are
    much larger than their difference, the difference is what rounding has left of it.
    """
    return ((centres * centres).sum(axis=1) - 2 * (x @ centres.T)).argmin(axis=1)


def same_labels(one: Any, other: Any) -> str:
    """ "" when two answers are the same, else how many rows differ, as a clause."""
    import numpy as np

    one, other = np.asarray(one), np.asarray(other)
    if one.shape != other.shape:
        return f"{len(one):,} rows against {len(other):,}"
    differ = int((one != other).sum())
    return f"{differ:,} of {len(one):,} rows differ" if differ else ""
