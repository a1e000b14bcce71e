"""pandas and cuDF as an engine: the steps of `frames`, told which library loads."""

import importlib
from pathlib import Path
from typing import Any

from certlab.labs.rapids.real.etl import frames
from certlab.labs.rapids.real.etl.store import Files, readable, whole


class Frames:
    """pandas on one core, or cuDF on the GPU.

    pandas computes with one thread; only its reader of Parquet, pyarrow's, takes more.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.threads = 0 if name == "cudf" else 1
        self._pd = importlib.import_module(name)
        self.clean, self.join = frames.clean, frames.join
        self.group, self.window = frames.group, frames.window

    def load(self, files: Files) -> tuple[Any, Any]:
        """The wanted columns and rows, and the dimension table."""
        with readable(files.jobs, files.users):
            return frames.load(self._pd, files.jobs, files.users)

    def write(self, daily: Any, history: Any, folder: Path) -> None:
        """Both tables as Parquet."""
        for name, table in (("daily", daily), ("history", history)):
            with whole(folder / f"{name}.parquet") as part:
                frames.write(table, part)

    def whole(self, files: Files) -> tuple[Any, Any]:
        """The steps in turn; what a step does not need any more is freed."""
        jobs, users = self.load(files)
        joined = self.join(self.clean(jobs), users)
        del jobs
        daily, history = self.group(joined), self.window(joined)
        self.write(daily, history, files.folder)
        return daily, history

    def arrow(self, table: Any) -> Any:
        """An Arrow table; from cuDF it is copied to the host."""
        if self.name == "cudf":
            return table.to_arrow(preserve_index=False)
        import pyarrow as pa

        return pa.Table.from_pandas(table, preserve_index=False)

    def bytes(self, table: Any) -> int | None:
        """What its columns take."""
        return int(table.memory_usage(index=False, deep=True).sum())
