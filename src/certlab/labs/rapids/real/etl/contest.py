"""The ETL as contests for `certlab bench`: pandas against Polars, DuckDB and cuDF.

Polars and DuckDB take one thread, as pandas has: one thread against all cores would say
how many cores there are. Each engine is a process of its own, since Polars takes its
threads when it is imported; pandas' reader of Parquet is held to one thread as well.
"""

import tempfile
from functools import partial
from pathlib import Path

from certlab.compute.contest import Contest, Prepared, Side
from certlab.errors import CourseError
from certlab.labs.rapids.real.etl import data_size, engines, race, store, tables
from certlab.labs.rapids.real.etl.dataset import Recipe
from certlab.labs.rapids.real.etl.store import Files
from certlab.labs.rapids.real.etl.worker import Worker

ROWS = 1_000_000
_WHAT = "load, clean, join, group, window and write a log of jobs"


def contests() -> dict[str, Contest]:
    """By id. Nothing is imported or made before a contest's `make`."""
    found = [
        _contest("polars", "Polars, one thread", "polars"),
        _contest("duckdb", "DuckDB, one thread", "duckdb"),
        Contest(
            id="etl-cudf",
            what=_WHAT,
            old=_side("pandas", "pandas, one thread", data_size.GPU_ROWS),
            new=Side(
                name="cuDF",
                engine="cudf",
                device="gpu",
                dtype="mixed",
                transfers=True,  # it reads from the disk, and writes to it
                size=f"{data_size.GPU_ROWS:,} rows",
            ),
            make=partial(_prepared, "cudf", threads=0, rows=data_size.GPU_ROWS),
            needs=("cudf", "pyarrow"),
        ),
    ]
    return {one.id: one for one in found}


def _contest(name: str, title: str, module: str) -> Contest:
    return Contest(
        id=f"etl-{name}",
        what=_WHAT,
        old=_side("pandas", "pandas, one thread", ROWS),
        new=_side(name, title, ROWS),
        make=partial(_prepared, name, threads=1, rows=ROWS),
        needs=(module, "pyarrow"),
    )


def _side(engine: str, title: str, rows: int) -> Side:
    return Side(
        name=title,
        engine=engine,
        device="cpu",
        dtype="mixed",
        threads=1,
        size=f"{rows:,} rows",
    )


def _prepared(name: str, *, threads: int, rows: int) -> Prepared:
    """The data set in a temporary folder and a process for each side.

    Raises:
        CourseError: a library, room on the disk or memory is missing.
    """
    engines.engine(name)  # what is missing is told before anything is made
    size = data_size.pick(on_gpu=name == "cudf", wanted=rows)
    if size.rows != rows:
        raise CourseError(f"The contest does not fit: {size}")
    folder = Path(tempfile.mkdtemp(prefix="certlab-etl-"))
    files = Files(folder, Recipe(rows))
    workers: list[Worker] = []
    close = partial(_close, workers, files)
    try:
        store.make(files.recipe, folder)
        for one, limit in (("pandas", 1), (name, threads)):
            workers.append(Worker(one, files, limit))
    except BaseException:
        close()
        raise
    old, new = workers
    same = partial(_same, old, new, files)
    return Prepared(old.call("whole"), new.call("whole"), same, close)


def _same(old: Worker, new: Worker, files: Files) -> str:
    """What the two processes have written, held against each other."""
    answers = []
    for one in (old, new):
        one.ask("whole")
        answers.append(race.written(files))
    return tables.differs(*answers)


def _close(workers: list[Worker], files: Files) -> None:
    for one in workers:
        one.close()
    files.remove()
