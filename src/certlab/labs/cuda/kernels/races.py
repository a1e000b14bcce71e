"""The race rule: two threads, one element, a write, and nothing that orders them.

Between two accesses of one block stands an order if a barrier stands between them, that
is, if they are of different phases. Between blocks nothing does. Two atomic updates are
no race; an atomic and a plain access are. That threads of one warp often run in step is
no order either: since Volta each has its own program counter.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from certlab.labs.cuda.kernels.access import Access, Trace, name_of

_VERBS = {"read": "reads", "write": "writes", "atomic": "updates"}


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses that nothing orders; their result depends on who is first."""

    first: Access
    second: Access

    @property
    def cell(self) -> str:
        """The element, "tile[3]"."""
        return self.first.cell

    def __str__(self) -> str:
        one, other = self.first, self.second
        between = (
            "no barrier stands between"
            if one.block == other.block
            else "no barrier holds between blocks"
        )
        return (
            f"{name_of(one.block, one.thread)} {_VERBS[one.kind]} {one.cell} in line "
            f"{one.line}, {name_of(other.block, other.thread)} "
            f"{_VERBS[other.kind]} it in line {other.line}, and {between}."
        )


def races(trace: Trace) -> tuple[Race, ...]:
    """The races of a launch: the first of each element, in the order of the elements."""
    cells: dict[object, list[Access]] = defaultdict(list)
    for one in trace.accesses:
        home = one.block if one.shared else None
        cells[one.shared, one.array, home, one.index].append(one)
    found = (first(cells[key]) for key in cells)
    return tuple(one for one in found if one)


def first(accesses: Iterable[Access]) -> Race | None:
    """The first race among accesses to one element, None when all are ordered.

    Of those of one block, phase and kind two threads are kept: whoever comes later is
    not one of the two, and what races with a third races with that one too.
    """
    kept: dict[object, list[Access]] = defaultdict(list)
    for one in accesses:
        for others in kept.values():
            for before in others:
                if races_with(before, one):
                    return Race(before, one)
        alike = kept[one.block, one.phase, one.kind]
        if len(alike) < 2 and one.who not in [other.who for other in alike]:
            alike.append(one)
    return None


def races_with(one: Access, other: Access) -> bool:
    """Whether nothing orders two accesses to one element, and one of them changes it."""
    if one.who == other.who:
        return False
    kinds = {one.kind, other.kind}
    if kinds in ({"read"}, {"atomic"}):
        return False
    return one.block != other.block or one.phase == other.phase
