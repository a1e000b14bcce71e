"""A fabric built: switches, cables, oversubscription, and what a failed spine costs.

Two tiers as long as a spine has a port for every leaf. Spines are as many as the uplinks
need, and then more until they divide a leaf's uplinks, so that every leaf has as many
cables to each. Beyond that a third tier: spines give half of their ports to leaves and
half to core switches. Both rules give the counts that NVIDIA prints for its DGX SuperPODs.
Leaves are counted whole: NVIDIA advises to wire whole units and leave places empty.
"""

from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.systems.fabric.fabric import Fabric
from certlab.words import Sentence


@dataclass(frozen=True)
class Built:
    """The parts of a fabric, and how it carries.

    Attributes:
        leaves: switches that systems are wired to.
        spines: switches that leaves are wired to.
        cores: switches that spines are wired to; 0 in two tiers.
        system_cables: from systems to leaves.
        spine_cables: from leaves to spines.
        core_cables: from spines to core switches.
        fan: to how many spines a leaf is wired.
        uplinks_left: a leaf's uplinks that still carry, in the worst place.
    """

    fabric: Fabric
    leaves: int
    spines: int
    cores: int
    system_cables: int
    spine_cables: int
    core_cables: int
    fan: int
    uplinks_left: int

    @property
    def tiers(self) -> int:
        """Two, or three with core switches."""
        return 3 if self.cores else 2

    @property
    def switches(self) -> int:
        """All of them."""
        return self.leaves + self.spines + self.cores

    @property
    def busiest_leaf(self) -> int:
        """Systems that a full leaf serves."""
        return min(self.fabric.downlinks, self.fabric.systems)

    @property
    def oversubscription(self) -> float:
        """What a full leaf takes in over what it can send up, with all spines there."""
        return self.busiest_leaf / self.fabric.uplinks

    @property
    def oversubscription_left(self) -> float:
        """The same with the failed spines gone, in the worst place."""
        return self.busiest_leaf / self.uplinks_left

    @property
    def gbit_per_rail(self) -> float:
        """Rate over the spine that each rail of a system has when all send at once."""
        share = min(1.0, 1 / self.oversubscription_left)
        return self.fabric.port_gbit_per_s * share


def build(one: Fabric) -> Built:
    """Count what a fabric needs.

    Raises:
        Refusal: it is too large for three tiers, or too many spines failed.
    """
    spines, cores, fan = _spines(one)
    lost = -(-one.uplinks // fan) * one.failed_spines
    if one.failed_spines < 0 or lost >= one.uplinks:
        raise Refusal(
            Sentence(
                "{failed} failed spines leave a leaf without any uplink, because "
                "each leaf is wired to {fan} spines; choose 0 to {most}.",
                failed=one.failed_spines,
                fan=fan,
                most=fan - 1,
            )
        )
    return Built(
        one,
        one.leaves,
        spines,
        cores,
        one.systems * one.rails,
        one.leaves * one.uplinks,
        one.leaves * one.uplinks if cores else 0,
        fan,
        one.uplinks - lost,
    )


def _spines(one: Fabric) -> tuple[int, int, int]:
    """Spines, core switches, and to how many spines a leaf is wired."""
    cables = one.leaves * one.uplinks
    if one.leaves <= one.spine_ports:
        least = -(-cables // one.spine_ports)
        count = next(n for n in range(least, one.uplinks + 1) if not one.uplinks % n)
        return count, 0, count
    down = one.spine_ports // 2
    # A pod is a full mesh of spines with `down` leaves; core switches join the pods.
    most = down * one.spine_ports // one.rails * one.downlinks
    if one.leaves > down * one.spine_ports:
        raise Refusal(
            Sentence(
                "{systems} systems need {leaves} leaves, but three tiers of "
                "{ports}-port switches connect only {most}; use at most {fit} systems.",
                systems=f"{one.systems:,}",
                leaves=f"{one.leaves:,}",
                ports=one.spine_ports,
                most=f"{down * one.spine_ports:,}",
                fit=f"{most:,}",
            )
        )
    return -(-cables // down), -(-cables // one.spine_ports), one.uplinks


@dataclass(frozen=True)
class Path:
    """A way between two adapters.

    Attributes:
        switches: how many it goes through; 0 within a system.
        by: "system", "leaf", "spine" or "core", the highest place on the way.
    """

    switches: int
    by: str


def path(
    built: Built, one: tuple[int, int], other: tuple[int, int], *, pxn: bool = False
) -> Path:
    """The way between two GPUs, each given as (system, rail).

    With `pxn` the message first crosses to the local GPU on the other's rail, over NVLink,
    so that it leaves on that rail (NCCL's PXN).

    Raises:
        Refusal: there is no such system or rail.
    """
    fabric = built.fabric
    for system, rail in (one, other):
        if not (0 <= system < fabric.systems and 0 <= rail < fabric.rails):
            raise Refusal(
                Sentence(
                    "There is no rail {rail} of system {system}; choose a system "
                    "from 0 to {systems} and a rail from 0 to {rails}.",
                    rail=rail,
                    system=system,
                    systems=f"{fabric.systems - 1:,}",
                    rails=fabric.rails - 1,
                )
            )
    if one[0] == other[0]:
        return Path(0, "system")
    units = {system // fabric.downlinks for system, _ in (one, other)}
    if len(units) == 1 and (pxn or one[1] == other[1]):
        return Path(1, "leaf")
    if not built.cores or _same_pod(built, one, other, pxn=pxn):
        return Path(3, "spine")
    return Path(5, "core")


def _same_pod(
    built: Built, one: tuple[int, int], other: tuple[int, int], *, pxn: bool
) -> bool:
    """Whether two leaves share their spines; pods are filled rail after rail."""
    fabric = built.fabric
    rail = other[1] if pxn else one[1]
    leaves = [
        rail_of * fabric.units + system // fabric.downlinks
        for system, rail_of in ((one[0], rail), other)
    ]
    pod = fabric.spine_ports // 2
    return leaves[0] // pod == leaves[1] // pod
