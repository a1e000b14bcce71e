"""Fractions: packed by what was promised, and failing by what is taken."""

import pytest

from certlab.errors import Refusal
from certlab.labs.cluster import place


def test_the_fullest_card_with_room_is_taken() -> None:
    found = place([("a", 60), ("b", 50), ("c", 40), ("d", 50)], {}, 2)
    assert [one.names for one in found] == [("a", "c"), ("b", "d")]
    assert [one.promised for one in found] == [100, 100]


def test_a_promise_is_not_kept_by_the_card() -> None:
    (card,) = place([("a", 50), ("b", 50)], {"a": 70}, 1)
    assert (card.promised, card.taken, card.fails) == (100, 120, True)
    assert not place([("a", 50)], {}, 1)[0].fails


@pytest.mark.parametrize(
    ("asks", "says"),
    [([("a", 0)], "give 1 to 100"), ([("a", 60), ("b", 60)], "it has to wait")],
)
def test_what_has_no_place_is_refused(asks: list[tuple[str, int]], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        place(asks, {}, 1)
