"""The join of the page moves what the lab expects."""

import itertools

import pytest

from certlab.errors import CourseError
from certlab.labs.rapids import page
from certlab.labs.rapids.real.partitions import expected
from tests.page_rules import called
from tests.real_course import whole

RULES = "labs/rapids/static/shuffle/shuffle.js"


def test_a_page_moves_the_bytes_that_the_lab_expects() -> None:
    every = [*itertools.product((60, 3.7, 1000), (0.2, 20, 3.7), range(2, 9))]
    shuffled = called(RULES, "shuffled", [[large, n] for large, _, n in every])
    broadcast = called(RULES, "broadcast", [[small, n] for _, small, n in every])
    joined = called(RULES, "joined", every)
    for (large, small, n), *told in zip(
        every, shuffled, broadcast, joined, strict=True
    ):
        assert told[0] == pytest.approx(expected.shuffled(large, n))
        assert told[1] == pytest.approx(expected.broadcast(small, n))
        assert told[2] == expected.joined(large, small, n)


@pytest.mark.parametrize(
    "given", [{"workers": "1"}, {"large": "1", "small": "2"}, {"a": "1"}]
)
def test_what_cannot_begin_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(CourseError):
        page.BEGINS["shuffle"](whole(), given)
