"""A rail-optimised leaf-spine fabric to be built: how many systems, out of which switches.

Rail r of a system is its r-th adapter. The systems of one unit share a leaf for each rail,
so that equal rails of a unit are one switch apart; everything else goes over the spine.
"""

from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.words import Sentence


@dataclass(frozen=True, kw_only=True)
class Fabric:
    """What is to be wired.

    Attributes:
        systems: how many, of one kind.
        rails: adapters a system, one to each of its unit's leaves.
        leaf_ports: ports of a leaf, for systems and spines together.
        spine_ports: ports of a spine, and of a core switch where there are any.
        systems_per_leaf: how many systems a leaf serves, the size of a unit; 0 for half
            of its ports, which leaves as many for the spine: no oversubscription.
        port_gbit_per_s: rate of a port, one direction.
        failed_spines: spines that are down.

    Raises:
        Refusal: it cannot be wired.
    """

    systems: int
    rails: int = 8
    leaf_ports: int = 64
    spine_ports: int = 64
    systems_per_leaf: int = 0
    port_gbit_per_s: float = 400.0
    failed_spines: int = 0

    def __post_init__(self) -> None:
        if min(self.systems, self.rails) < 1 or self.port_gbit_per_s <= 0:
            raise Refusal(
                Sentence(
                    "A fabric needs at least one system, one rail and a port rate "
                    "above 0."
                )
            )
        if min(self.leaf_ports, self.spine_ports) < 2:
            raise Refusal(Sentence("A switch needs at least two ports."))
        if not 1 <= self.downlinks < self.leaf_ports:
            raise Refusal(
                Sentence(
                    "A leaf with {ports} ports can serve 1 to {most} systems, "
                    "because it needs at least one port for a spine; {systems} "
                    "systems do not fit.",
                    ports=self.leaf_ports,
                    most=self.leaf_ports - 1,
                    systems=self.downlinks,
                )
            )

    @property
    def downlinks(self) -> int:
        """Ports of a leaf that go to systems."""
        return self.systems_per_leaf or self.leaf_ports // 2

    @property
    def uplinks(self) -> int:
        """Ports of a leaf that go to spines."""
        return self.leaf_ports - self.downlinks

    @property
    def units(self) -> int:
        """Groups of systems that share their leaves."""
        return -(-self.systems // self.downlinks)

    @property
    def leaves(self) -> int:
        """A leaf for each rail of each unit."""
        return self.rails * self.units
