"""The search behind `share`: exact, over every mix of instances a GPU can hold.

Needs for which the same profiles are enough are alike, so what counts is how many of
each kind a GPU serves. One GPU: every such vector its maximal mixes allow, each at its
least cost. Several GPUs: the vectors added up, one GPU after another, keeping for each
sum the least cost. Nothing is rounded and nothing is guessed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from certlab.errors import CourseError
from certlab.labs.mig.layout import maximal_layouts, mix
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import find, variant
from certlab.labs.mig.sharing.need import Need, suits

MOST_STEPS = 3_000_000  # additions of vectors; some ten seconds

Vector = tuple[int, ...]  # how many of each kind are served
Given = tuple[tuple[int, Partition], ...]  # kind and the profile it gets
# GPUs cut, memory in hundredths of a GiB, compute slices, unusual variants of profiles.
Cost = tuple[int, int, int, int]
FREE: Cost = (0, 0, 0, 0)


@dataclass(frozen=True)
class Kind:
    """Needs that the same profiles serve.

    Attributes:
        members: their numbers in the list of needs.
        enough: the profiles, by id of the GPU's table.
    """

    members: tuple[int, ...]
    enough: dict[str, tuple[Partition, ...]]


def best(
    needs: Sequence[Need], tables: Sequence[Mig]
) -> list[list[tuple[int, Partition]]]:
    """For each GPU, the numbers of the needs it serves and the profile each gets.

    Raises:
        CourseError: there is more to search than MOST_STEPS.
    """
    kinds = _kinds(needs, tables)
    options = {one.id: _one_gpu(one, kinds) for one in tables}
    sums = _all_gpus([options[one.id] for one in tables], kinds)

    def preferred(vector: Vector) -> tuple[int, list[int]]:
        served = (
            n for kind, k in zip(kinds, vector, strict=True) for n in kind.members[:k]
        )
        return -sum(vector), sorted(served)

    chosen = sums[min(sums, key=preferred)][2]
    waiting = [list(kind.members) for kind in kinds]
    return [[(waiting[k].pop(0), profile) for k, profile in row] for row in chosen]


def _kinds(needs: Sequence[Need], tables: Sequence[Mig]) -> list[Kind]:
    """The kinds, most demanding first."""
    found: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    distinct = {one.id: one for one in tables}
    for n, need in enumerate(needs):
        key = tuple(
            tuple(one.name for one in suits(table, need)) for table in distinct.values()
        )
        if any(key):
            found.setdefault(key, []).append(n)
    kinds = [
        Kind(
            tuple(members),
            {one.id: suits(one, needs[members[0]]) for one in distinct.values()},
        )
        for members in found.values()
    ]
    return sorted(kinds, key=lambda kind: sum(map(len, kind.enough.values())))


def _one_gpu(table: Mig, kinds: Sequence[Kind]) -> dict[Vector, tuple[Cost, Given]]:
    """What one GPU can serve, at its least cost; a part of a mix is a mix too."""
    nothing = (0,) * len(kinds)
    found: dict[Vector, tuple[Cost, Given]] = {nothing: (FREE, ())}
    for profiles in _mixes(table):
        row = {nothing: found[nothing]}
        for profile in profiles:
            for vector, (cost, given) in list(row.items()):
                more = _plus(cost, _cost(table, profile))
                for k in _takers(table, profile, vector, kinds):
                    added = _added(vector, k)
                    if added not in row or more < row[added][0]:
                        row[added] = more, (*given, (k, profile))
        for vector, (cost, given) in row.items():
            whole = (min(len(given), 1), *cost[1:])  # a GPU is cut once
            if vector not in found or whole < found[vector][0]:
                found[vector] = whole, given
    return found


def _mixes(table: Mig) -> Iterator[tuple[Partition, ...]]:
    every = {mix(table, one) for one in maximal_layouts(table, media=True)}
    for names in sorted(every):
        yield tuple(find(table, name) for name in names)


def _takers(
    table: Mig, profile: Partition, vector: Vector, kinds: Sequence[Kind]
) -> Iterator[int]:
    for k, kind in enumerate(kinds):
        if vector[k] < len(kind.members) and profile in kind.enough[table.id]:
            yield k


@cache
def _cost(table: Mig, profile: Partition) -> Cost:
    hundredths = round((profile.memory_gib or 0) * 100)
    return 0, hundredths, profile.compute, variant(table, profile)


def _plus(one: Cost, two: Cost) -> Cost:
    return one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3]


def _added(vector: Vector, k: int) -> Vector:
    return (*vector[:k], vector[k] + 1, *vector[k + 1 :])


Sum = tuple[Cost, tuple[Vector, ...], tuple[Given, ...]]  # cost, order, what each gives


def _all_gpus(
    gpus: Sequence[dict[Vector, tuple[Cost, Given]]], kinds: Sequence[Kind]
) -> dict[Vector, Sum]:
    """What all GPUs can serve; among equals the first GPU serves the most demanding."""
    most = tuple(len(kind.members) for kind in kinds)
    sums: dict[Vector, Sum] = {(0,) * len(kinds): (FREE, (), ())}
    steps = 0
    for options in gpus:
        steps += len(sums) * len(options)
        if steps > MOST_STEPS:
            says = (
                f"{len(kinds)} kinds of need on {len(gpus)} GPUs are too many to plan"
            )
            raise CourseError(f"{says} exactly; plan for fewer GPUs at a time.")
        grown: dict[Vector, Sum] = {}
        for vector, (cost, order, given) in sums.items():
            for add, (more, here) in options.items():
                total = tuple(map(int.__add__, vector, add))
                if any(map(int.__gt__, total, most)):
                    continue
                key = _plus(cost, more), (*order, tuple(-n for n in add))
                if total not in grown or key < grown[total][:2]:
                    grown[total] = (*key, (*given, here))
        sums = grown
    return sums
