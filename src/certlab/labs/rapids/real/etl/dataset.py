"""The data of the ETL lab: a year of jobs on an invented GPU cluster, and who sent them.

`jobs` is as raw data are. About one row in a hundred was sent twice, keys are missing,
durations are missing or impossible, and the name of a queue is written in many ways. A
few users send most of the jobs (Zipf). Rows are nearly in the order of time, as a log is,
so the statistics of a Parquet row group bound its times.

    job        int64       of the job; a row that was sent twice has it twice
    submitted  timestamp   in microseconds, of the year 2025
    user       int64       nineteen digits, as directory services give them out; may be null
    queue      string      in any case, with blanks; may be null
    state      string      done, failed or cancelled
    gpus       int32       0, below 0 or 4096 where it is wrong
    seconds    double      how long it ran; null, below 0 or a billion where it is wrong
    command    string      long, and nobody asks for it

`users` has a row a user: user int64, team string, rate double (credits a GPU hour).
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from certlab.labs.rapids.real.etl import random_numbers

GROUPS = 16  # row groups of the Parquet file
USERS, TEAMS = 20_000, 40
FIRST_USER = 2**60  # neighbours differ by 1: float64 cannot tell 256 of them apart
BEGIN_US = 1_735_689_600_000_000  # 2025-01-01 in microseconds since 1970
YEAR_US = 365 * 86_400_000_000
QUEUES = ("train", "tune", "infer", "debug", "render", "notebook")
_WRITTEN = ("{}", "{}", "{}", " {}", "{} ", "  {}  ")  # half of them as they should be
_STATES = ("done",) * 8 + ("failed", "cancelled")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a data set is made from; equal recipes give equal values, everywhere.

    Attributes:
        rows: of `jobs`.
        seed: any whole number.
    """

    rows: int
    seed: int = 7


def jobs(recipe: Recipe) -> Iterator[Any]:
    """The jobs as Arrow tables, one a row group, so that no two are in memory at once."""
    import numpy as np

    ends = [recipe.rows * (n + 1) // GROUPS for n in range(GROUPS)]
    for begin, end in zip([0, *ends], ends, strict=False):
        if end > begin:
            yield _part(recipe, np.arange(begin, end, dtype=np.int64))


def users(recipe: Recipe) -> Any:
    """The dimension table. One user in 200 who sends jobs is missing from it."""
    import numpy as np
    import pyarrow as pa

    every = np.arange(USERS, dtype=np.int64)
    below = partial(random_numbers.below, recipe.seed)
    known = every[below("user.known", every, 200) != 0]
    teams = [f"team-{n:02d}" for n in range(TEAMS)]
    team = random_numbers.zipf(recipe.seed, "user.team", known, TEAMS)
    rate = (below("user.rate", known, 16) + 8) / 8  # eighths are exact in binary
    return pa.table(
        {
            "user": FIRST_USER + known,
            "team": _named(teams, team),
            "rate": rate,
        }
    )


def _part(recipe: Recipe, rows: Any) -> Any:
    """The rows with these numbers, as an Arrow table."""
    import numpy as np
    import pyarrow as pa

    below = partial(random_numbers.below, recipe.seed)
    # A row that was sent again says what an earlier one would have said.
    again = (below("again", rows, 100) == 0) & (rows > 1000)
    row = np.where(again, rows - 1 - below("again.lag", rows, 1000), rows)
    step = YEAR_US / recipe.rows
    jitter = below("submitted", row, min(300_000_000, YEAR_US // 100))
    submitted = BEGIN_US + (row * step).astype(np.int64) + jitter
    user = FIRST_USER + random_numbers.zipf(recipe.seed, "user", row, USERS)
    return pa.table(
        {
            "job": pa.array(4_000_000_000 + row * 3),
            "submitted": pa.array(submitted, pa.timestamp("us")),
            "user": pa.array(user, mask=below("user.null", row, 200) == 0),
            "queue": _queue(below, row),
            "state": _named(list(_STATES), below("state", row, len(_STATES))),
            "gpus": pa.array(_gpus(below, row)),
            "seconds": _seconds(recipe, below, row),
            "command": _command(below, row),
        }
    )


def _queue(below: Any, row: Any) -> Any:
    """The queue's name, as people write it."""
    import pyarrow as pa

    texts = [
        written.format(case(name))
        for name in QUEUES
        for written in _WRITTEN
        for case in (str, str, str.upper, str.title)
    ]
    drawn = below("queue", row, len(texts))
    missing = below("queue.null", row, 150) == 0
    return _named(texts, pa.array(drawn, mask=missing))


def _gpus(below: Any, row: Any) -> Any:
    """Powers of two up to 64, small ones more often; a few of no sense."""
    import numpy as np

    gpus = 1 << np.minimum(below("gpus", row, 7), below("gpus.less", row, 7))
    wrong = below("gpus.wrong", row, 300)
    for n, value in enumerate((0, -1, 4096)):
        gpus = np.where(wrong == n, value, gpus)
    return gpus.astype(np.int32)


def _seconds(recipe: Recipe, below: Any, row: Any) -> Any:
    """Seconds to the millisecond; one division, which IEEE 754 rounds alike everywhere."""
    import numpy as np
    import pyarrow as pa

    seconds = random_numbers.milliseconds(recipe.seed, "seconds", row) / 1000
    wrong = below("seconds.wrong", row, 200)
    seconds = np.where(wrong == 0, -seconds, seconds)
    seconds = np.where(wrong == 1, 1e9, seconds)
    return pa.array(seconds, mask=below("seconds.null", row, 100) == 0)


def _command(below: Any, row: Any) -> Any:
    """What was started: mostly a text of its own in each row."""
    import pyarrow as pa
    import pyarrow.compute as pc

    scripts = ("train.py", "finetune.py", "serve.py", "sweep.py", "evaluate.py")
    number = pc.utf8_lpad(pa.array(row).cast(pa.string()), 9, "0")
    begin = [f"torchrun --standalone {one} --config runs/" for one in scripts]
    script = _named(begin, below("command", row, len(scripts)))
    return pc.binary_join_element_wise(script, number, ".yaml", "")


def _named(texts: list[str], which: Any) -> Any:
    """The text of each number, as an array of strings."""
    import pyarrow as pa

    return pa.array(texts, pa.string()).take(pa.array(which))


def digest(table: Any) -> str:
    """SHA-256 of an Arrow table's values, whatever library or version holds them."""
    import pyarrow as pa

    found = hashlib.sha256()
    for name in table.column_names:
        column = table[name].combine_chunks()
        found.update(name.encode() + column.is_valid().to_numpy(False).tobytes())
        if pa.types.is_string(column.type):
            found.update("\0".join(column.fill_null("").to_pylist()).encode())
        else:
            zero = pa.scalar(0, pa.int64()).cast(column.type)
            found.update(column.fill_null(zero).to_numpy(False).tobytes())
    return found.hexdigest()
