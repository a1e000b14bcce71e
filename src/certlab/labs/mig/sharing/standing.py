"""Placing the instances of one GPU: as the driver would, largest first, if it can."""

from collections.abc import Sequence

from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.layout import layouts, mix
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.refusal import Refusal
from certlab.labs.mig.summary import stranded

Wanted = tuple[str, int | None]


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


def _made(table: Mig, wanted: Sequence[Wanted]) -> Gpu:
    gpu = Gpu(table)
    for name, start in wanted:
        gpu, instance = gpu.create(name, start)
        gpu, _ = gpu.create_compute(instance.id)
    return gpu
