"""The ETL in pandas, which is also the ETL in cuDF: plain code in the API both share.

A step follows its arguments: given frames of cuDF it runs on the GPU. Only `load` is told
the library. Dask's frames take `clean`, `join` and `group` as they are.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

from certlab.labs.rapids.real.etl import rules


def load(pd: ModuleType, jobs: Path, users: Path) -> tuple[Any, Any]:
    """The wanted columns and rows, and the dimension table; `pd` is pandas or cudf."""
    table = pd.read_parquet(jobs, columns=rules.COLUMNS, filters=rules.FILTERS)
    return table, pd.read_parquet(users)


def clean(jobs: Any) -> Any:
    """Rows that can be, each once, with the queue's name written one way."""
    jobs = jobs.dropna(subset=["seconds"])
    possible = jobs["gpus"].between(1, rules.MOST_GPUS)
    jobs = jobs[possible & jobs["seconds"].between(0, rules.LONGEST)]
    jobs = jobs.drop_duplicates(subset=["job"])
    queue = jobs["queue"].str.strip().str.lower().fillna(rules.NO_QUEUE)
    return jobs.assign(queue=queue)


def join(jobs: Any, users: Any) -> Any:
    """Each job with its user's team and rate, its GPU hours and what they cost."""
    jobs = jobs.merge(users, on="user", how="left")
    hours = jobs["gpus"] * jobs["seconds"] / 3600
    rate = jobs["rate"].fillna(0.0)
    team = jobs["team"].fillna(rules.NO_TEAM)
    return jobs.assign(team=team, gpu_hours=hours, cost=hours * rate)


def group(jobs: Any) -> Any:
    """One row for each team, queue and day, in that order."""
    failed = (jobs["state"] == "failed").astype("int64")
    jobs = jobs.assign(day=jobs["submitted"].dt.floor("D"), failed=failed)
    found = jobs.groupby(rules.KEYS, sort=True).agg(
        jobs=("job", "count"),
        failed=("failed", "sum"),
        users=("user", "nunique"),
        longest=("seconds", "max"),
        gpu_hours=("gpu_hours", "sum"),
        cost=("cost", "sum"),
    )
    return found.reset_index()


def window(jobs: Any) -> Any:
    """Each job beside the earlier ones of its user, in the order of user and time."""
    jobs = jobs.sort_values(rules.ORDER, ignore_index=True)
    by_user = jobs.groupby("user", sort=True)
    gap = jobs["submitted"] - by_user["submitted"].shift(1)
    last = jobs[["user", "seconds"]].groupby("user", sort=True)
    mean = last.rolling(rules.WINDOW, min_periods=1)["seconds"].mean()
    rank = by_user["gpu_hours"].rank(method="min", ascending=False)
    jobs = jobs.assign(
        nth=by_user.cumcount() + 1,
        gap_hours=gap.dt.total_seconds() / 3600,
        mean_5=mean.reset_index(drop=True),  # its rows are in the order of jobs
        rank=rank.astype("int64"),
    )
    return jobs[rules.HISTORY]


def write(table: Any, path: Path) -> None:
    """A table as Parquet, without the index."""
    table.to_parquet(path, index=False)
