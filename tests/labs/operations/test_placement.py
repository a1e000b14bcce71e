"""Which cores are near which GPU, read from outputs of real servers, and plans to pin."""

import pytest

from certlab.errors import CourseError
from certlab.labs.operations import placement
from certlab.labs.systems import topology


@pytest.mark.parametrize("text", ["0-3,8", " 0-3, 8 ", "8,3,2,0-1"])
def test_a_list_of_cores_is_read_as_linux_writes_it(text: str) -> None:
    assert placement.core_list(text) == {0, 1, 2, 3, 8}


@pytest.mark.parametrize("text", ["", "a", "3-", "-3", "5-2", "0..3", "0-99999999"])
def test_what_is_no_list_of_cores_is_refused(text: str) -> None:
    with pytest.raises(CourseError):
        placement.core_list(text)


@pytest.mark.parametrize(
    ("capture", "nodes", "cores"),
    [
        ("topo-hgx-h100", [0, 0, 0, 0, 1, 1, 1, 1], 96),
        ("topo-dgx-a100", [3, 3, 1, 1, 7, 7, 5, 5], 32),
        ("topo-b300", [0, 0, 0, 0, 1, 1, 1, 1], 128),
    ],
)
def test_the_sides_of_real_servers(capture: str, nodes: list[int], cores: int) -> None:
    sides = placement.sides(topology.captures()[capture].text)

    assert [sides[gpu].node for gpu in range(8)] == nodes
    assert {len(side.cores) for side in sides.values()} == {cores}


def test_a_text_without_affinity_is_refused() -> None:
    for text in ("", "GPU0\t X \tNV12\n", "nothing of the kind"):
        with pytest.raises(CourseError):
            placement.sides(text)


NEAR = {
    0: placement.Side(placement.core_list("0-3,8-11"), 0),
    1: placement.Side(placement.core_list("4-7,12-15"), 1),
}


@pytest.mark.parametrize(
    ("cores", "expected"),
    [
        (("0-3", "4-7"), []),
        (("0-3,8-11", "4-7,12-15"), []),
        (("0-3", "0-3"), [(1, "far"), (1, "shared")]),
        (("0-1", "8-9"), [(1, "far"), (1, "sibling")]),
        (("0", "4-5"), [(0, "few")]),
        (("0,8", "4-5"), [(0, "few")]),
    ],
)
def test_each_fault_of_a_plan_is_named(
    cores: tuple[str, str], expected: list[tuple[int, str]]
) -> None:
    plan = {gpu: placement.core_list(one) for gpu, one in enumerate(cores)}

    found = placement.faults(plan, NEAR, threads=8, least=2)

    assert [(one.gpu, one.kind) for one in found] == expected


def test_an_empty_list_is_too_few_cores() -> None:
    plan = {0: frozenset[int](), 1: placement.core_list("4-5")}

    (found,) = placement.faults(plan, NEAR, threads=8, least=2)

    assert (found.gpu, found.kind) == (0, "few")


@pytest.mark.parametrize(
    "line",
    [
        "numactl --cpunodebind=1 --membind=1 python train.py --lr 3",
        "numactl -N 1 -m 1 python train.py --lr 3",
        "numactl --cpunodebind 1 --membind 1 python train.py --lr 3",
    ],
)
def test_a_line_of_numactl_is_read_in_its_three_spellings(line: str) -> None:
    bound = placement.bound(line)

    assert bound["--cpunodebind"] == bound["--membind"] == "1"
    assert bound["run"] == "python train.py --lr 3"


@pytest.mark.parametrize("line", ["", "taskset -c 1 x", "numactl 'x"])
def test_another_line_is_refused(line: str) -> None:
    with pytest.raises(CourseError):
        placement.bound(line)
