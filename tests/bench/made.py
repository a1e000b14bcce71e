"""Contests and rows made for the tests: none of them needs a library."""

from collections.abc import Callable
from dataclasses import replace

from certlab.compute.contest import Contest, Device, Prepared, Side
from certlab.course.speedups import Beside, ClaimSide, Speedup

SIDE = Side(
    name="a loop",
    engine="Python",
    device="cpu",
    dtype="float64",
    sparsity="dense",
    threads=1,
    size="100 numbers",
)
ROW = Speedup(
    id="builtin-over-loop",
    module="small",
    claims=("HW-001",),
    claim="A built-in sum is five to nine times as fast as a loop.",
    low=5,
    high=9,
    of="time",
    about=("engine",),
    old=ClaimSide(engine="a loop", device="a CPU"),
    new=ClaimSide(engine="sum", device="a CPU"),
    worked=("9 / 3",),
    limit="cores * 10",
    limit_why="So many, times ten.",
    fair="The same numbers, the same sum.",
    note="",
    lab="small/10_sums",
    contest="sums",
    beside=(Beside("halves", ("dtype",), "What the type adds."),),
)


def loop() -> int:
    found = 0
    for n in range(100):
        found += n
    return found


def contest(
    id: str = "sums",
    *,
    same: Callable[[], str] = lambda: "",
    new: Callable[[], object] = lambda: sum(range(100)),
    closed: list[str] | None = None,
    device: Device = "cpu",
    needs: tuple[str, ...] = (),
) -> Contest:
    """A loop against the built-in sum."""
    other = replace(
        SIDE, name="sum", engine="C", device=device, threads=device == "cpu"
    )
    done = closed if closed is not None else []
    return Contest(
        id=id,
        what="a sum",
        old=SIDE,
        new=other,
        make=lambda: Prepared(loop, new, same, lambda: done.append(id)),
        needs=needs,
    )


def weighing(id: str = "halves", old: object = 200, new: object = 100) -> Contest:
    """Bytes in two types, told and not counted."""
    return Contest(
        id=id,
        what="storing numbers",
        old=SIDE,
        new=replace(SIDE, dtype="float32"),
        make=lambda: Prepared(lambda: old, lambda: new, lambda: ""),
        measures="memory",
    )
