"""The rules of the ETL in plain Python, row by row: what the engines are held against."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from certlab.labs.rapids.real.etl.store import Files

SINCE = datetime(2025, 10, 1)  # noqa: DTZ001 -- as the log has it
DAY = 86_400.0
Row = dict[str, Any]


def answer(files: Files) -> tuple[list[Row], list[Row]]:
    """The rows of `daily` and of `history`, in their order."""
    import pyarrow.parquet as pq

    users = {one["user"]: one for one in pq.read_table(files.users).to_pylist()}
    jobs = list(_clean(pq.read_table(files.jobs).to_pylist()))
    for job in jobs:
        known = users.get(job["user"], {"team": "none", "rate": 0.0})
        job["team"] = known["team"]
        job["gpu_hours"] = job["gpus"] * job["seconds"] / 3600
        job["cost"] = job["gpu_hours"] * known["rate"]
    return _daily(jobs), _history(jobs)


def _clean(rows: list[Row]) -> list[Row]:
    seen: dict[int, Row] = {}
    for row in rows:
        wanted = (
            row["submitted"] >= SINCE
            and row["user"] is not None
            and row["seconds"] is not None
            and 0 <= row["seconds"] <= 30 * DAY
            and row["gpus"] in (1, 2, 4, 8, 16, 32, 64)
        )
        if wanted:
            row["queue"] = (row["queue"] or "unknown").strip().lower()
            seen.setdefault(row["job"], row)
    return list(seen.values())


def _daily(jobs: list[Row]) -> list[Row]:
    groups = defaultdict(list)
    for job in jobs:
        day = job["submitted"].replace(hour=0, minute=0, second=0, microsecond=0)
        groups[job["team"], job["queue"], day].append(job)
    return [
        {
            "team": team,
            "queue": queue,
            "day": day,
            "jobs": len(group),
            "failed": sum(one["state"] == "failed" for one in group),
            "users": len({one["user"] for one in group}),
            "longest": max(one["seconds"] for one in group),
            "gpu_hours": sum(one["gpu_hours"] for one in group),
            "cost": sum(one["cost"] for one in group),
        }
        for (team, queue, day), group in sorted(groups.items())
    ]


def _history(jobs: list[Row]) -> list[Row]:
    by_user = defaultdict(list)
    for job in sorted(jobs, key=lambda one: (one["submitted"], one["job"])):
        by_user[job["user"]].append(job)
    return [
        {
            "user": user,
            "submitted": job["submitted"],
            "job": job["job"],
            "team": job["team"],
            "queue": job["queue"],
            "gpu_hours": job["gpu_hours"],
            "nth": n + 1,
            "gap_hours": _gap(own, n),
            "mean_5": _mean([one["seconds"] for one in own[max(0, n - 4) : n + 1]]),
            "rank": 1 + sum(one["gpu_hours"] > job["gpu_hours"] for one in own),
        }
        for user, own in sorted(by_user.items())
        for n, job in enumerate(own)
    ]


def _gap(own: list[Row], n: int) -> float | None:
    if n == 0:
        return None
    return (own[n]["submitted"] - own[n - 1]["submitted"]).total_seconds() / 3600


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
