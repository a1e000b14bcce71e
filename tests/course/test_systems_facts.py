"""Facts of systems hold against each other: sums that no single source writes."""

import pytest

from certlab.course import Course, load
from certlab.course.facts import numbers
from certlab.labs.systems import fabric


@pytest.fixture(scope="module")
def course() -> Course:
    """The course in this checkout."""
    return load()


@pytest.fixture(scope="module")
def fact(course: Course):
    """A fact's number by its id."""
    return numbers(course.facts).__getitem__


@pytest.mark.parametrize(
    ("links", "gpu"),
    [
        ("6 * dgx-a100.links_to_nvswitch", "a100"),
        ("2 * dgx-h100.links_to_two + 2 * dgx-h100.links_to_others", "h100-sxm5"),
        ("2 * dgx-b200.links_to_nvswitch", "b200"),
    ],
)
def test_links_to_all_nvswitches_are_all_links_of_a_gpu(fact, links, gpu):
    parts = [one.split(" * ") for one in links.split(" + ")]
    wired = sum(int(many) * fact(name) for many, name in parts)
    assert wired == fact(f"{gpu}.nvlink_links")


def test_nvswitches_are_as_many_as_the_wiring_needs(fact):
    assert fact("dgx-a100.nvswitches") == 6
    assert fact("dgx-h100.nvswitches") == 4
    assert fact("dgx-b200.nvswitches") == 2
    chips = fact("nvl72.switch_trays") * fact("nvl72.chips_per_switch_tray")
    assert chips == fact("gb200.nvlink_links")


@pytest.mark.parametrize(
    ("gpu", "each_way"),
    [
        ("p100-sxm2", 20),
        ("v100-sxm2", 25),
        ("a100", 25),
        ("h100-sxm5", 25),
        ("b200", 50),
        ("gb200", 50),
        ("rubin", 50),
    ],
)
def test_a_link_has_the_rate_of_its_generation(fact, gpu, each_way):
    assert fact(f"{gpu}.nvlink") / fact(f"{gpu}.nvlink_links") / 2 == each_way


def test_a_domain_adds_up_to_what_is_printed(fact):
    assert 8 * fact("b200.nvlink") == 1000 * fact("dgx-b200.nvlink_total")
    gpus = fact("nvl72.compute_trays") * fact("nvl72.gpus_per_tray")
    assert gpus == fact("nvl72.gpus") == 72
    cpus = fact("nvl72.compute_trays") * fact("nvl72.cpus_per_tray")
    assert gpus == cpus * fact("gb200-superchip.gpus")
    total = gpus * fact("gb200.nvlink") / 1000
    assert fact("nvl72.nvlink_total") == pytest.approx(total, rel=0.01)


@pytest.mark.parametrize(
    ("system", "gpu"),
    [
        ("dgx-a100.gpu_memory_small", "a100-40gb"),
        ("dgx-a100.gpu_memory_large", "a100-80gb"),
        ("dgx-h100.gpu_memory", "h100-sxm5"),
        ("dgx-h200.gpu_memory", "h200-sxm"),
        ("dgx-b200.gpu_memory", "b200"),
    ],
)
def test_a_dgx_has_the_memory_of_eight_gpus(fact, system, gpu):
    assert fact(system) == 8 * fact(f"{gpu}.memory_size")


def test_eight_b300_round_to_the_printed_memory(fact):
    eight = 8 * fact("b300.memory_size") / 1000
    assert fact("dgx-b300.gpu_memory") == pytest.approx(eight, rel=0.03)


def test_each_infiniband_doubles_the_one_before(fact):
    ports = [fact(f"infiniband-{one}.port") for one in ("edr", "hdr", "ndr", "xdr")]
    assert ports == [100, 200, 400, 800]
    adapters = [fact(f"connectx-{one}.rate") for one in (6, 7, 8)]
    assert adapters == ports[1:]
    assert fact("osfp.lanes") == 2 * fact("qsfp.lanes") == 2 * fact("infiniband.lanes")


def test_cages_of_a_dgx_serve_its_adapters(fact):
    for system in ("dgx-h100", "dgx-b200"):
        served = fact(f"{system}.osfp_cages") * fact("quantum-2.ports_per_cage")
        assert served == fact(f"{system}.compute_adapters")


def test_two_grace_make_the_superchip(fact):
    assert fact("grace-superchip.cores") == 2 * fact("grace-cpu.cores")
    assert fact("grace-superchip.memory_size") == 2 * fact("grace-cpu.memory_size")


def test_the_simulator_builds_the_published_unit(fact):
    systems = int(fact("superpod-b200.systems_per_unit"))
    ports = int(fact("quantum-2.ports"))
    built = fabric.build(
        fabric.Fabric(systems=systems, leaf_ports=ports, spine_ports=ports)
    )
    assert built.leaves == fact("superpod-b200.unit_leaves")
    assert built.spines == fact("superpod-b200.unit_spines")
    assert built.spine_cables == fact("superpod-b200.unit_cables_up")
    assert fact("superpod-b200.unit_nodes") == systems - 1
    assert fact("superpod-b200.unit_gpus") == 8 * (systems - 1)
    to_ufm = fact("superpod-b200.unit_cables_down") - fact("superpod-b200.unit_gpus")
    assert to_ufm == 4
    assert fact("superpod-h100.tested_nodes") == 4 * systems - 1


def test_a_unit_fills_half_of_its_leaves(fact):
    for unit, switch in (
        ("superpod-h100", "quantum-2"),
        ("superpod-b200", "quantum-2"),
        ("superpod-b300-xdr", "quantum-x800"),
    ):
        assert fact(f"{unit}.systems_per_unit") * 2 == fact(f"{switch}.ports")
