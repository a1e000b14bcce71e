"""Two ways to do one job, set against each other: what `certlab bench` runs.

Each side says what it is, so that unlike sides can be refused before anything runs; the
two calls then work on the same data, and say themselves whether they gave the same answer.
A package brings its contests in a module `contest` with a function `contests()`, which
imports no library of either side: that is left to `make`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Device = Literal["cpu", "gpu"]
Sparsity = Literal["dense", "sparse", ""]
Measure = Literal["time", "memory", "simulated"]


def _nothing_to_close() -> None:
    """What `close` does where nothing is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two ways, in the words of the table.

    Attributes:
        name: as the table says it, "pandas, one thread".
        engine: the library that does the work.
        device: where it does it.
        dtype: the type of the numbers, "float32"; "mixed" for a table with several.
        sparsity: of the multiplied matrices; "" where there are none.
        threads: of the processor that do the work; 0 when the work is not on it.
        transfers: whether copies to and from the device are inside the time.
        warm: whether compiling and the first call are outside the time.
        size: of the data, with its unit, "1,000,000 rows".
    """

    name: str
    engine: str
    device: Device
    dtype: str
    sparsity: Sparsity = ""
    threads: int = 0
    transfers: bool = False
    warm: bool = True
    size: str = ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The data of a contest is there; this is what to call.

    Attributes:
        old: does the job the old way. What it returns is thrown away, but where the
            contest measures memory it is the bytes the job took, and where it simulates
            the seconds that the job would take.
        new: does the same job the new way.
        same: "" when both give the same answer, else what differs, as a clause. Called
            once, before anything is measured; it may call both.
        close: gives back files, processes and threads; called also after a failure.
    """

    old: Callable[[], object]
    new: Callable[[], object]
    same: Callable[[], str]
    close: Callable[[], object] = _nothing_to_close


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A comparison that can be run.

    Attributes:
        id: permanent, "etl-polars".
        what: the job, "load, clean, join, group and write a table of trips".
        old: the side the claim starts from.
        new: the side said to be better; the ratio is old over new.
        make: makes the data and what to call; may take seconds, and imports the libraries.
        needs: modules the new side imports, "cudf"; one that is missing is told, not run.
        measures: seconds of a call, bytes, or the seconds that a simulator gives.
    """

    id: str
    what: str
    old: Side
    new: Side
    make: Callable[[], Prepared]
    needs: tuple[str, ...] = ()
    measures: Measure = "time"
