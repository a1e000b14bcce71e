"""What stands out in each output; the lines of ours are altered from captured ones."""

import pytest

from certlab.labs.systems.topology import Context, Report, read
from certlab.labs.systems.topology.reading import Kind
from tests.labs.systems.topology.conftest import text_of, with_cell


def report_of(kind: Kind, text: str, context: Context) -> Report:
    return read(kind, text, context)[1]


def said(report: Report, rule: str) -> list[str]:
    return [one.says for one in report.findings if one.rule == rule]


def problems(report: Report) -> list[str]:
    return [one.rule for one in report.problems]


HEALTHY = [
    ("topo", "topo-dgx-a100"),
    ("topo", "topo-hgx-h100"),
    ("topo", "topo-b300"),
    ("topo", "topo-gb200"),
    ("topo", "topo-a6000-bridges"),
    ("topo", "topo-v100-cube-mesh"),
    ("topo", "topo-4090-pcie"),
    ("topo", "topo-five-pcie"),
    ("nvlink", "nvlink-a100"),
    ("nvlink", "nvlink-a6000"),
    ("ibstat", "ibstat-h100-ndr"),
    ("nccl", "nccl-a100-uneven"),
    ("nccl", "nccl-gdr-far-nic"),
    ("nccl", "nccl-h100-two-nodes"),
]


@pytest.mark.parametrize(("kind", "id"), HEALTHY)
def test_nothing_is_wrong_where_nothing_is(
    kind: Kind, id: str, context: Context
) -> None:
    assert problems(report_of(kind, text_of(id), context)) == []


def test_the_pair_that_is_short_of_links(context: Context) -> None:
    report = report_of("topo", text_of("topo-a100-uneven"), context)
    assert problems(report) == ["links missing"]
    (says,) = said(report, "links missing")
    assert says.startswith("GPU2 and GPU3: at most NV10 where GPU0 has NV12")


def test_a_gpu_behind_the_switch_that_lost_links(context: Context) -> None:
    text = text_of("topo-hgx-h100")
    for other in (0, 1, 2, 3, 4, 6, 7):
        text = with_cell(text, "GPU5", f"GPU{other}", "NV16")
    (says,) = said(report_of("topo", text, context), "links missing")
    assert says.startswith("GPU5: at most NV16 where GPU0 has NV18")


def test_a_mesh_that_lost_one_of_two_links(context: Context) -> None:
    text = with_cell(text_of("topo-v100-cube-mesh"), "GPU6", "GPU7", "NV1")
    (says,) = said(report_of("topo", text, context), "links missing")
    assert says.startswith("GPU6 and GPU7 count 5 NVLinks in all where GPU0 counts 6")


def test_the_ring_counts_how_often_it_leaves_an_island(context: Context) -> None:
    (says,) = said(report_of("topo", text_of("topo-a6000-bridges"), context), "NVLink")
    assert "leaves a group 4 times" in says


def test_an_adapter_far_from_one_gpu_only(context: Context) -> None:
    text = with_cell(text_of("topo-hgx-h100"), "GPU3", "NIC3", "NODE")
    report = report_of("topo", text, context)
    assert problems(report) == ["NODE"]
    assert "comes to GPU3" in said(report, "NODE")[0]


def test_bandwidth_is_said_in_one_direction_and_both(context: Context) -> None:
    known = Context(context.facts, {}, card="a100")
    (says,) = said(report_of("topo", text_of("topo-a100-uneven"), known), "NV10")
    assert "10 x 25 GB/s: 250 GB/s in one direction, 500 GB/s both together" in says


@pytest.mark.parametrize(
    ("id", "up", "one", "both", "planned"),
    [
        ("nvlink-a100", "12 active links", "300", "600", "240"),
        ("nvlink-a6000", "4 active links", "56.248", "112.496", "48"),
        ("nvlink-v100-inactive", "4 active links", "103.124", "206.248", "80"),
    ],
)
def test_sums_of_links(
    id: str, up: str, one: str, both: str, planned: str, context: Context
) -> None:
    (says,) = said(report_of("nvlink", text_of(id), context), "sum")
    assert f"{up}, {one} GB/s in one direction, {both} GB/s both together" in says
    assert says.endswith(f"a link, {planned} GB/s.")


def test_inactive_links(context: Context) -> None:
    report = report_of("nvlink", text_of("nvlink-v100-inactive"), context)
    (says,) = said(report, "inactive")
    assert says.startswith("GPU 3: links 3 and 5; 4 of 6 carry")
    assert problems(report) == ["inactive"]
    card = "\n".join(text_of("nvlink-a100").splitlines()[:13])
    link = "Link 7: 25 GB/s"
    lost = card.replace(link, "Link 7: <inactive>")
    assert lost != card
    two = f"{card}\n{lost.replace('GPU 0', 'GPU 1')}"
    report = report_of("nvlink", two, context)
    assert problems(report) == ["inactive"]
    (says,) = said(report, "inactive")
    assert says == "GPU 1: link 7; 11 of 12 carry, 12 on the best card."
    same = f"{lost}\n{lost.replace('GPU 0', 'GPU 1')}"
    report = report_of("nvlink", same, context)
    assert problems(report) == []
    assert said(report, "inactive")[0].startswith("link 7 on every card")


def test_a_link_that_runs_slower(context: Context) -> None:
    text = text_of("nvlink-a100").replace("Link 3: 25 GB/s", "Link 3: 20 GB/s", 1)
    report = report_of("nvlink", text, context)
    assert said(report, "slow") == [
        "GPU 0: link 3 at 20 GB/s where others run at 25 GB/s."
    ]


def test_ports_that_are_down(context: Context) -> None:
    report = report_of("ibstat", text_of("ibstat-h100-roce-down"), context)
    polling, disabled = said(report, "down")
    assert polling.startswith("mlx5_11 port 1 is Down and Polling: it looks for")
    assert disabled.startswith("mlx5_5 port 1 is Down and Disabled: somebody")
    assert "The rate of 40 says nothing then" in polling
    (alone,) = said(report_of("ibstat", text_of("ibstat-no-manager"), context), "down")
    assert "no subnet manager has given it a number" in alone


def test_a_port_that_is_slower_than_its_like(context: Context) -> None:
    text = text_of("ibstat-h100-ndr").replace("Rate: 400", "Rate: 200", 1)
    report = report_of("ibstat", text, context)
    assert problems(report) == ["slow"]
    (says,) = said(report, "slow")
    assert says.startswith(
        "mlx5_0 port 1 runs at 200 Gbit/s where others of MT4129 run"
    )


def test_ethernet_is_not_sockets(context: Context) -> None:
    report = report_of("ibstat", text_of("ibstat-h100-roce-down"), context)
    assert any("NET/IB in its log" in says for says in said(report, "Ethernet"))


def test_why_a_run_fell_back_to_sockets(context: Context) -> None:
    (says,) = said(report_of("nccl", text_of("nccl-wrong-hca"), context), "sockets")
    assert "NCCL_IB_HCA is ib0, a network interface" in says
    assert "over ib1 and ib0" in says


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "NCCL_IB_DISABLE set by environment to 0",
            "NCCL_IB_DISABLE set by environment to 1",
            "switches InfiniBand and RoCE off",
        ),
        (
            "NCCL_IB_HCA set to ib0",
            "NCCL_IB_HCA set to =mlx5_9",
            "no active device matches",
        ),
        (
            "NCCL INFO NCCL_IB_HCA set to ib0",
            "NCCL INFO quiet",
            "no verbs device has an active port",
        ),
    ],
)
def test_other_reasons_for_sockets(
    old: str, new: str, why: str, context: Context
) -> None:
    text = text_of("nccl-wrong-hca", (old, new))
    assert why in said(report_of("nccl", text, context), "sockets")[0]


def test_rdma_without_the_gpus_own_memory(context: Context) -> None:
    report = report_of("nccl", text_of("nccl-two-nodes-ib"), context)
    assert problems(report) == ["GPUDirect"]
    assert "4 connections over NET/IB without GDRDMA" in said(report, "GPUDirect")[0]


def test_sockets_that_nothing_uses_are_no_loss(context: Context) -> None:
    line = "node-a:1:1 [0] NCCL INFO Using network Socket\n"
    report = report_of("nccl", line + text_of("nccl-a100-uneven"), context)
    assert problems(report) == []
    assert "no channel goes through it" in said(report, "network")[0]


def test_a_warning_is_a_problem(context: Context) -> None:
    line = "node-a:1:1 [0] proxy.cc:12 NCCL WARN Call to ibv_reg_mr failed\n"
    report = report_of("nccl", line + text_of("nccl-a100-uneven"), context)
    assert said(report, "warning") == ["NCCL warns: Call to ibv_reg_mr failed."]


def test_multicast_on_some_gpus_only(context: Context) -> None:
    text = text_of(
        "nccl-h100-two-nodes",
        (
            "NVLS multicast support is available on dev 3",
            "NVLS multicast support is not available on dev 3",
        ),
    )
    report = report_of("nccl", text, context)
    assert problems(report) == ["NVLS"]
    (says,) = said(report, "NVLS")
    assert says.startswith("multicast is there on 7 of 8 GPUs")
