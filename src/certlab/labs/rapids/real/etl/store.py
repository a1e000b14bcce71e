"""The data set on disk: made whole or not at all, and told in a sentence where it cannot be."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certlab.compute import missing_packages
from certlab.errors import CourseError
from certlab.labs.rapids.real.etl import dataset
from certlab.labs.rapids.real.etl.dataset import Recipe

# Measured: a row takes 34 bytes as Parquet and 21 in what is written of it, which is there
# twice while it is replaced.
_BYTES_A_ROW, _FIXED_BYTES = 100, 10_000_000


@dataclass(frozen=True, slots=True)
class Files:
    """A data set that is on disk.

    Attributes:
        folder: holds `jobs.parquet`, `users.parquet` and what an ETL writes.
        recipe: what it was made from.
    """

    folder: Path
    recipe: Recipe

    @property
    def jobs(self) -> Path:
        """The log, a row a job."""
        return self.folder / "jobs.parquet"

    @property
    def users(self) -> Path:
        """The dimension table, a row a user."""
        return self.folder / "users.parquet"

    def remove(self) -> None:
        """Delete the folder and all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def make(recipe: Recipe, folder: Path) -> Files:
    """Write the data set into a folder, which is made; what was there is replaced.

    Raises:
        CourseError: pyarrow is not installed, the folder cannot be written, or the disk
            has too little room, which is asked before anything is written.
    """
    files = Files(folder, recipe)
    with _written_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _room(recipe, folder)
        _write(dataset.jobs(recipe), files.jobs)
        _write(iter([dataset.users(recipe)]), files.users)
    return files


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A name to write to, which becomes `path` when all is written and vanishes if not."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def readable(*paths: Path) -> Iterator[None]:
    """Whatever a library says of a Parquet file it cannot read, as one sentence.

    Raises:
        CourseError: a file is missing, is no Parquet, or is broken; or the library said
            something else, which is given as it is.
    """
    for path in paths:
        if not path.is_file():
            raise CourseError(f"{path} is not there; make the data set again.")
    try:
        yield
    except (CourseError, MemoryError):
        raise
    except Exception as error:
        says = broken(paths)
        if not says:  # the files are sound, so the fault lies elsewhere
            raise
        raise CourseError(says) from error


def broken(paths: tuple[Path, ...]) -> str:
    """What is wrong with the first of the Parquet files that cannot be read; "" if none."""
    import pyarrow.parquet as pq

    for path in paths:
        try:
            with pq.ParquetFile(path) as file:
                for number in range(file.num_row_groups):
                    file.read_row_group(number)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 -- broken bytes raise anything at all
            what = (str(error).strip().splitlines() or [type(error).__name__])[0]
            return (
                f"{path} is broken or is no Parquet file ({what.rstrip('. ')}); make the "
                "data set again."
            )
    return ""


def _room(recipe: Recipe, folder: Path) -> None:
    """Refuse before the first byte is written, not after the last that fits."""
    needed = recipe.rows * _BYTES_A_ROW + _FIXED_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise CourseError(
            f"{folder}: {recipe.rows:,} rows and the results take {needed / 1e6:,.0f} MB "
            f"and {free / 1e6:,.0f} MB are free; free some, take another folder, or fewer "
            "rows."
        )


def _write(tables: Iterator[Any], path: Path) -> None:
    """The tables as one Parquet file, a row group each."""
    import pyarrow.parquet as pq

    first = next(tables)
    with whole(path) as part, pq.ParquetWriter(part, first.schema) as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)


@contextmanager
def _written_to(folder: Path) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise CourseError(missing(error.name or "pyarrow")) from error
    except OSError as error:
        why = error.strerror or str(error)
        says = f"{folder} cannot be written ({why}); free some room, or take another."
        raise CourseError(says) from error


def missing(name: str) -> str:
    """What to say of a library that is not installed."""
    package = name.partition(".")[0]
    return f"{missing_packages.install_hint([package], missing_packages.current_lab() or 'rapids/10_etl')}."
