"""The ETL on Dask: the steps of `etl.frames`, partition by partition, and what moves between.

What needs only its own row runs on each partition as it is. Three steps need rows that
belong together in one place: a job sent twice, all of a group, all of a user. `separate`
brings them together each time again, as a program that was translated line by line does.
`together` shuffles once, by user: a row that was sent twice has the same user, so has a
window, and a user who is in one partition only is counted once.

The same calls run on pandas and, with the setting `dataframe.backend` at "cudf", on GPUs.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

from certlab.labs.rapids.real.etl import frames, rules, tables
from certlab.labs.rapids.real.etl.tables import Answer

TOTALS = {
    "jobs": "sum",
    "failed": "sum",
    "users": "sum",  # of partitions that share no user
    "longest": "max",
    "gpu_hours": "sum",
    "cost": "sum",
}


def load(jobs: Path, users: Path, *, row_groups: int = 1) -> tuple[Any, Any]:
    """The wanted columns and rows, lazily; the dimension table is one partition.

    Args:
        jobs, users: the Parquet files.
        row_groups: of the file, that make a partition.
    """
    import dask.dataframe as dd

    table = dd.read_parquet(
        str(jobs),
        columns=rules.COLUMNS,
        filters=rules.FILTERS,
        split_row_groups=row_groups,
        blocksize=None,  # else Dask cuDF joins small partitions again
    )
    return table, dd.read_parquet(str(users))


def separate(jobs: Any, users: Any) -> tuple[Any, Any]:
    """Daily totals and each job's history, with a shuffle for every step that needs one."""
    rows = frames.join(frames.clean(jobs), users)  # `clean` shuffles by job
    days = rows.assign(day=rows["submitted"].dt.floor("D"))
    daily = days.shuffle(on=rules.KEYS).map_partitions(frames.group)
    return daily, rows.shuffle(on="user").map_partitions(frames.window)


def together(jobs: Any, users: Any, *, on: str = "user") -> tuple[Any, Any]:
    """The same with one shuffle, of the rows as they were read.

    Args:
        jobs, users: as `load` gives them.
        on: what to shuffle by; rows of one user must be the same in it.
    """
    rows = jobs.shuffle(on=on)[rules.COLUMNS].map_partitions(frames.clean)
    rows = frames.join(rows, users)
    part = rows.map_partitions(frames.group)
    daily = part.groupby(rules.KEYS, sort=True).agg(TOTALS).reset_index()
    return daily, rows.map_partitions(frames.window)


def bucketed(jobs: Any) -> Any:
    """With a column `bucket` to shuffle by, which is another for every user.

    Dask takes numbers as float64 before it hashes them, so that 1 and 1.0 meet in a join.
    Of whole numbers from 2**53 on float64 has only some: neighbours share one, and all
    their rows a partition. The last 32 bits are small enough to be told apart.
    """
    return jobs.assign(bucket=jobs["user"] % 2**32)


def alone(pd: ModuleType, jobs: Path, users: Path) -> tuple[Any, Any]:
    """The ETL in one process; `pd` is pandas or cudf."""
    table, people = frames.load(pd, jobs, users)
    rows = frames.join(frames.clean(table), people)
    return frames.group(rows), frames.window(rows)


def blocks(count: int, *, mib: int = 16) -> Any:
    """A frame of so many partitions of so many MiB of numbers each, lazily: to fill memory."""
    import dask.dataframe as dd

    return dd.from_map(_block, range(count), mib=mib, meta=_block(0, mib=0))


def answer(daily: Any, history: Any) -> Answer:
    """Both tables in the form that is compared; Dask's are computed."""
    found = [
        one.compute() if hasattr(one, "compute") else one for one in (daily, history)
    ]
    return tables.answer(*(_arrow(one) for one in found))


def columns_read(lazy: Any) -> list[str]:
    """The columns that a query reads from Parquet once Dask has optimised it."""
    found: set[str] = set()
    for node in lazy.expr.simplify().walk():
        if type(node).__name__.startswith("ReadParquet"):
            found |= set(node.columns)
    return sorted(found)


def _block(number: int, mib: int) -> Any:
    import numpy as np
    import pandas as pd

    # No two numbers are alike, so that what goes to disk cannot be packed.
    drawn = np.random.default_rng(number).random(mib * 2**17)
    return pd.DataFrame({"value": drawn})


def _arrow(frame: Any) -> Any:
    if hasattr(frame, "to_arrow"):  # cuDF's own
        return frame.to_arrow(preserve_index=False)
    import pyarrow as pa

    return pa.Table.from_pandas(frame, preserve_index=False)
