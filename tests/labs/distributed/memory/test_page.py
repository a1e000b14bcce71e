"""The sharding of the page keeps the bytes that the simulator counts."""

import pytest

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.distributed import page
from certlab.labs.distributed.memory import recipes, state_bytes
from tests.page_rules import called

RULES = "labs/distributed/static/sharding/sharding.js"


def test_a_page_keeps_what_the_simulator_keeps(whole: Course) -> None:
    begin = page.BEGINS["sharding"](whole, {})
    asked = [
        (7.5e9, name, kept, zero, ranks)
        for name, kept in begin["recipes"]
        for zero in range(4)
        for ranks in (1, 8, 64)
    ]
    told = called(RULES, "stateBytes", [[n, kept, z, r] for n, _, kept, z, r in asked])
    known = recipes(whole.facts)
    for (count, name, _, zero, ranks), found in zip(asked, told, strict=True):
        wanted = state_bytes(count, known[name], zero, ranks)
        assert found == pytest.approx(list(wanted))


@pytest.mark.parametrize("given", [{"recipe": "butter"}, {"card": "ace"}, {"a": "1"}])
def test_what_cannot_begin_is_refused(whole: Course, given: dict[str, str]) -> None:
    with pytest.raises(CourseError):
        page.BEGINS["sharding"](whole, given)
