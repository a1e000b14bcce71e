"""The state of one GPU in MIG mode: what stands on it, and what would fit."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from certlab.labs.mig.grid import Grid, Place, grid_of
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import find, in_order, knows
from certlab.labs.mig.refusal import NOT_FOUND, Refusal, listed
from certlab.words import Sentence


@dataclass(frozen=True)
class State:
    """A GPU and what stands on it.

    Attributes:
        table: its placement table.
        instances: its GPU instances, in the order they were made.
        enabled: whether MIG is on.
        driver: the driver's version; "" stands for one that knows every profile.
        crossed: whether this board numbers its halves the other way round; see
            `certlab.labs.mig.placement`.
        clients: processes that hold the GPU itself, such as a monitor.
        bus: its PCI bus id, "" for one after its number.
    """

    table: Mig
    instances: tuple[Instance, ...] = ()
    enabled: bool = True
    driver: str = ""
    crossed: bool = False
    clients: tuple[str, ...] = ()
    bus: str = ""

    @cached_property
    def grid(self) -> Grid:
        """All places of this GPU."""
        return grid_of(self.table)

    @property
    def profiles(self) -> tuple[Partition, ...]:
        """The profiles this driver knows."""
        return tuple(
            one for one in self.table.profiles if knows(self.driver, one.min_driver)
        )

    @cached_property
    def taken(self) -> int:
        """Memory slices in use, a bit each."""
        return sum(self.grid.at[one.key].mask for one in self.instances)

    @cached_property
    def room(self) -> int:
        """What is left beside memory, packed as the grid packs it."""
        grid = self.grid
        return grid.room - sum(grid.at[one.key].use for one in self.instances)

    @property
    def listed(self) -> tuple[Instance, ...]:
        """The instances in the order nvidia-smi lists and destroys them."""
        return tuple(
            sorted(
                self.instances,
                key=lambda one: (*in_order(self.table, one.profile), one.id),
            )
        )

    def profile(self, named: str | int) -> Partition:
        """The profile of that name or id. Raises Refusal."""
        return find(self.table, named)

    def open_places(self, profile: Partition) -> tuple[Place, ...]:
        """Where one more instance of a profile could stand now, by start."""
        grid, taken, room = self.grid, self.taken, self.room
        return tuple(
            place for place in grid.of[profile.name] if grid.fits(place, taken, room)
        )

    def fits(self, profile: str | int) -> tuple[int, ...]:
        """Legal starts of a profile now; none while MIG is off."""
        if not self.enabled:
            return ()
        return tuple(place.start for place in self.open_places(self.profile(profile)))

    def free(self, profile: str | int) -> int:
        """How many more of a profile fit now, as `-lgip` prints it, MIG on or off."""
        one = self.profile(profile)
        grid, taken, room, count = self.grid, self.taken, self.room, 0
        for place in self.open_places(one):
            if grid.fits(place, taken, room):
                taken, room, count = taken | place.mask, room - place.use, count + 1
        return count

    def instance(self, id: int) -> Instance:
        """The GPU instance of that id.

        Raises:
            Refusal: there is none.
        """
        for one in self.instances:
            if one.id == id:
                return one
        there = listed(one.called for one in self.instances)
        says = Sentence(
            "The GPU has no instance {id}; it has {there}.",
            id=id,
            there=there or Sentence("none"),
        )
        raise Refusal(says, NOT_FOUND)

    def with_instance(self, instance: Instance) -> Self:
        """The same with an instance in place of its old self."""
        kept = tuple(
            instance if one.id == instance.id else one for one in self.instances
        )
        return replace(self, instances=kept)
