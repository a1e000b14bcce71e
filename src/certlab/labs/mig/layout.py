"""All the ways to partition a GPU, and those to which nothing can be added."""

from collections.abc import Iterator
from functools import cache

from certlab.labs.mig.grid import Grid, Place, grid_of
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import is_double, suffix

Layout = frozenset[tuple[str, int]]  # profile name and start of each instance


def layouts(
    table: Mig, *, double_memory: bool = True, media: bool = False
) -> Iterator[Layout]:
    """Every layout but the empty one, each once.

    Args:
        table: the GPU's.
        double_memory: with the profile of one compute slice and twice the memory.
        media: with the variants of a profile: +me, -me, +me.all, +gfx.
    """
    grid = grid_of(table)
    for chosen, _, _ in _walk(grid, _allowed(table, double_memory, media)):
        yield frozenset(place.key for place in chosen)


def maximal_layouts(
    table: Mig, *, double_memory: bool = True, media: bool = False
) -> Iterator[Layout]:
    """The layouts to which no instance of the same profiles can be added."""
    grid = grid_of(table)
    places = _allowed(table, double_memory, media)
    guard = grid.guard

    @cache
    def beside(taken: int) -> tuple[int, ...]:
        """What each place that is free there would use."""
        return tuple({place.use for place in places if not place.mask & taken})

    for chosen, taken, room in _walk(grid, places):
        if not any((room - use) & guard == guard for use in beside(taken)):
            yield frozenset(place.key for place in chosen)


def mix(table: Mig, layout: Layout) -> tuple[str, ...]:
    """The profiles of a layout without their starts, largest first."""
    order = {one.name: (-one.compute, -one.size, one.id) for one in table.profiles}
    return tuple(sorted((name for name, _ in layout), key=order.__getitem__))


def _allowed(table: Mig, double_memory: bool, media: bool) -> tuple[Place, ...]:
    def wanted(profile: Partition) -> bool:
        if suffix(profile.name):
            return media
        return double_memory or not is_double(table, profile)

    places = (place for place in grid_of(table).places if wanted(place.profile))
    return tuple(sorted(places, key=lambda place: place.start))


Step = tuple[tuple[Place, ...], int, int]  # what is chosen, memory taken, room left


def _walk(grid: Grid, places: tuple[Place, ...]) -> Iterator[Step]:
    """Every non-empty choice of places, each once: chosen from low starts to high.

    As each place begins after the end of the one before, memory never clashes.
    """
    guard = grid.guard
    after = [
        tuple(place for place in places if place.start >= slice_)
        for slice_ in range(grid.table.memory_slices + 1)
    ]
    stack: list[tuple[Step, int]] = [(((), 0, grid.room), 0)]
    while stack:
        (chosen, taken, room), end = stack.pop()
        if chosen:
            yield chosen, taken, room
        for place in after[end]:
            left = room - place.use
            if left & guard == guard:
                step = ((*chosen, place), taken | place.mask, left)
                stack.append((step, place.start + place.profile.size))
