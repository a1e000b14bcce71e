"""Systems as their guides describe them, taken from the course's facts."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course.facts import Fact


@dataclass(frozen=True, slots=True)
class System:
    """What one system asks of a building.

    Attributes:
        name: as on the box.
        gpus: GPUs in it.
        kw: maximum input power, kW.
        supplies: power supplies in it.
        needed: supplies that it needs for full performance.
        supply_kw: rating of one supply, kW.
        units: height in rack units.
        kg: weight at most.
    """

    name: str
    gpus: int
    kw: float
    supplies: int
    needed: int
    supply_kw: float
    units: int
    kg: float


# Id of the facts, and the name.
KNOWN = {"dgx-h100": "DGX H100", "dgx-b200": "DGX B200"}


def systems(facts: Mapping[str, Fact]) -> dict[str, System]:
    """The systems that are known, by id."""

    def value(id: str) -> float:
        number = facts[id].value
        assert not isinstance(number, str)
        return number

    return {
        id: System(
            name,
            8,
            value(f"{id}.power_max"),
            int(value(f"{id}.power_supplies")),
            int(value(f"{id}.supplies_needed")),
            value(f"{id}.power_supply"),
            int(value(f"{id}.height")),
            value(f"{id}.weight"),
        )
        for id, name in KNOWN.items()
    }
