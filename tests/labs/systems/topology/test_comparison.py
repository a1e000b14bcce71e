"""A promise of topo -m against what the log used."""

from certlab.labs.systems.topology import Report, compare
from certlab.labs.systems.topology.comparison import pairs
from certlab.labs.systems.topology.nccl_log import read
from tests.labs.systems.topology.conftest import matrix_of, text_of


def against(*swaps: tuple[str, str]) -> Report:
    return compare(
        matrix_of("topo-a100-uneven"), read(text_of("nccl-a100-uneven", *swaps))
    )


def test_a_run_that_used_what_was_promised() -> None:
    report = against()
    assert not report.problems
    assert [one.rule for one in report.findings] == ["as promised"] * 2
    assert "2 pairs by SHM: GPU1-GPU2 (NODE)" in report.findings[1].says


def test_nvlink_that_was_not_used() -> None:
    report = against(("P2P/CUMEM/read", "SHM/direct/direct"))
    assert [one.rule for one in report.problems] == ["slower"] * 2
    assert report.problems[0].says.startswith(
        "GPU0 to GPU1: the matrix reads NV12, so P2P, and the log SHM/direct/direct: "
        "peer access was refused"
    )


def test_the_log_tells_of_a_setting() -> None:
    first = "NCCL INFO Channel 00/0 : 0[0] -> 1[1]"
    switched = first, f"NCCL INFO NCCL_P2P_DISABLE set by environment to 1\n# {first}"
    report = against(switched, ("P2P/CUMEM/read", "SHM/direct/direct"))
    assert not report.problems


def test_more_than_the_default_is_said_too() -> None:
    report = against(("SHM/direct/direct", "P2P/CUMEM/read"))
    assert [one.rule for one in report.findings] == ["faster", "as promised"]


def test_between_nodes_nothing_is_compared() -> None:
    run = read(text_of("nccl-h100-two-nodes"))
    found = pairs(matrix_of("topo-hgx-h100"), run)
    assert {pair.ranks for pair in found} == {(0, 1), (0, 7), (8, 9)}
    assert not any(pair.slower or pair.faster for pair in found)


def test_a_message_to_another_node_is_none_of_its_pairs() -> None:
    far = "NCCL INFO Channel 00/0 : 0[0] -> 9[1] [send] via NET/IB/0/GDRDMA\n"
    run = read(text_of("nccl-h100-two-nodes") + "\n" + far)
    assert (0, 9) in run.between()
    found = pairs(matrix_of("topo-hgx-h100"), run)
    assert (0, 9) not in {pair.ranks for pair in found}


def test_of_several_ways_the_slowest_counts() -> None:
    first = "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read"
    report = against((first, first.replace("P2P/CUMEM/read", "SHM/direct/direct")))
    assert [one.rule for one in report.problems] == ["slower"]
    assert "P2P/CUMEM/read" in report.problems[0].says


def test_a_log_of_another_machine() -> None:
    report = compare(matrix_of("topo-hgx-h100"), read(text_of("nccl-gdr-far-nic")))
    assert [one.rule for one in report.problems] == ["compare"]
