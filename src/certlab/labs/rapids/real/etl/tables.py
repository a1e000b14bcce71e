"""The two tables an ETL ends with, in one form for every engine, and what they differ by."""

from dataclasses import dataclass
from typing import Any

from certlab.labs.rapids.real.etl import rules

# Sums and means are added in another order by each engine, and on a GPU in another order
# each time. 1e-9 of the value is a million roundings; what is not a float must be equal.
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Answer:
    """What an ETL found, as Arrow tables.

    Attributes:
        daily: a row for each team, queue and day.
        history: a row for each job.
    """

    daily: Any
    history: Any


def answer(daily: Any, history: Any) -> Answer:
    """Both tables with our types, in our order, whatever an engine gave them.

    Args:
        daily, history: Arrow tables.

    Raises:
        ValueError: a column is missing, or one holds what does not fit its type.
    """
    return Answer(
        _formed(daily, rules.DAILY, rules.KEYS),
        _formed(history, rules.HISTORY, rules.ORDER),
    )


def differs(one: Answer, other: Answer) -> str:
    """What the two answers differ by, as a clause; "" where they are the same."""
    return _differs("daily", one.daily, other.daily) or _differs(
        "history", one.history, other.history
    )


def _formed(table: Any, columns: list[str], order: list[str]) -> Any:
    import pyarrow as pa

    lacking = [name for name in columns if name not in table.column_names]
    if lacking:
        raise ValueError(f"the column {lacking[0]} is missing")
    schema = pa.schema([(name, _type(name)) for name in columns])
    table = table.select(columns).cast(schema).combine_chunks()
    return table.sort_by([(name, "ascending") for name in order])


def _type(name: str) -> Any:
    import pyarrow as pa

    if name in ("team", "queue"):
        return pa.string()
    if name in ("day", "submitted"):
        return pa.timestamp("us")
    if name in ("user", "job", "jobs", "failed", "users", "nth", "rank"):
        return pa.int64()
    return pa.float64()


def _differs(title: str, one: Any, other: Any) -> str:
    if len(one) != len(other):
        return f"{title} has {len(one):,} rows and {len(other):,}"
    for name in one.column_names:
        rows = _unequal(one[name], other[name])
        if rows:
            return f"{title}.{name} differs in {rows:,} of {len(one):,} rows"
    return ""


def _unequal(one: Any, other: Any) -> int:
    """In how many rows the two columns differ."""
    import numpy as np
    import pyarrow as pa

    if not pa.types.is_floating(one.type):
        import pyarrow.compute as pc

        same = pc.equal(one, other).fill_null(False)
        both = pc.and_(one.is_null(), other.is_null())
        return len(one) - int(pc.sum(pc.or_(same, both)).as_py() or 0)
    # pandas has no null in a float column, only NaN: both count as missing.
    x, y = one.to_numpy(), other.to_numpy()
    near = np.isclose(x, y, rtol=TOLERANCE, atol=0.0, equal_nan=True)
    return int((~near).sum())
