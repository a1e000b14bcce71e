"""DuckDB as an engine: a step is a query, and its result a table of a database in memory."""

from pathlib import Path
from typing import Any

from certlab.labs.rapids.real.etl import duckdb_steps as steps
from certlab.labs.rapids.real.etl.store import Files, readable, whole


class Duckdb:
    """DuckDB on so many threads; 0 means one a core. A table is named, not held."""

    def __init__(self, threads: int = 0) -> None:
        self.name = "duckdb"
        self._db = steps.connect(threads)
        (self.threads,) = self._db.execute(
            "select current_setting('threads')::int"
        ).fetchone()

    def load(self, files: Files) -> tuple[Any, Any]:
        """The wanted columns and rows, and the dimension table."""
        with readable(files.jobs, files.users):
            steps.table(self._db, "loaded", steps.LOAD, jobs=str(files.jobs))
            steps.table(self._db, "users", steps.USERS, users=str(files.users))
        return "loaded", "users"

    def clean(self, jobs: Any) -> Any:
        """Rows that can be, each once."""
        return steps.table(self._db, "cleaned", steps.CLEAN.format(jobs=jobs))

    def join(self, jobs: Any, users: Any) -> Any:
        """Each job with its user's team, and what it cost."""
        query = steps.JOIN.format(jobs=jobs, users=users)
        return steps.table(self._db, "joined", query)

    def group(self, jobs: Any) -> Any:
        """One row for each team, queue and day."""
        return steps.table(self._db, "daily", steps.GROUP.format(jobs=jobs))

    def window(self, jobs: Any) -> Any:
        """Each job beside the earlier ones of its user."""
        return steps.table(self._db, "history", steps.WINDOW.format(jobs=jobs))

    def write(self, daily: Any, history: Any, folder: Path) -> None:
        """Both tables as Parquet."""
        for name, table in (("daily", daily), ("history", history)):
            with whole(folder / f"{name}.parquet") as part:
                text = str(part).replace("'", "''")  # COPY takes no parameter here
                self._db.execute(f"copy {table} to '{text}' (format parquet)")

    def whole(self, files: Files) -> tuple[Any, Any]:
        """Three queries: up to the join, whose result is kept, and one for each table."""
        given = {"jobs": str(files.jobs), "users": str(files.users)}
        with readable(files.jobs, files.users):
            joined = steps.table(self._db, "joined", steps.UP_TO_JOIN, **given)
            daily, history = self.group(joined), self.window(joined)
        self.write(daily, history, files.folder)
        return daily, history

    def arrow(self, table: Any) -> Any:
        """An Arrow table."""
        return self._db.table(table).to_arrow_table()

    def bytes(self, table: Any) -> int | None:  # noqa: ARG002 -- the others tell
        """None: DuckDB tells what its blocks take, and they hold more than one table."""
        return None
