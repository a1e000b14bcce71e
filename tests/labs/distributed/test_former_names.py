"""Names that learners' own copies of the labs have: a copy is never overwritten."""

from certlab.labs.distributed.memory.bill import Bill
from certlab.labs.distributed.real.parallel.sharded_state import RankBytes


def test_the_optimizer_had_another_spelling() -> None:
    assert RankBytes(1, 2, 3, 4).optimiser == 4
    assert "optimiser" in vars(Bill)
