"""What NCCL makes of a pair: its own distances, defaults and settings."""

import pytest

from certlab.errors import CourseError
from certlab.labs.systems.topology import adapters, islands, ways
from certlab.labs.systems.topology.distances import level
from certlab.labs.systems.topology.topo_matrix import read
from tests.labs.systems.topology.conftest import matrix_of


def transports(id: str, settings: dict[str, str] | None = None) -> dict[str, str]:
    return {way.cell: way.transport for way in ways(matrix_of(id), settings)}


def test_by_default_peer_access_ends_at_pxb() -> None:
    assert transports("topo-a6000-bridges") == {
        "NV4": "P2P",
        "NODE": "SHM",
        "SYS": "SHM",
    }
    assert transports("topo-five-pcie") == {"PHB": "SHM", "NODE": "SHM", "SYS": "SHM"}


def test_a_switch_of_pcie_is_within_the_default() -> None:
    cells = (
        "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tPIX\tPXB\nGPU1\tPIX\tX\tPXB\nGPU2\tPXB\tPXB\tX\n"
    )
    assert {way.transport for way in ways(read(cells))} == {"P2P"}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"NCCL_P2P_LEVEL": "SYS"}, {"NV4": "P2P", "NODE": "P2P", "SYS": "P2P"}),
        ({"NCCL_P2P_LEVEL": "PHB"}, {"NV4": "P2P", "NODE": "P2P", "SYS": "SHM"}),
        ({"NCCL_P2P_LEVEL": "NVL"}, {"NV4": "P2P", "NODE": "SHM", "SYS": "SHM"}),
        ({"NCCL_P2P_LEVEL": "LOC"}, {"NV4": "SHM", "NODE": "SHM", "SYS": "SHM"}),
        ({"NCCL_P2P_DISABLE": "1"}, {"NV4": "SHM", "NODE": "SHM", "SYS": "SHM"}),
        (
            {"NCCL_P2P_DISABLE": "1", "NCCL_P2P_LEVEL": "SYS"},
            {"NV4": "SHM", "NODE": "SHM", "SYS": "SHM"},
        ),
        ({"NCCL_SHM_DISABLE": "1"}, {"NV4": "P2P", "NODE": "NET", "SYS": "NET"}),
    ],
)
def test_settings_move_the_border(settings: dict[str, str], expected: object) -> None:
    assert transports("topo-a6000-bridges", settings) == expected


def test_two_gpus_on_amd_reach_across_sockets() -> None:
    two = read("\tGPU0\tGPU1\nGPU0\tX\tSYS\nGPU1\tSYS\tX\n")
    assert [way.transport for way in ways(two, cpu="amd")] == ["P2P"]
    assert [way.transport for way in ways(two, cpu="intel")] == ["SHM"]
    three = read(
        "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tSYS\tSYS\nGPU1\tSYS\tX\tSYS\nGPU2\tSYS\tSYS\tX\n"
    )
    assert {way.transport for way in ways(three, cpu="amd")} == {"SHM"}


def test_a_cube_mesh_goes_through_a_third_gpu() -> None:
    matrix = matrix_of("topo-v100-cube-mesh")
    found = {(way.one, way.other): way for way in ways(matrix)}
    way = found["GPU0", "GPU5"]
    assert (way.cell, way.distance) == ("SYS", "NVB")
    assert matrix.links("GPU0", way.through)
    assert matrix.links(way.through, "GPU5")
    assert way.transport == "P2P"
    direct = ways(matrix, {"NCCL_NVB_DISABLE": "1"})
    assert {one.transport for one in direct if one.cell == "SYS"} == {"SHM"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("NVL", "NVL"),
        ("0", "LOC"),
        ("1", "PIX"),
        ("2", "PXB"),
        ("3", "PHB"),
        ("9", "SYS"),
    ],
)
def test_levels_by_name_and_old_number(text: str, meant: str) -> None:
    assert level(text) == meant


def test_node_is_no_level_of_nccl() -> None:
    with pytest.raises(CourseError, match='"NODE" is not a distance that NCCL knows'):
        level("NODE")


def test_islands() -> None:
    assert islands(matrix_of("topo-a100-uneven")) == (
        ("GPU0", "GPU1"),
        ("GPU2", "GPU3"),
    )
    assert len(islands(matrix_of("topo-v100-cube-mesh"))) == 1
    assert len(islands(matrix_of("topo-4090-pcie"))) == 8


def test_the_adapter_near_a_gpu() -> None:
    near = {one.gpu: one for one in adapters.nearest(matrix_of("topo-dgx-a100"))}
    assert near["GPU4"].adapters == ("mlx5_6", "mlx5_7")
    assert near["GPU4"].gdr
    far = {one.gpu: one for one in adapters.nearest(matrix_of("topo-a6000-bridges"))}
    assert (far["GPU6"].cell, far["GPU6"].gdr) == ("PHB", False)
    assert far["GPU0"].cell == "SYS"
    allowed = {"NCCL_NET_GDR_LEVEL": "PHB"}
    set_ = {
        one.gpu: one.gdr
        for one in adapters.nearest(matrix_of("topo-a6000-bridges"), allowed)
    }
    assert set_["GPU6"]
    assert not set_["GPU0"]


def test_grace_hides_its_way_to_the_adapter() -> None:
    assert all(one.c2c for one in adapters.nearest(matrix_of("topo-gb200")))
    assert not any(one.c2c for one in adapters.nearest(matrix_of("topo-hgx-h100")))


def test_pxn_goes_through_the_gpu_next_to_the_adapter() -> None:
    matrix = matrix_of("topo-v100-cube-mesh")
    assert adapters.relay(matrix, "GPU0", "mlx5_0") == "GPU2"
    assert adapters.relay(matrix, "GPU2", "mlx5_0") == ""
    assert adapters.relay(matrix, "GPU5", "mlx5_0") == ""
