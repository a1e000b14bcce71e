"""Every collective by every algorithm, on numbers: what arrives is what it means."""

from dataclasses import dataclass
from operator import add

import pytest

from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import PLANS, Collective, Link, Plan, Send
from certlab.labs.distributed.collectives.data import _walk

LINK = Link("a link", 1e-6, 1e9)
PAIRS = [(kind, one) for kind, all_ in PLANS.items() for one in all_]


@pytest.mark.parametrize(("kind", "algorithm"), PAIRS)
@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 5, 8, 12, 16])
@pytest.mark.parametrize("root", [0, 1])
def test_numbers_arrive(kind: str, algorithm: str, ranks: int, root: int) -> None:
    if algorithm == "halving-doubling" and ranks & (ranks - 1):
        return  # refused, as another test asks
    root = min(root, ranks - 1) if kind == "broadcast" else 0
    one = Collective(kind, algorithm, ranks, 0, LINK, root)
    # Digits of their own for every rank and place: no two sums are alike.
    count = 3 if kind == "all-gather" else 2 * ranks
    data = [[(place + 1) * 20**rank for place in range(count)] for rank in range(ranks)]
    got = collectives.moved(one, data)
    assert got == collectives.expected(one, data)
    assert len({len(buffer) for buffer in got}) == 1


@pytest.mark.parametrize("algorithm", PLANS["all-reduce"])
def test_an_all_reduce_by_hand(algorithm: str) -> None:
    one = Collective("all-reduce", algorithm, 4, 0, LINK)
    data = [[1, 2, 3, 4, 5], [10, 20, 30, 40, 50], [0, 0, 0, 0, 1], [100] * 5]
    assert set(collectives.moved(one, data)) == {(111, 122, 133, 144, 156)}


def test_an_all_to_all_by_hand() -> None:
    """A transpose: rank r gets everybody's r-th part, in the order of the ranks."""
    one = Collective("all-to-all", "direct", 2, 0, LINK)
    assert collectives.moved(one, [[1, 2, 3, 4], [5, 6, 7, 8]]) == (
        (1, 2, 5, 6),
        (3, 4, 7, 8),
    )


def test_a_reduce_scatter_by_hand() -> None:
    one = Collective("reduce-scatter", "ring", 2, 0, LINK)
    assert collectives.moved(one, [[1, 2], [10, 20]]) == ((11,), (22,))


@dataclass(frozen=True)
class Swap(Plan):
    """Two ranks send each other the same chunk, as no plan of ours does."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("swap", 1),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return (Send(rank, 1 - rank, range(1), adds=True),) * (step == 1)


def test_messages_of_a_step_pass_each_other() -> None:
    """What is sent is what was there before the step, not what has just arrived."""
    (after,) = _walk(Swap(2), [{0: 1}, {0: 10}], add)
    assert after == [{0: 11}, {0: 11}]
