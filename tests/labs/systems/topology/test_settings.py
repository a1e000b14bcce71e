"""Mistakes with NCCL's variables, and names as NCCL matches them."""

import pytest

from certlab.errors import CourseError
from certlab.labs.systems.topology.adapter_names import matching
from certlab.labs.systems.topology.nccl_variable_findings import check, parse
from certlab.labs.systems.topology.variables import variables

DEVICES = ("mlx5_0", "mlx5_1", "mlx5_10", "mlx5_11", "mlx5_2")


@pytest.mark.parametrize(
    ("value", "taken"),
    [
        ("mlx5_1", ("mlx5_1", "mlx5_10", "mlx5_11")),
        ("=mlx5_1", ("mlx5_1",)),
        ("=mlx5_1:1,mlx5_2", ("mlx5_1", "mlx5_2")),
        ("^mlx5_1", ("mlx5_0", "mlx5_2")),
        ("^=mlx5_1", ("mlx5_0", "mlx5_10", "mlx5_11", "mlx5_2")),
        ("mlx5", DEVICES),
        ("ib0", ()),
    ],
)
def test_names_match_from_their_beginning(value: str, taken: tuple[str, ...]) -> None:
    assert matching(value, DEVICES) == taken


# Settings, the rule, a part of the sentence, whether it is a problem.
MISTAKES = [
    ("NCCL_IB_HCA=mlx5_1", "NCCL_IB_HCA", "also takes mlx5_10 to mlx5_19", True),
    ("NCCL_IB_HCA=^mlx5_1", "NCCL_IB_HCA", "also leaves out mlx5_10", True),
    ("NCCL_IB_HCA=ib0", "NCCL_IB_HCA", "ib0 is a network interface", True),
    ("NCCL_IB_HCA==^mlx5_0", "NCCL_IB_HCA", "stand once", True),
    ("NCCL_IB_DISABLE=1", "NCCL_IB_DISABLE", "IP sockets, whatever the cable", True),
    ("NCCL_IB_DISABLE=true", "NCCL_IB_DISABLE", "NCCL reads 0 from it", True),
    ("NCCL_CROSS_NIC=1,2", "NCCL_CROSS_NIC", "NCCL reads 1 from it", True),
    ("NCCL_MAX_CTAS=0101", "NCCL_MAX_CTAS", "0101 is not among 1 to 64", True),
    ("NCCL_IB_DISABLE=-1", "NCCL_IB_DISABLE", "-1 is not among 0 to 1", True),
    ("NCCL_SOCKET_IFNAME=mlx5_0", "NCCL_SOCKET_IFNAME", "is a verbs device", True),
    ("NCCL_SOCKET_IFNAME=lo", "NCCL_SOCKET_IFNAME", "reaches no other node", True),
    ("NCCL_SOCKET_IFNAME=ib0", "NCCL_SOCKET_IFNAME", "goes by NCCL_IB_HCA", False),
    ("NCCL_P2P_LEVEL=NVL", "NCCL_P2P_LEVEL", "sets no rings", False),
    ("NCCL_P2P_LEVEL=SYS", "NCCL_P2P_LEVEL", "through the CPU", False),
    ("NCCL_P2P_LEVEL=NODE", "distance", "not a distance that NCCL knows", True),
    ("NCCL_NET_GDR_LEVEL=3", "old number", "3 means PHB", False),
    ("NCCL_NET_GDR_LEVEL=SYS", "NCCL_NET_GDR_LEVEL", "no adapter nearer", False),
    ("NCCL_P2P_DISABLE=1", "NCCL_P2P_DISABLE", "over NVLink too", True),
    ("NCCL_SHM_DISABLE=1", "NCCL_SHM_DISABLE", "over the network", True),
    ("NCCL_ALGO=Ring", "NCCL_ALGO", "NVLS is ruled out", False),
    ("NCCL_ALGO=Rings", "NCCL_ALGO", "rings: no algorithm", True),
    ("NCCL_PROTO=LL128", "NCCL_PROTO", "corrupted", True),
    ("NCCL_PROTO=fast", "NCCL_PROTO", "fast: no protocol", True),
    ("NCCL_DEBUG=INFO", "NCCL_DEBUG", "do not search the log for nvlink", False),
    ("NCCL_DEBUG=DEBUG", "NCCL_DEBUG", "is not a level", True),
    ("NCCL_DEBUG_SUBSYS=NET", "NCCL_DEBUG_SUBSYS", "without NCCL_DEBUG=INFO", True),
    ("NCCL_CROSS_NIC=1", "NCCL_CROSS_NIC", "through the spine", False),
    ("NCCL_CROSS_NIC=3", "NCCL_CROSS_NIC", "not among 0 to 2", True),
    ("NCCL_NVLS_ENABLE=0", "NCCL_NVLS_ENABLE", "the switch does no sums", False),
    ("NCCL_MAX_CTAS=65", "NCCL_MAX_CTAS", "not among 1 to 64", True),
    ("NCCL_MIN_CTAS=8 NCCL_MAX_CTAS=4", "NCCL_MIN_CTAS", "8 is above", True),
    ("NCCL_MIN_NCHANNELS=8", "NCCL_MIN_NCHANNELS", "Write NCCL_MIN_CTAS", True),
    ("NCCL_IB_GDR_LEVEL=PXB", "NCCL_IB_GDR_LEVEL", "Write NCCL_NET_GDR_LEVEL", True),
    ("NCCL_ASYNC_ERROR_HANDLING=1", "NCCL_ASYNC_ERROR_HANDLING", "Write TORCH_", True),
    (
        "TORCH_NCCL_ASYNC_ERROR_HANDLING=0",
        "TORCH_NCCL_ASYNC_ERROR_HANDLING",
        "wait for ever",
        True,
    ),
    ("NCCL_NET=Socket", "NCCL_NET", "through sockets", True),
    ("NCCL_IB_HCAS=mlx5_0", "NCCL_IB_HCAS", "NCCL_IB_HCA is.", True),
    ("NCCL_IB_DISABLE=1 NCCL_IB_HCA=mlx5_0", "NCCL_IB_HCA", "chooses nothing", True),
    ("NCCL_P2P_DISABLE=1 NCCL_P2P_LEVEL=PXB", "NCCL_P2P_LEVEL", "no say", True),
]


@pytest.mark.parametrize(("words", "rule", "part", "problem"), MISTAKES)
def test_a_mistake_is_told(words: str, rule: str, part: str, *, problem: bool) -> None:
    report = check(parse(words.split()), variables())
    told = [one for one in report.findings if one.rule == rule and part in one.says]
    assert len(told) == 1, str(report)
    assert (told[0].weight == "problem") is problem


FINE = [
    "NCCL_IB_HCA==mlx5_1",
    "NCCL_IB_HCA=mlx5_0",
    "NCCL_IB_HCA=mlx5",
    "NCCL_IB_DISABLE=0",
    "NCCL_P2P_LEVEL=PIX",
    "NCCL_ALGO=^Tree",
    "NCCL_ALGO=allreduce:tree,nvls",
    "NCCL_PROTO=^LL128",
    "NCCL_DEBUG=WARN",
    "NCCL_CROSS_NIC=2",
    "NCCL_MIN_CTAS=64",
    "NCCL_MAX_CTAS=0x10",
    "NCCL_MAX_CTAS=0100",
    "NCCL_TOPO_DUMP_FILE=/tmp/topo.xml",
    "NCCL_IB_GID_INDEX=3",
    "TORCH_NCCL_ASYNC_ERROR_HANDLING=3",
    "PATH=/bin",
]


@pytest.mark.parametrize("words", FINE)
def test_nothing_is_told_of_what_is_right(words: str) -> None:
    assert str(check(parse([words]), variables())) == "Nothing stands out."


def test_with_the_machines_devices_the_names_are_matched() -> None:
    report = check({"NCCL_IB_HCA": "mlx5_1"}, variables(), DEVICES)
    assert [one.says.split(":")[0] for one in report.problems] == [
        "mlx5_1 also takes mlx5_10 and mlx5_11"
    ]
    none = check({"NCCL_IB_HCA": "=mlx5_7"}, variables(), DEVICES)
    assert "leaves no device" in none.problems[0].says
    assert not check({"NCCL_IB_HCA": "=mlx5_1"}, variables(), DEVICES).findings


def test_lines_as_a_shell_prints_them() -> None:
    words = ["export NCCL_DEBUG='INFO'", "HOME=/root", "NCCL_IB_HCA==mlx5_1"]
    assert parse(words) == {"NCCL_DEBUG": "INFO", "NCCL_IB_HCA": "=mlx5_1"}
    with pytest.raises(
        CourseError, match='"NCCL_DEBUG INFO" is not a setting; expected'
    ):
        parse(["NCCL_DEBUG INFO"])
