"""Numbers that were computed elsewhere: the mock-up's ring of four, nccl-tests' factors."""

from fractions import Fraction

import pytest

from certlab.course import Course
from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import Account, Collective, Link
from certlab.labs.distributed.collectives.plan import Send
from tests.work import calls

MIB = 2**20


@pytest.fixture(scope="session")
def node(whole: Course) -> Link:
    return collectives.links(whole.facts)["h100-node"]


@pytest.fixture(scope="session")
def ring(node: Link) -> Account:
    """The mock-up: an all-reduce of 256 MiB over a ring of four."""
    return collectives.account(Collective("all-reduce", "ring", 4, 256 * MIB, node))


def test_the_link_is_the_one_of_the_facts(node: Link) -> None:
    assert node == Link("h100-node", 936.25e-9, 400e9)


def test_time_and_bandwidths_of_the_ring(ring: Account) -> None:
    assert len(ring.steps) == 6
    assert ring.seconds * 1e6 == pytest.approx(1012.25, abs=0.01)
    assert ring.steps[1].elapsed * 1e6 == pytest.approx(337.4, abs=0.05)
    # A step: alpha + S / (N beta) = 0.94 + 167.77 µs.
    assert ring.steps[0].seconds * 1e6 == pytest.approx(0.93625 + 167.77216)
    assert ring.algorithm_bandwidth / 1e9 == pytest.approx(265.2, abs=0.05)
    assert ring.bus_bandwidth / 1e9 == pytest.approx(397.8, abs=0.05)


def test_who_sends_what_at_step_2(ring: Account) -> None:
    plan = ring.collective.plan
    assert [
        (send.source, list(send.chunks), send.target, send.adds)
        for send in plan.messages(2)
    ] == [(0, [3], 1, True), (1, [0], 2, True), (2, [1], 3, True), (3, [2], 0, True)]
    assert plan.sent(0, ring.collective.cuts, 2) == 128 * MIB
    assert ring.sent_most == 384 * MIB


def test_what_the_mock_up_shows_at_step_2(ring: Account) -> None:
    """Ones before the step, and what is arriving, as its four grids have them."""
    stages = list(collectives.holdings(ring.collective))
    before, after = stages[1], stages[2]

    def rows(rank: int) -> list[str]:
        return [
            "".join(
                "1"
                if before[rank][chunk] >> origin & 1
                else "+"
                if after[rank][chunk] >> origin & 1
                else "0"
                for origin in range(4)
            )
            for chunk in range(4)
        ]

    assert rows(0) == ["1000", "1000", "10++", "1001"]
    assert rows(1) == ["1100", "0100", "0100", "+10+"]
    assert rows(2) == ["++10", "0110", "0010", "0010"]
    assert rows(3) == ["0001", "0++1", "0011", "0001"]


def test_how_full_the_small_matrices_are(ring: Account) -> None:
    """Rank 0's column after each step: how many contributions each chunk holds."""
    counts = [
        [held[0][chunk].bit_count() for chunk in range(4)]
        for held in collectives.holdings(ring.collective)
    ]
    assert counts[0] == [1, 1, 1, 1]
    assert counts[3] == [1, 4, 3, 2]
    assert counts[6] == [4, 4, 4, 4]


def test_where_ring_and_tree_cross(node: Link) -> None:
    size = collectives.crossover(4, node, "ring", "tree")
    assert size == pytest.approx(299_600)  # 293 KiB
    at = [
        collectives.account(Collective("all-reduce", one, 4, 299_600, node)).seconds
        for one in ("ring", "tree")
    ]
    assert at[0] * 1e6 == pytest.approx(6.74, abs=0.01)
    assert at[0] == pytest.approx(at[1])


def test_lines_that_never_cross(node: Link) -> None:
    assert collectives.crossover(4, node, "ring", "ring") is None
    assert collectives.crossover(4, node, "ring", "halving-doubling") is None


@pytest.mark.parametrize(
    ("kind", "factor"),
    [
        ("all-reduce", Fraction(7, 4)),
        ("all-gather", Fraction(7, 8)),
        ("reduce-scatter", Fraction(7, 8)),
        ("all-to-all", Fraction(7, 8)),
        ("broadcast", Fraction(1)),
    ],
)
def test_bus_factors_are_those_of_nccl_tests(kind: str, factor: Fraction) -> None:
    assert collectives.bus_factor(kind, 8) == factor


def test_bus_bandwidth_of_a_switch_exceeds_the_link(node: Link) -> None:
    """Which is what it is for; a figure above the link's rate is not a wrong one."""
    done = collectives.account(Collective("all-reduce", "in-switch", 8, 2**30, node))
    assert len(done.steps) == 1
    assert done.bus_bandwidth > 1.7 * node.bytes_per_second


def test_a_tree_sends_up_and_down() -> None:
    plan = Collective("all-reduce", "tree", 5, 5, Link("", 0, 1)).plan
    up = [list(plan.messages(n)) for n in (1, 2, 3)]
    whole = range(5)
    assert up[0] == [Send(1, 0, whole, adds=True), Send(3, 2, whole, adds=True)]
    assert up[1] == [Send(2, 0, whole, adds=True)]
    assert up[2] == [Send(4, 0, whole, adds=True)]
    assert [send.target for n in (4, 5, 6) for send in plan.messages(n)] == [4, 2, 1, 3]


def test_a_ring_of_4096_ranks_is_accounted_for_at_once(node: Link) -> None:
    ring = Collective("all-reduce", "ring", 4096, 2**30 + 7, node)
    done, count = calls(lambda: collectives.account(ring))
    assert count < 4096 * 4096 / 10  # 16 for each rank today, and none for a message
    assert len(done.steps) == 2 * 4095
    assert done.bytes == 2 * 4095 * (2**30 + 7)


def test_a_switch_sends_nothing_after_its_one_step() -> None:
    plan = Collective("all-reduce", "in-switch", 4, 4, Link("", 0, 1)).plan
    assert plan.sends(1, 0) == (Send(0, 4, range(4), adds=True),)
    assert plan.sends(2, 0) == plan.sends(2, 4) == ()
