"""The simulator builds the unit that NVIDIA publishes."""

from certlab.course import Course
from certlab.course.facts import Numbers
from certlab.labs.systems import fabric


def test_the_simulator_builds_the_published_unit(whole: Course) -> None:
    fact = Numbers(whole.facts).__getitem__
    systems = int(fact("superpod-b200.systems_per_unit"))
    ports = int(fact("quantum-2.ports"))
    built = fabric.build(
        fabric.Fabric(systems=systems, leaf_ports=ports, spine_ports=ports)
    )
    assert built.leaves == fact("superpod-b200.unit_leaves")
    assert built.spines == fact("superpod-b200.unit_spines")
    assert built.spine_cables == fact("superpod-b200.unit_cables_up")
