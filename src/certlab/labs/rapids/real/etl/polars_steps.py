"""The ETL in Polars: expressions over columns, put together as lazy queries."""

from pathlib import Path
from typing import Any

from certlab.labs.rapids.real.etl import rules


def load(jobs: Path, users: Path) -> tuple[Any, Any]:
    """Lazy scans: nothing is read before a query is collected."""
    import polars as pl

    table = pl.scan_parquet(jobs).select(rules.COLUMNS)
    wanted = (pl.col("submitted") >= rules.SINCE) & (pl.col("user") > 0)
    return table.filter(wanted), pl.scan_parquet(users)


def clean(jobs: Any) -> Any:
    """Rows that can be, each once, with the queue's name written one way."""
    import polars as pl

    possible = pl.col("gpus").is_between(1, rules.MOST_GPUS)
    queue = pl.col("queue").str.strip_chars().str.to_lowercase()
    return (
        jobs.filter(possible & pl.col("seconds").is_between(0, rules.LONGEST))
        .filter(pl.col("job").is_first_distinct())  # a quarter of the time of `unique`
        .with_columns(queue.fill_null(rules.NO_QUEUE))
    )


def join(jobs: Any, users: Any) -> Any:
    """Each job with its user's team and rate, its GPU hours and what they cost."""
    import polars as pl

    hours = pl.col("gpus") * pl.col("seconds") / 3600
    return (
        jobs.join(users, on="user", how="left")
        .with_columns(pl.col("team").fill_null(rules.NO_TEAM), gpu_hours=hours)
        .with_columns(cost=pl.col("gpu_hours") * pl.col("rate").fill_null(0.0))
    )


def group(jobs: Any) -> Any:
    """One row for each team, queue and day, in that order."""
    import polars as pl

    day = pl.col("submitted").dt.truncate("1d").alias("day")
    failed = (pl.col("state") == "failed").cast(pl.Int64)
    return (
        jobs.with_columns(day, failed=failed)
        .group_by(rules.KEYS)
        .agg(
            jobs=pl.len(),
            failed=pl.col("failed").sum(),
            users=pl.col("user").n_unique(),
            longest=pl.col("seconds").max(),
            gpu_hours=pl.col("gpu_hours").sum(),
            cost=pl.col("cost").sum(),
        )
        .sort(rules.KEYS)
    )


def window(jobs: Any) -> Any:
    """Each job beside the earlier ones of its user, in the order of user and time.

    What stands before `over` is on the list that cudf-polars takes there; `int_range` is
    not, so jobs are counted by a sum of ones.
    """
    import polars as pl

    before = pl.col("submitted").shift(1).over("user")
    gap = (pl.col("submitted") - before).dt.total_microseconds()
    rank = pl.col("gpu_hours").rank("min", descending=True).over("user")
    mean = pl.col("seconds").rolling_mean(rules.WINDOW, min_samples=1)
    return (
        jobs.sort(rules.ORDER)
        .with_columns(nth=pl.lit(1, pl.Int64))
        .with_columns(
            nth=pl.col("nth").cum_sum().over("user"),
            gap_hours=gap / 3.6e9,
            mean_5=mean.over("user"),
            rank=rank.cast(pl.Int64),
        )
        .select(rules.HISTORY)
    )
