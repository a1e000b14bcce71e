"""Sharing GPUs: who gets which instance on which GPU, and why somebody gets none.

As many needs as possible are served, the first named first among equals; then as few
GPUs as possible are cut, then as little memory as possible is given beyond what was
asked. The answer is exact: see `certlab.labs.mig.sharing.search`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certlab.errors import CourseError
from certlab.labs.mig import report
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.layout import layouts, mix
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.refusal import Refusal
from certlab.labs.mig.sharing.need import Need, admits, lacks, one_by_one
from certlab.labs.mig.sharing.search import best
from certlab.labs.mig.sharing.shortage import why
from certlab.labs.mig.summary import stranded

__all__ = ["LeftOver", "Need", "Plan", "Seat", "by_hand", "share"]

Place = tuple[str, int | None, str]  # profile, start or None, who sits there


@dataclass(frozen=True)
class Seat:
    """A need and the instance it gets.

    Attributes:
        gpu: the GPU's number.
    """

    need: Need
    gpu: int
    instance: Instance

    @property
    def profile(self) -> str:
        """The instance's profile."""
        return self.instance.name

    @property
    def start(self) -> int:
        """The instance's first memory slice."""
        return self.instance.start

    @property
    def wasted_gib(self) -> float:
        """Memory of the instance that was not asked for, GiB."""
        return (self.instance.profile.memory_gib or 0) - self.need.memory_gib


@dataclass(frozen=True)
class LeftOver:
    """How many of a need got no instance, and why in one sentence."""

    need: str
    count: int
    why: str


@dataclass(frozen=True)
class Plan:
    """Who sits where.

    Attributes:
        gpus: with their instances; one that nobody needs has MIG off.
        seats: by GPU, then by start.
        left: those without an instance, in the order they were named.
    """

    gpus: tuple[Gpu, ...]
    seats: tuple[Seat, ...]
    left: tuple[LeftOver, ...]

    @property
    def used(self) -> int:
        """How many GPUs are cut."""
        return sum(bool(gpu.instances) for gpu in self.gpus)

    @property
    def wasted_gib(self) -> float:
        """Memory that is in instances and was not asked for, GiB."""
        return round(sum(one.wasted_gib for one in self.seats), 2)

    @property
    def stranded(self) -> tuple[tuple[frozenset[int], frozenset[int]], ...]:
        """Of each GPU the compute and memory slices that nothing more can use."""
        return tuple(
            stranded(gpu) if gpu.instances else (frozenset(), frozenset())
            for gpu in self.gpus
        )

    @property
    def commands(self) -> tuple[str, ...]:
        """The lines that make it on GPUs with MIG off.

        They name the starts: some layouts are none that the driver would come to.
        """
        return tuple(
            line
            for number, gpu in enumerate(self.gpus)
            if gpu.instances
            for line in (f"nvidia-smi -i {number} -mig 1", *report.script(gpu, number))
        )


def share(needs: Sequence[Need], tables: Sequence[Mig]) -> Plan:
    """The plan for needs on GPUs.

    Raises:
        CourseError: two needs of one name, or more to search than is sensible.
    """
    wanted = one_by_one(needs)
    seated = best(wanted, tables)
    gpus, seats = [], []
    for number, table in enumerate(tables):
        here = [(wanted[n], profile) for n, profile in seated[number]]
        gpu = stand(table, [profile for _, profile in here])
        gpus.append(gpu)
        free = sorted(gpu.instances, key=lambda one: one.start)
        for need, profile in here:
            instance = next(one for one in free if one.profile == profile)
            free.remove(instance)
            seats.append(Seat(need, number, instance))
    served = {n for row in seated for n, _ in row}
    some = [need for n, need in enumerate(wanted) if n in served]
    left = [
        LeftOver(need.name, count, why(need, some, tables))
        for need in needs
        if (count := need.count - sum(one.name == need.name for one in some))
    ]
    return Plan(tuple(gpus), _in_order(seats), tuple(left))


def by_hand(
    needs: Sequence[Need], tables: Sequence[Mig], places: Mapping[int, Sequence[Place]]
) -> Plan:
    """A plan somebody made: for each GPU number, what to create and for whom.

    Raises:
        CourseError: a place cannot be had, is too small, or is nobody's.
    """
    waiting = list(one_by_one(needs))
    gpus = [Gpu(table, enabled=False) for table in tables]
    seats = []
    for number, rows in places.items():
        if not 0 <= number < len(gpus):
            raise CourseError(f"There is no GPU {number}.")
        for named, start, who in _triples(rows):
            gpu, made = replace(gpus[number], enabled=True).create(named, start)
            gpus[number], _ = gpu.create_compute(made.id)
            need = next((one for one in waiting if one.name == who), None)
            if need is None:
                raise CourseError(f"Nobody called {who} is waiting for an instance.")
            if not admits(made.profile, gpu.table, need):
                says = lacks(made.profile, gpu.table, need)
                raise CourseError(f"{who} {says} (GPU {number}).")
            waiting.remove(need)
            seats.append(Seat(need, number, gpus[number].instance(made.id)))
    names = dict.fromkeys(one.name for one in waiting)
    left = [
        LeftOver(name, sum(one.name == name for one in waiting), "It has no place yet.")
        for name in names
    ]
    return Plan(tuple(gpus), _in_order(seats), tuple(left))


def _triples(rows: Sequence[Any]) -> Iterator[Place]:
    for row in rows:
        if not isinstance(row, tuple | list) or len(row) != 3:
            says = 'a place is a profile, a start and a name, ("1g.10gb", 6, "filter").'
            raise CourseError(f"{row!r}: {says}")
        yield row[0], row[1], row[2]


def _in_order(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(seats, key=lambda one: (one.gpu, one.start)))


def stand(table: Mig, profiles: Sequence[Partition]) -> Gpu:
    """A GPU with an instance of each profile, and a compute instance in each.

    Where the driver's own places do not do, the layout is taken that strands the fewest
    slices. MIG is off when there is nothing to place.
    """
    if not profiles:
        return Gpu(table, enabled=False)
    ordered = sorted(profiles, key=lambda one: (-one.compute, -one.size, one.id))
    names = tuple(one.name for one in ordered)
    try:
        return _made(table, [(name, None) for name in names])
    except Refusal:
        found = [
            _made(table, sorted(one, key=lambda place: names.index(place[0])))
            for one in layouts(table, media=True)
            if mix(table, one) == names
        ]
        return min(found, key=lambda gpu: sum(map(len, stranded(gpu))))


def _made(table: Mig, wanted: Sequence[tuple[str, int | None]]) -> Gpu:
    gpu = Gpu(table)
    for name, start in wanted:
        gpu, instance = gpu.create(name, start)
        gpu, _ = gpu.create_compute(instance.id)
    return gpu
