"""Claimed speed-ups: what is said to be how many times better, than what, and what limits it.

A row is a claim as it circulates, so its two sides hold only what the claim says of them.
`certlab bench` sets it beside what this machine does.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from certlab.course.claims import CLAIM_ID
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.toml_file import read_rows

FILE = "content/speedups.toml"
RATIOS = {
    "time": "how many times as long the old side takes",
    "memory": "how many times the bytes the old side takes",
    "throughput": "how many times as much the new side does in the same time",
    "energy": "how many times the energy the old side takes for the same work",
}
# What two sides can differ in; a claim is about one or two of these, and nothing else.
ASPECTS = (
    *("engine", "device", "dtype", "sparsity", "threads"),
    *("transfers", "warm", "size", "split"),
)
NO_MATTER = "-"  # written for what has no bearing on a claim
_LAB = re.compile(r"[a-z0-9-]+/\d\d_[a-z0-9_]+")


@dataclass(frozen=True)
class ClaimSide:
    """One side as a claim tells it; what it does not tell is "" or None.

    Attributes:
        engine: the library or the part of a machine.
        device: what it runs on, "an A100".
        dtype: the type of the numbers, "FP8".
        sparsity: "dense" or "sparse".
        threads: of a processor.
        transfers: whether copies to and from a device are counted.
        warm: whether compiling and the first call are left out.
        size: of the data or the batch, with its unit.
        split: how a model is split over GPUs, "TP 2".
    """

    engine: str = ""
    device: str = ""
    dtype: str = ""
    sparsity: str = ""
    threads: int | None = None
    transfers: bool | None = None
    warm: bool | None = None
    size: str = ""
    split: str = ""


@dataclass(frozen=True)
class Beside:
    """Another contest that this machine can run, and what that one is about."""

    contest: str
    about: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Speedup:
    """One claimed ratio.

    Attributes:
        id: permanent, such as "cupy-over-numpy".
        module: slug of the module that teaches it, whether it is there yet or not.
        claims: ids of the circulating claims it comes from.
        claim: what circulates, in our words; its numbers may be wrong.
        low: least ratio claimed; None where it says "up to".
        high: greatest ratio claimed.
        of: one of RATIOS.
        about: the aspects the claim is about; in all others its sides must be alike.
        old: the side it starts from.
        new: the side said to be better.
        worked: expressions of the claim's own numbers, worked out again.
        limit: expression of what the ratio cannot exceed; "" where no number is known.
        limit_why: what sets the limit, or why there is no number.
        fair: the question to ask in its place; needed where the sides are unlike.
        note: what else to know.
        lab: id of the lab that measures it; "" when that is still to come.
        contest: id of the contest that measures it; "" when there is none.
        beside: contests near it, for a machine that cannot run the claim's own.
    """

    id: str
    module: str
    claims: tuple[str, ...]
    claim: str
    low: float | None
    high: float
    of: str
    about: tuple[str, ...]
    old: ClaimSide
    new: ClaimSide
    worked: tuple[str, ...]
    limit: str
    limit_why: str
    fair: str
    note: str
    lab: str
    contest: str
    beside: tuple[Beside, ...]
    file: str = FILE

    @property
    def claimed(self) -> str:
        """The ratio as it is said: "20x", "2x to 3x", "up to 10x"."""
        if self.low is None:
            return f"up to {self.high:g}x"
        return (
            f"{self.high:g}x"
            if self.low == self.high
            else f"{self.low:g}x to {self.high:g}x"
        )

    @property
    def prose(self) -> tuple[str, ...]:
        """The texts that must be right: whatever is not the claim itself."""
        return (self.limit_why, self.fair, self.note, *(one.why for one in self.beside))

    @property
    def expressions(self) -> tuple[str, ...]:
        """All its arithmetic."""
        return (*self.worked, *([self.limit] if self.limit else []))


def read_speedups(path: Path, file: str, problems: list[Problem]) -> list[Speedup]:
    """The `[[speedup]]` tables of the file, in its order; [] where there is none."""
    if not path.exists():
        return []
    return [_read(row, file) for row in read_rows(path, file, "speedup", problems)]


def _read(table: Table, file: str) -> Speedup:
    table.id = str(table.data.get("id", ""))
    found = Speedup(
        id=table.text("id"),
        module=table.text("module"),
        claims=table.texts("claims", need=True),
        claim=table.text("claim"),
        low=table.number("low") if table.has("low") else None,
        high=table.number("high"),
        of=table.choice("of", RATIOS),
        about=_about(table),
        old=_side(table, "old"),
        new=_side(table, "new"),
        worked=table.texts("worked"),
        limit=table.text("limit", ""),
        limit_why=table.text("limit_why"),
        fair=table.text("fair", ""),
        note=table.text("note", ""),
        lab=table.text("lab", ""),
        contest=table.text("contest", ""),
        beside=tuple(_beside(one) for one in table.tables("beside")),
        file=file,
    )
    _check(found, table)
    table.done()
    return found


def _check(found: Speedup, table: Table) -> None:
    if not valid_id(found.id):
        table.problem("an id is lower-case words joined by hyphens.")
    if not valid_id(found.module):
        table.problem("module is a slug, lower-case words joined by hyphens.")
    for one in found.claims:
        if not CLAIM_ID.fullmatch(one):
            table.problem(f"claim {one} is not capitals, a hyphen and three digits.")
    if found.high <= 0 or (found.low is not None and not 0 < found.low <= found.high):
        table.problem("low and high are ratios above 0, low the smaller one.")
    if found.lab and not _LAB.fullmatch(found.lab):
        table.problem(f"lab {found.lab} does not read module/10_name.")
    contests = [*filter(None, [found.contest]), *(one.contest for one in found.beside)]
    if len(set(contests)) < len(contests):
        table.problem("names a contest twice.")


def _about(table: Table) -> tuple[str, ...]:
    found = table.texts("about", need=True)
    if not found and not table.has("about"):
        table.problem(f'no about; add about = ["engine"], of {", ".join(ASPECTS)}.')
    for one in found:
        if one not in ASPECTS:
            table.problem(f"about {one!r} is none of {', '.join(ASPECTS)}.")
    return found


def _beside(table: Table) -> Beside:
    found = Beside(table.text("contest"), _about(table), table.text("why"))
    table.done()
    return found


def _side(table: Table, name: str) -> ClaimSide:
    data = table.any(name)
    if not isinstance(data, dict):
        table.problem(f'no {name}; add {name} = {{ engine = "..." }}.')
        return ClaimSide()
    side = Table(data, table.file, table.problems, table.id)
    found = ClaimSide(
        engine=side.text("engine", ""),
        device=side.text("device", ""),
        dtype=side.text("dtype", ""),
        sparsity=side.choice("sparsity", ("dense", "sparse", NO_MATTER), ""),
        threads=side.integer("threads") if side.has("threads") else None,
        transfers=side.flag("transfers") if side.has("transfers") else None,
        warm=side.flag("warm") if side.has("warm") else None,
        size=side.text("size", ""),
        split=side.text("split", ""),
    )
    side.done()
    return found
