"""Times of collectives that a fit has not seen, against what it foretells.

Which points are held out is settled before anything is measured: latency and bandwidth
are fitted on two and four ranks, on every other size; three ranks and the sizes between
are left for the judgement. Of the two ways to count, a link for each rank or one thing
for all, a machine's cores decide, so the better one is told.
"""

from collections.abc import Iterable, Iterator

from benchmarks.speed.rows import Row
from certlab.compute.interval import of_median
from certlab.errors import BackendError
from certlab.labs.distributed.collectives import SHARED, Measured, by_gloo, fit
from certlab.labs.distributed.real import ranks

_KINDS = ("all-reduce", "broadcast", "all-to-all")
_SIZES = tuple(12 * 2**10 * 4**n for n in range(5))  # 12 KiB to 3 MiB: within caches
_COUNTS, _UNSEEN = (2, 3, 4), 3
_GOAL = 30.0  # percent


def predicted_rows() -> Iterator[Row]:
    """How far held-out times are off in the median, in percent; about 20 s."""
    what = "held-out times of collectives, foretold by latency and bandwidth"
    against = "gloo on 2 to 4 ranks of this machine"
    try:
        rows = ranks.collectives.measure(_SIZES, _COUNTS, _KINDS, backend="gloo")
    except BackendError as error:
        yield Row(what, against, None, "% off", _GOAL, f"Not run: {error}")
        return
    off = {shared: [*_errors(rows, shared)] for shared in SHARED}
    shared = min(off, key=lambda one: of_median(off[one]).value)
    within = sum(one <= _GOAL for one in off[shared])
    counted = "one thing for all ranks" if shared == "one" else "a link for each rank"
    note = f"Counting {counted}; {within} of {len(off[shared])} within {_GOAL:g} %."
    yield Row(what, against, of_median(off[shared]), "% off", _GOAL, note)


def _errors(rows: Iterable[ranks.collectives.Row], shared: str) -> Iterator[float]:
    """Percent by which each held-out point is off."""
    rows = [*rows]
    for kind in _KINDS:
        mine = [row for row in rows if row.kind == kind]
        seen = [row for row in mine if _is_fitted(row)]
        cost = fit([_point(row) for row in seen], shared)
        for row in mine:
            if not _is_fitted(row):
                yield 100 * abs(cost.error(_point(row)))


def _is_fitted(row: ranks.collectives.Row) -> bool:
    return row.ranks != _UNSEEN and row.bytes in _SIZES[::2]


def _point(row: ranks.collectives.Row) -> Measured:
    return Measured(by_gloo(row.kind, row.ranks, row.bytes), row.seconds)
