"""Making room: the cheapest instances to destroy so that a profile fits."""

from itertools import combinations

from certlab.labs.mig.grid import Place
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.partitions import Partition
from certlab.labs.mig.refusal import OFF, Refusal
from certlab.labs.mig.state import State
from certlab.words import Sentence


def make_room(
    gpu: State, profile: str | int, start: int | None = None
) -> frozenset[int]:
    """The cheapest set of instance ids to destroy, empty when the profile fits now.

    Cheapest is the fewest instances, then the fewest memory slices, then the lowest ids.
    Whether a process runs on them is not looked at.

    Raises:
        Refusal: MIG is off, or the GPU has no such profile.
    """
    if not gpu.enabled:
        says = Sentence("MIG is off on this GPU; switch it on to make room.")
        raise Refusal(says, OFF)
    return cheapest(gpu, gpu.profile(profile), start)[0]


def cheapest(
    gpu: State,
    profile: Partition,
    start: int | None,
    keep: frozenset[int] = frozenset(),
) -> tuple[frozenset[int], int]:
    """The ids to destroy, and the start that comes free.

    Args:
        gpu: the GPU.
        profile: what is to fit.
        start: where, None for anywhere.
        keep: ids to spare wherever there is another way.
    """
    found = [
        (_clear(gpu, place), place.start)
        for place in gpu.grid.of[profile.name]
        if start in (None, place.start)
    ]

    def cost(
        one: tuple[tuple[Instance, ...], int],
    ) -> tuple[bool, int, int, list[int]]:
        ids = sorted(each.id for each in one[0])
        slices = sum(each.profile.size for each in one[0])
        return not keep.isdisjoint(ids), len(ids), slices, ids

    gone, at = min(found, key=cost)
    return frozenset(one.id for one in gone), at


def _clear(gpu: State, place: Place) -> tuple[Instance, ...]:
    """The cheapest instances to destroy for one place.

    Those on its memory slices must go; only when another resource is short do more.
    """
    grid = gpu.grid
    within = [one for one in gpu.instances if grid.at[one.key].mask & place.mask]
    others = [one for one in gpu.instances if one not in within]
    room = gpu.room + sum(grid.at[one.key].use for one in within)
    count = 0
    while True:  # an empty GPU takes any profile, so this ends
        enough = [
            extra
            for extra in combinations(others, count)
            if grid.fits(place, 0, room + sum(grid.at[one.key].use for one in extra))
        ]
        if enough:
            best = min(
                enough,
                key=lambda extra: (
                    sum(one.profile.size for one in extra),
                    sorted(one.id for one in extra),
                ),
            )
            return (*within, *best)
        count += 1
