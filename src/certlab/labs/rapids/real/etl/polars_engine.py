"""Polars as an engine: a step is a lazy query, collected at once so that it can be timed."""

from pathlib import Path
from typing import Any

from certlab.errors import BackendError
from certlab.labs.rapids.real.etl import polars_steps as steps
from certlab.labs.rapids.real.etl.store import Files, readable, whole


class Polars:
    """Polars on all cores, or its queries on the GPU.

    Args:
        gpu: collect with the GPU engine, and refuse a query that it cannot run whole;
            by itself it would run that query on the processor and say nothing.
    """

    def __init__(self, *, gpu: bool = False) -> None:
        import polars as pl

        self.name = "polars-gpu" if gpu else "polars"
        self.threads = 0 if gpu else pl.thread_pool_size()
        self._engine = pl.GPUEngine(raise_on_fail=True) if gpu else None

    def collect(self, *queries: Any) -> list[Any]:
        """Data frames of the queries; on the CPU what they share is computed once.

        Raises:
            BackendError: the GPU engine is not installed or cannot run a query.
        """
        import polars as pl

        if self._engine is None:
            return list(pl.collect_all(queries))
        try:  # `collect_all` of Polars 1.35 takes no such engine
            return [one.collect(engine=self._engine) for one in queries]
        except (NotImplementedError, ImportError, pl.exceptions.ComputeError) as error:
            what = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise BackendError(
                f"Polars cannot run this query on the GPU ({what.rstrip('. ')}); install "
                "cudf-polars-cu13, or collect it with engine='cpu'."
            ) from error

    def load(self, files: Files) -> tuple[Any, Any]:
        """The wanted columns and rows, and the dimension table."""
        with readable(files.jobs, files.users):
            jobs, users = self.collect(*steps.load(files.jobs, files.users))
        return jobs, users

    def clean(self, jobs: Any) -> Any:
        """Rows that can be, each once."""
        return self.collect(steps.clean(jobs.lazy()))[0]

    def join(self, jobs: Any, users: Any) -> Any:
        """Each job with its user's team, and what it cost."""
        return self.collect(steps.join(jobs.lazy(), users.lazy()))[0]

    def group(self, jobs: Any) -> Any:
        """One row for each team, queue and day."""
        return self.collect(steps.group(jobs.lazy()))[0]

    def window(self, jobs: Any) -> Any:
        """Each job beside the earlier ones of its user."""
        return self.collect(steps.window(jobs.lazy()))[0]

    def write(self, daily: Any, history: Any, folder: Path) -> None:
        """Both tables as Parquet."""
        for name, table in (("daily", daily), ("history", history)):
            with whole(folder / f"{name}.parquet") as part:
                table.write_parquet(part, compression="snappy")

    def whole(self, files: Files) -> tuple[Any, Any]:
        """One plan from the scan to both results, computed once."""
        with readable(files.jobs, files.users):
            jobs, users = steps.load(files.jobs, files.users)
            joined = steps.join(steps.clean(jobs), users)
            daily, history = self.collect(steps.group(joined), steps.window(joined))
        self.write(daily, history, files.folder)
        return daily, history

    def arrow(self, table: Any) -> Any:
        """An Arrow table that shares most of its memory."""
        return table.to_arrow()

    def bytes(self, table: Any) -> int | None:
        """What its columns take."""
        return int(table.estimated_size())
