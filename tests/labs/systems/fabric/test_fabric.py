"""Fabrics against NVIDIA's published tables, laws, refusals and the drawing."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from certlab.course import Course
from certlab.labs.systems import fabric
from certlab.labs.systems.fabric import Built, Fabric, Path, Refusal
from certlab.words import Sentence

SVG = "{http://www.w3.org/2000/svg}"

# DGX SuperPOD B200, table of larger component counts, 64-port switches (superpod-b200-ra):
# systems, leaves, spines, cores, cables to systems, leaf to spine, spine to core.
B200 = [
    (64, 16, 8, 0, 512, 512, 0),
    (128, 32, 16, 0, 1024, 1024, 0),
    (256, 64, 32, 0, 2048, 2048, 0),
    (512, 128, 128, 64, 4096, 4096, 4096),
    (1024, 256, 256, 128, 8192, 8192, 8192),
    (2048, 512, 512, 256, 16384, 16384, 16384),
]
# DGX SuperPOD B300 with XDR, table 3, 144-port switches (superpod-b300-xdr-ra).
B300 = [
    (72, 8, 4, 0, 576, 576, 0),
    (144, 16, 8, 0, 1152, 1152, 0),
    (288, 32, 18, 0, 2304, 2304, 0),
    (576, 64, 36, 0, 4608, 4608, 0),
    (1296, 144, 72, 0, 10368, 10368, 0),
]


def built(systems: int, ports: int = 64, **more: int) -> Built:
    return fabric.build(
        Fabric(systems=systems, leaf_ports=ports, spine_ports=ports, **more)
    )


@pytest.mark.parametrize(
    ("ports", "row"), [(64, row) for row in B200] + [(144, row) for row in B300]
)
def test_nvidia_s_tables(ports: int, row: tuple[int, ...]) -> None:
    done = built(row[0], ports)
    assert row[1:] == (
        done.leaves,
        done.spines,
        done.cores,
        done.system_cables,
        done.spine_cables,
        done.core_cables,
    )
    assert done.oversubscription == 1
    assert done.tiers == (3 if row[3] else 2)


def test_the_facts_are_what_is_built(whole: Course) -> None:
    four = built(4 * int(whole.facts["superpod-b200.systems_per_unit"].value))
    assert four.leaves == whole.facts["superpod-b200.leaves_for_four_units"].value
    assert four.spines == whole.facts["superpod-b200.spines_for_four_units"].value


@st.composite
def fabrics(draw: st.DrawFn) -> Fabric:
    ports = draw(st.sampled_from((16, 32, 64, 144)))
    return Fabric(
        systems=draw(st.integers(1, 600)),
        rails=draw(st.sampled_from((1, 2, 4, 8))),
        leaf_ports=ports,
        spine_ports=ports,
        systems_per_leaf=draw(st.integers(0, ports - 1)),
    )


@given(fabrics())
def test_ports_are_enough_and_cables_have_two_ends(one: Fabric) -> None:
    try:
        done = fabric.build(one)
    except Refusal:
        assume(False)
    assert done.system_cables <= done.leaves * one.downlinks
    assert done.spine_cables == done.leaves * one.uplinks
    below = one.spine_ports // 2 if done.cores else one.spine_ports
    assert done.spine_cables <= done.spines * below
    assert done.core_cables <= done.cores * one.spine_ports
    assert one.uplinks % done.fan == 0  # as many cables to each spine
    assert done.spines >= done.fan


@given(fabrics(), st.data())
def test_failed_spines_take_their_share_and_no_more(
    one: Fabric, data: st.DataObject
) -> None:
    try:
        well = fabric.build(one)
    except Refusal:
        assume(False)
    failed = data.draw(st.integers(1, well.fan), "failed")
    if failed == well.fan:
        with pytest.raises(Refusal):
            fabric.build(replace(one, failed_spines=failed))
        return
    broken = fabric.build(replace(one, failed_spines=failed))
    assert broken.uplinks_left * well.fan == one.uplinks * (well.fan - failed)
    assert broken.oversubscription == well.oversubscription
    assert broken.oversubscription_left > well.oversubscription


def test_a_failed_spine_in_words() -> None:
    assert fabric.words(built(32, failed_spines=1)) == (
        "32 systems with 8 rails each need 8 leaves with 4 spines. 256 cables go to the "
        "systems and 256 connect switches. The oversubscription is 1 to 1. 1 spine "
        "failed, so a leaf keeps 24 "
        "of 32 uplinks and its oversubscription is 1.333 to 1. Over the spines each "
        "rail has 300 of 400 Gbit/s, whereas within its leaf it has all of it."
    )


def test_oversubscription_is_what_fewer_uplinks_cost() -> None:
    done = fabric.build(Fabric(systems=96, systems_per_leaf=48))
    assert done.fabric.uplinks == 16
    assert done.oversubscription == 3
    assert done.gbit_per_rail == pytest.approx(400 / 3)


@pytest.mark.parametrize(
    ("systems", "one", "other", "pxn", "way"),
    [
        (64, (3, 0), (3, 7), False, Path(0, "system")),
        (64, (0, 2), (31, 2), False, Path(1, "leaf")),
        (64, (0, 2), (31, 3), False, Path(3, "spine")),
        (64, (0, 2), (31, 3), True, Path(1, "leaf")),
        (64, (0, 2), (32, 2), False, Path(3, "spine")),
        (512, (0, 0), (511, 0), False, Path(3, "spine")),
        (512, (0, 0), (0, 7), False, Path(0, "system")),
        (512, (0, 0), (511, 7), False, Path(5, "core")),
        (512, (0, 0), (511, 7), True, Path(3, "spine")),
    ],
)
def test_ways_between_gpus(
    systems: int, one: tuple[int, int], other: tuple[int, int], pxn: bool, way: Path
) -> None:
    done = built(systems)
    assert fabric.path(done, one, other, pxn=pxn) == way
    if not pxn:
        assert fabric.path(done, other, one) == way


REFUSED: list[tuple[dict[str, int], str]] = [
    (
        {"systems": 0},
        "A fabric needs at least one system, one rail and a port rate above 0.",
    ),
    ({"systems": 1, "spine_ports": 1}, "A switch needs at least two ports."),
    (
        {"systems": 1, "systems_per_leaf": 64},
        (
            "A leaf with 64 ports can serve 1 to 63 systems, because it needs at "
            "least one port for a spine; 64 systems do not fit."
        ),
    ),
    (
        {"systems": 32, "failed_spines": 4},
        (
            "4 failed spines leave a leaf without any uplink, because each leaf is "
            "wired to 4 spines; choose 0 to 3."
        ),
    ),
    (
        {"systems": 10_000},
        (
            "10,000 systems need 2,504 leaves, but three tiers of 64-port switches "
            "connect only 2,048; use at most 8,192 systems."
        ),
    ),
]


@pytest.mark.parametrize(("config", "says"), REFUSED)
def test_a_refusal_is_one_sentence(config: dict[str, int], says: str) -> None:
    with pytest.raises(Refusal) as told:
        fabric.build(Fabric(**config))
    assert str(told.value) == says
    assert isinstance(told.value.says, Sentence)


def test_the_largest_fabric_is_the_one_that_the_refusal_names() -> None:
    assert built(8192).cores == 1024
    with pytest.raises(Refusal):
        built(8193)


def test_there_is_no_such_rail() -> None:
    with pytest.raises(
        Refusal, match="There is no rail 8 of system 0; choose a system from 0"
    ):
        fabric.path(built(32), (0, 8), (1, 0))


def test_the_drawing() -> None:
    done = built(62, failed_spines=1)
    root = ET.fromstring(fabric.draw.svg(done))
    assert root.findtext(f"{SVG}desc") == fabric.words(done)
    says = [one.text for one in root.iter(f"{SVG}text")]
    assert {"unit 0: 32 systems", "unit 1: 30 systems", "failed", "spine 7"} <= set(
        says
    )
    lines = [one for one in root.iter(f"{SVG}path") if "L" in one.attrib["d"]]
    assert len(lines) == 16 * 8
    assert sum("stroke-dasharray" in one.attrib for one in lines) == 16
    *_, width, height = map(float, root.attrib["viewBox"].split())
    for one in root.iter(f"{SVG}text"):
        assert 0 <= float(one.attrib["x"]) <= width
        assert 0 <= float(one.attrib["y"]) <= height


def test_too_much_to_draw() -> None:
    with pytest.raises(
        Refusal, match="at most 32 leaves in two tiers, not 64; draw fe"
    ):
        fabric.draw.svg(built(256))


def test_the_report() -> None:
    told = fabric.report.state(built(512))
    assert (told["tiers"], told["switches"], told["core_cables"]) == (3, 320, 4096)
    assert told["spines_per_leaf"] == 32
