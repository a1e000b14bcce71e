"""A week of orders against the orders of the training: which column moved, and for whom."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.mlops import drift
from certlab.labs.mlops.orders import COLUMNS, Orders


@dataclass(frozen=True, slots=True)
class Moved:
    """What is told of one column in one week.

    Attributes:
        column: its name.
        psi: over bins of the reference, of the orders that have a number.
        ks: the statistic and its p-value, of the same orders.
        missing: the share of orders without a number.
    """

    column: str
    psi: float
    ks: drift.KS
    missing: float


@dataclass(frozen=True, slots=True)
class Slice:
    """A column for those orders whose tag has one value: how many, PSI, and what numbers."""

    value: str
    rows: int
    psi: float
    least: float
    median: float
    most: float


class Watch:
    """Compares weeks with a reference, column by column.

    Raises:
        Refusal: the reference has no orders, or a column with the same number everywhere.
    """

    def __init__(
        self, reference: Orders, columns: Sequence[str] = COLUMNS, bins: int = 10
    ) -> None:
        self.columns = tuple(columns)
        self._old = {one: present(reference, one) for one in columns}
        self._edges = {
            one: drift.bin_edges(old, bins, name=f"{one} of the reference")
            for one, old in self._old.items()
        }
        self._shares = {
            one: drift.shares(old, self._edges[one]) for one, old in self._old.items()
        }

    def compare(self, orders: Orders) -> tuple[Moved, ...]:
        """Each column of the watch, in its order.

        Raises:
            Refusal: there are no orders, or one of the columns is missing or holds nothing.
        """
        return tuple(self._moved(orders, column) for column in self.columns)

    def bars(
        self, orders: Orders, column: str
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The shares of a column by bin: those of the reference, and those of these orders."""
        edges = self._of(column)
        return self._shares[column], drift.shares(present(orders, column), edges)

    def sliced(self, orders: Orders, column: str, tag: str) -> tuple[Slice, ...]:
        """A column for each value of a tag, against the whole reference."""
        edges, found = self._of(column), []
        for value in sorted(set(orders.tag(tag))):
            now = present(orders.where(tag, value), column)
            moved = drift.psi(self._shares[column], drift.shares(now, edges))
            middle = statistics.median(now)
            found.append(Slice(value, len(now), moved, min(now), middle, max(now)))
        return tuple(found)

    def _moved(self, orders: Orders, column: str) -> Moved:
        now = present(orders, column)
        shares = drift.shares(now, self._edges[column])
        return Moved(
            column,
            drift.psi(self._shares[column], shares),
            drift.ks(self._old[column], now),
            1 - len(now) / len(orders),
        )

    def _of(self, column: str) -> tuple[float, ...]:
        if column not in self._edges:
            raise Refusal(
                f"{column} is not watched; take one of {', '.join(self.columns)}."
            )
        return self._edges[column]


def present(orders: Orders, column: str) -> tuple[float, ...]:
    """The numbers of a column that are there.

    Raises:
        Refusal: no orders at all, no such column, or not one number in it.
    """
    if not len(orders):
        raise Refusal(
            f"week {orders.week}: there are no orders, which is no drift of 0 but a "
            "service that nobody reaches or a table that was not filled; look for which."
        )
    values = orders.column(column)
    found = tuple(value for value in values if math.isfinite(value))
    if not found:
        raise Refusal(
            f"week {orders.week}: {column} has no number in any of its {len(values)} rows; "
            "look at where it comes from."
        )
    return found
