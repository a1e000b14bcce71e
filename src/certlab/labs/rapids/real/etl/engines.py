"""The engines, each with the six steps: what one takes and gives is the engine's own.

An engine computes when a step is called and not later, so that a step can be timed. Polars
alone would rather wait: its `whole` puts the steps together and computes once.
"""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from certlab.compute import probe
from certlab.errors import BackendError, CourseError
from certlab.labs.rapids.real.etl.duckdb_engine import Duckdb
from certlab.labs.rapids.real.etl.frames_engine import Frames
from certlab.labs.rapids.real.etl.polars_engine import Polars
from certlab.labs.rapids.real.etl.store import Files, missing
from certlab.labs.rapids.real.etl.tables import Answer, answer

TITLES = {
    "pandas": "pandas",
    "cudf": "cuDF",
    "polars": "Polars",
    "polars-gpu": "Polars on the GPU",
    "duckdb": "DuckDB",
}
_NO_GPU_ENGINE = "cudf_polars is not installed; run pip install cudf-polars-cu13."


class Engine(Protocol):
    """One library doing the ETL.

    Attributes:
        name: a key of `TITLES`.
        threads: of the processor it computes with; 0 when it computes on a GPU.
    """

    name: str
    threads: int

    def load(self, files: Files) -> tuple[Any, Any]:
        """Jobs and users.

        Raises:
            CourseError: a file cannot be read.
        """

    def clean(self, jobs: Any) -> Any:
        """Step 2 of `rules`."""

    def join(self, jobs: Any, users: Any) -> Any:
        """Step 3."""

    def group(self, jobs: Any) -> Any:
        """Step 4."""

    def window(self, jobs: Any) -> Any:
        """Step 5."""

    def write(self, daily: Any, history: Any, folder: Path) -> None:
        """Step 6: each file is there whole or not at all."""

    def whole(self, files: Files) -> tuple[Any, Any]:
        """All six, in the way that suits the engine; what was written is handed back."""

    def arrow(self, table: Any) -> Any:
        """A table as an Arrow table on the host."""

    def bytes(self, table: Any) -> int | None:
        """What a table takes in memory; None where the engine does not tell."""


def engine(name: str, *, threads: int = 0) -> Engine:
    """The engine of that name.

    Args:
        name: a key of `TITLES`.
        threads: of DuckDB; 0 means one a core. The others take theirs when they are
            imported: `worker` starts a process that has them.

    Raises:
        BackendError: its library is not installed, or the GPU does not work.
    """
    makes: dict[str, Callable[[], Engine]] = {
        "pandas": partial(Frames, "pandas"),
        "cudf": partial(Frames, "cudf"),
        "polars": Polars,
        "polars-gpu": partial(Polars, gpu=True),
        "duckdb": partial(Duckdb, threads),
    }
    if name not in makes:
        raise BackendError(f"{name!r} is not an engine; use one of {', '.join(makes)}.")
    if name in ("cudf", "polars-gpu") and (fault := probe.cudf()).fault:
        raise BackendError(f"{TITLES[name]} cannot run: {fault.fault}; {fault.fix}.")
    if name == "polars-gpu" and find_spec("cudf_polars") is None:
        raise BackendError(f"{TITLES[name]} cannot run: {_NO_GPU_ENGINE}")
    try:
        import_module("pyarrow")  # whatever computes, Parquet and the check are Arrow's
        return makes[name]()
    except ImportError as error:
        says = missing(error.name or name)
        raise BackendError(f"{TITLES[name]} cannot run: {says}") from error


def engines(names: tuple[str, ...] = tuple(TITLES)) -> tuple[list[Engine], list[str]]:
    """Those of the engines that work here, and a sentence for each of the others."""
    found, sentences = [], []
    for name in names:
        try:
            found.append(engine(name))
        except BackendError as error:
            sentences.append(str(error))
    return found, sentences


def calls(one: Engine, files: Files) -> Mapping[str, Callable[[], object]]:
    """A call for each step, with what the steps before it found.

    Raises:
        CourseError: a file cannot be read.
    """
    jobs, users = one.load(files)
    cleaned = one.clean(jobs)
    joined = one.join(cleaned, users)
    daily, history = one.group(joined), one.window(joined)
    return {
        "load": partial(one.load, files),
        "clean": partial(one.clean, jobs),
        "join": partial(one.join, cleaned, users),
        "group": partial(one.group, joined),
        "window": partial(one.window, joined),
        "write": partial(one.write, daily, history, files.folder),
    }


def found(one: Engine, files: Files) -> Answer:
    """Run an engine and take over its answer, from memory.

    Raises:
        CourseError: a file cannot be read, or the answer lacks a column.
    """
    daily, history = one.whole(files)
    try:
        return answer(one.arrow(daily), one.arrow(history))
    except ValueError as error:
        raise CourseError(f"{TITLES[one.name]} gave no such table: {error}.") from error
