"""A placement table made quick to ask: every place an instance may take, in bits.

Memory slices are a bit each. All other resources (compute slices, media engines, how
many of each profile) are packed into one integer, eight bits a field with the top one
as a guard: what is left minus what is wanted keeps every guard exactly when it is enough.
"""

from dataclasses import dataclass
from functools import cache, cached_property

from certlab.labs.mig.partitions import Mig, Partition

_BITS = 8
_GUARD = 1 << (_BITS - 1)
ENGINES = ("decoders", "encoders", "jpeg", "ofa")


@dataclass(frozen=True, eq=False)
class Place:
    """A profile at one of its starts.

    Attributes:
        mask: the memory slices it takes, bit 0 for slice 0.
        use: everything else it takes, packed as in the grid's `room`.
    """

    profile: Partition
    start: int
    mask: int
    use: int

    @property
    def key(self) -> tuple[str, int]:
        """What a layout calls it: profile name and start."""
        return self.profile.name, self.start


@dataclass(frozen=True, eq=False)
class Grid:
    """All places of one GPU.

    Attributes:
        places: in the order of the table, then by start.
        room: what an empty GPU has beside memory, packed, guards set.
        limits: the fields of `room` by name, with what the GPU has of each.
    """

    table: Mig
    places: tuple[Place, ...]
    room: int
    guard: int
    limits: tuple[tuple[str, int], ...]

    def fits(self, place: Place, taken: int, room: int) -> bool:
        """Whether the place is free and enough of everything else is left."""
        return not place.mask & taken and (room - place.use) & self.guard == self.guard

    def left(self, room: int) -> dict[str, int]:
        """What is left of each resource beside memory."""
        return {
            name: (room >> (n * _BITS)) & (_GUARD - 1)
            for n, (name, _) in enumerate(self.limits)
        }

    @cached_property
    def of(self) -> dict[str, tuple[Place, ...]]:
        """Places by profile name, by start."""
        return {
            one.name: tuple(
                place for place in self.places if place.profile.name == one.name
            )
            for one in self.table.profiles
        }

    @cached_property
    def at(self) -> dict[tuple[str, int], Place]:
        """Places by profile name and start."""
        return {place.key: place for place in self.places}


@cache
def grid_of(table: Mig) -> Grid:
    """The places of a table.

    A GPU has as many media engines as its whole-GPU profile prints; where that is
    unknown, engines do not limit. No capture shows a refusal for want of an engine: that
    they are not shared follows from what `+me.all` and `-me` are for.
    """
    whole = max(table.profiles, key=lambda one: (one.size, one.compute))
    limits = {"compute slices": table.compute_slices}
    limits |= {engine: _has(whole, engine) for engine in ENGINES}
    limits |= {one.name: one.most for one in table.profiles}

    def packed(amounts: dict[str, int]) -> int:
        return sum(amounts.get(name, 0) << (n * _BITS) for n, name in enumerate(limits))

    guard = packed(dict.fromkeys(limits, _GUARD))
    places = []
    for one in table.profiles:
        wants = {engine: getattr(one, engine) or 0 for engine in ENGINES}
        use = packed(wants | {"compute slices": one.compute, one.name: 1})
        for start in one.starts:
            mask = ((1 << one.size) - 1) << start
            places.append(Place(one, start, mask, use))
    room = packed(limits) | guard
    return Grid(table, tuple(places), room, guard, tuple(limits.items()))


def _has(whole: Partition, engine: str) -> int:
    count: int | None = getattr(whole, engine)
    return _GUARD - 1 if count is None else count
