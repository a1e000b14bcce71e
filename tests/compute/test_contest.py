"""What a contest is made of."""

from dataclasses import FrozenInstanceError

import pytest

from certlab.compute.contest import Contest, Prepared, Side

PLAIN = Side(name="a loop", engine="Python", device="cpu", dtype="float64", threads=1)


def test_a_contest_holds_two_sides_and_what_to_call() -> None:
    ready = Prepared(old=lambda: sum(range(9)), new=lambda: 36, same=lambda: "")
    found = Contest(id="sums", what="a sum", old=PLAIN, new=PLAIN, make=lambda: ready)
    assert found.make().old() == found.make().new()
    assert ready.same() == ""
    assert ready.close() is None
    assert (found.needs, found.measures) == ((), "time")


def test_a_side_says_that_it_is_warm_and_copies_nothing_unless_told() -> None:
    assert (PLAIN.warm, PLAIN.transfers, PLAIN.sparsity) == (True, False, "")
    with pytest.raises(FrozenInstanceError):
        PLAIN.threads = 8  # type: ignore[misc]  # that is what is tested
