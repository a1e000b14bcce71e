"""The ETL of the lab: other engines against pandas, and our own steps against none of ours.

The engines are reported and have no goal: what they reach is theirs, and depends on the
number of cores. Ours is what the lab's helpers add to pandas, written as one plain script.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.speed.rows import Row
from certlab.compute.timing import host_only, interleave, ratio
from certlab.errors import BackendError, CourseError
from certlab.labs.rapids.real.etl import engines, race, rules, store
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files

ROWS = 300_000  # for the engines
# What the helpers add is the same for any size, so a small one is stricter, and it leaves
# time for more rounds.
_FEW = 100_000
_OURS = "the ETL lab's pandas, by its helpers"
_SCRIPT = "the same as one plain script"


def etl_rows(seconds: float, rows: int = ROWS) -> Iterator[Row]:
    """Our helpers against a script, then each engine against pandas.

    Args:
        seconds: how long to measure each.
        rows: of the log.
    """
    with tempfile.TemporaryDirectory(prefix="certlab-etl-") as folder:
        try:
            few = store.make(Recipe(min(rows, _FEW)), Path(folder, "few"))
            yield _overhead(few, seconds)
            files = store.make(Recipe(rows), Path(folder, "all"))
        except CourseError as error:
            yield Row(_OURS, _SCRIPT, None, note=f"Not run: {error}")
            return
        for name in ("polars", "duckdb"):
            yield _against_pandas(name, files, seconds)


def _overhead(files: Files, seconds: float) -> Row:
    pandas = engines.engine("pandas")
    took = interleave(
        {"ours": partial(pandas.whole, files), "plain": partial(script, files)},
        warmup=1,
        seconds=3 * seconds,
        synchronise=host_only,
        clock=time.process_time,  # what other programs take is not in it
    )
    return Row(
        f"{_OURS}, {files.recipe.rows:,} rows",
        _SCRIPT,
        ratio(took["ours"], took["plain"]),
        goal=1.03,
        note=f"Time of the processor; {took['plain'].seconds * 1e3:,.0f} ms by the script.",
    )


def _against_pandas(name: str, files: Files, seconds: float) -> Row:
    title = engines.TITLES[name]
    what, against = f"the same ETL in {title}", "in pandas"
    try:
        one, pandas = engines.engine(name), engines.engine("pandas")
    except BackendError as error:
        return Row(what, against, None, note=str(error))
    try:
        race.agreed([pandas, one], files)
    except CourseError as error:
        return Row(what, against, None, note=f"Not compared: {error}")
    calls: dict[str, Callable[[], object]] = {
        "new": partial(one.whole, files),
        "pandas": partial(pandas.whole, files),
    }
    took = interleave(calls, warmup=1, seconds=seconds, synchronise=host_only)
    threads = f"{one.threads} thread{'s' * (one.threads != 1)}"
    return Row(
        f"{what}, {threads}",
        f"{against}, 1 thread",
        ratio(took["new"], took["pandas"]),
        note=f"{took['new'].seconds * 1e3:,.0f} ms here; below 1 is faster; no goal.",
    )


def script(files: Files) -> None:
    """What somebody who knows pandas writes, from top to bottom; nothing of ours is in it."""
    import pandas as pd

    jobs = pd.read_parquet(files.jobs, columns=rules.COLUMNS, filters=rules.FILTERS)
    users = pd.read_parquet(files.users)
    jobs = jobs.dropna(subset=["seconds"])
    possible = jobs["gpus"].between(1, rules.MOST_GPUS)
    jobs = jobs[possible & jobs["seconds"].between(0, rules.LONGEST)]
    jobs = jobs.drop_duplicates(subset=["job"])
    queue = jobs["queue"].str.strip().str.lower().fillna(rules.NO_QUEUE)
    jobs = jobs.assign(queue=queue).merge(users, on="user", how="left")
    hours = jobs["gpus"] * jobs["seconds"] / 3600
    cost = hours * jobs["rate"].fillna(0.0)
    team = jobs["team"].fillna(rules.NO_TEAM)
    jobs = jobs.assign(team=team, gpu_hours=hours, cost=cost)
    failed = (jobs["state"] == "failed").astype("int64")
    daily = (
        jobs.assign(day=jobs["submitted"].dt.floor("D"), failed=failed)
        .groupby(rules.KEYS, sort=True)
        .agg(
            jobs=("job", "count"),
            failed=("failed", "sum"),
            users=("user", "nunique"),
            longest=("seconds", "max"),
            gpu_hours=("gpu_hours", "sum"),
            cost=("cost", "sum"),
        )
        .reset_index()
    )
    jobs = jobs.sort_values(rules.ORDER, ignore_index=True)
    by_user = jobs.groupby("user", sort=True)
    gap = jobs["submitted"] - by_user["submitted"].shift(1)
    rolling = jobs[["user", "seconds"]].groupby("user", sort=True)
    mean = rolling.rolling(rules.WINDOW, min_periods=1)["seconds"].mean()
    rank = by_user["gpu_hours"].rank(method="min", ascending=False)
    history = jobs.assign(
        nth=by_user.cumcount() + 1,
        gap_hours=gap.dt.total_seconds() / 3600,
        mean_5=mean.reset_index(drop=True),
        rank=rank.astype("int64"),
    )[rules.HISTORY]
    daily.to_parquet(files.folder / "daily.parquet", index=False)
    history.to_parquet(files.folder / "history.parquet", index=False)
