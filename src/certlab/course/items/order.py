"""Putting steps in order."""

from dataclasses import dataclass
from itertools import pairwise

from certlab.course.table import Table


@dataclass(frozen=True)
class Step:
    """One step, and why it stands where it stands."""

    id: str
    text: str
    why: str


@dataclass(frozen=True)
class Order:
    """Steps, and for each the steps that must come before it.

    Without `after` the order in the file is the only right one.
    """

    steps: tuple[Step, ...]
    after: dict[str, tuple[str, ...]]


def read(table: Table) -> Order:
    """The body of an order item."""
    steps = tuple(_step(one) for one in table.tables("step", need=True))
    ids = [step.id for step in steps]
    if len(set(ids)) != len(ids):
        table.problem("two steps share an id.")
    chain: dict[str, tuple[str, ...]] = {b: (a,) for a, b in pairwise(ids)}
    after = table.any("after")
    if after is None:
        return Order(steps, chain)
    for step, before in after.items():
        for one in (step, *before):
            if one not in ids:
                table.problem(f"after names a step {one} that is not there.")
    return Order(steps, {step: tuple(before) for step, before in after.items()})


def _step(table: Table) -> Step:
    step = Step(table.text("id"), table.text("text"), table.text("why", ""))
    table.done()
    return step
