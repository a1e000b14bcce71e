"""nvlink -s, ibstat and logs that cannot be read, or only in part."""

from collections.abc import Callable

import pytest

from certlab.errors import CourseError
from certlab.labs.systems.topology import ibstat, nccl_log, nvlink
from tests.labs.systems.topology.conftest import text_of

CARD = "GPU 0: A (UUID: GPU-0)\n\t Link 0: 25 GB/s\n"
PORT = "CA 'mlx5_0'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n"


@pytest.mark.parametrize(
    ("reads", "text", "says"),
    [
        (nvlink.read, "", "No line begins with GPU and a number"),
        (
            nvlink.read,
            "Link 0: 25 GB/s",
            "Line 1: a link before any card; expected a line",
        ),
        (
            nvlink.read,
            "GPU 0: A (UUID: GPU-0)",
            "GPU 0 has no links below it; expected Link",
        ),
        (
            nvlink.read,
            CARD + "\t Link 2: 25 GB/s",
            "Line 3: link 2 of GPU 0; expected link 1",
        ),
        (
            nvlink.read,
            "GPU 0: A\n\t Link 0, P2P is supported: true",
            'reads "P2P is supported: true"; expected a rate in GB/s or <inactive>',
        ),
        (ibstat.read, "", "No line reads CA and a name, with a port below it"),
        (ibstat.read, "\tPort 1:\n", "Line 1: a port before any adapter; expected CA"),
        (
            ibstat.read,
            PORT.replace("\t\tRate: 400\n", ""),
            "Line 3: port 1 of mlx5_0 has no Rate; expected one",
        ),
        (
            ibstat.read,
            PORT.replace("400", "fast"),
            'reads "fast"; expected a number of G',
        ),
        (
            ibstat.read,
            PORT.replace("Active", "Aktiv"),
            'reads "Aktiv"; expected Down, In',
        ),
        (
            nccl_log.read,
            "training started",
            "No line holds NCCL INFO; expected a log of a run",
        ),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    reads: Callable[[str], object], text: str, says: str
) -> None:
    with pytest.raises(CourseError) as caught:
        reads(text)
    assert says in str(caught.value)


def test_a_card_whose_links_are_all_off() -> None:
    (card,) = nvlink.read(
        "GPU 0: NVIDIA H100 (UUID: GPU-0)\n\tUnable: links are inactive\n"
    )
    assert (card.links, card.up) == ((), 0)
    assert "links are inactive" in card.says


def test_a_link_that_sleeps_is_not_active() -> None:
    (card,) = nvlink.read(CARD + "\t Link 1: Sleep\n")
    assert card.links == (25.0, None)


def test_ports_and_what_they_are() -> None:
    found = ibstat.read(text_of("ibstat-h100-roce-down"))
    down = next(one for one in found if one.adapter == "mlx5_11")
    assert (down.state, down.physical, down.gbit_per_s, down.up) == (
        "Down",
        "Polling",
        40.0,
        False,
    )
    assert ibstat.read(PORT)[0].up


def test_a_log_behind_a_launchers_prefix() -> None:
    run = nccl_log.read(text_of("nccl-wrong-hca"))
    assert run.settings["NCCL_IB_HCA"] == "ib0"
    assert run.between() == {(0, 1): {"NET/Socket/1": 4}}
    assert run.rings[0] == (0, 1)


def test_rings_trees_and_multicast_of_two_nodes() -> None:
    run = nccl_log.read(text_of("nccl-h100-two-nodes"))
    assert (run.version, run.ranks, run.nodes) == ("2.26.2", 16, 2)
    assert run.rings[0][:3] == (0, 7, 6)
    assert len(run.rings) == len(run.trees) == 16
    assert run.sharp == dict.fromkeys(range(8), True)
    far = [one for one in run.channels if one.transport == "NET"]
    assert all(one.gdr and one.network == "NCCL RDMA Plugin v8" for one in far)


def test_what_else_a_job_prints_is_passed_over() -> None:
    noisy = "step 1 loss 2.0\n" + text_of("nccl-a100-uneven") + "\nKilled\n"
    assert (
        nccl_log.read(noisy).between()
        == nccl_log.read(text_of("nccl-a100-uneven")).between()
    )
