"""The simulator of an incast: packets are conserved, and what is called lossless loses none."""

from itertools import product

import pytest

from certlab.errors import Refusal
from certlab.labs.networking.incast import Result, Setup, run, svg, table

RUNS = [
    Setup(control=control, innocent=innocent, mark=mark, metres=metres, slots=1500)
    for control, innocent, mark, metres in product(
        ("drop", "pause", "credits"), (0, 64), (None, 20), (16, 160)
    )
]


@pytest.mark.parametrize("setup", RUNS, ids=str)
def test_what_was_sent_is_somewhere(setup: Setup) -> None:
    """Also that no cable carries more than a packet a slot, and no queue more than its room."""
    result = run(setup)
    totals = result.totals
    assert totals.sent == sum(
        (
            *(totals.useful, totals.discarded, totals.dropped),
            *(totals.waiting, totals.flying),
        )
    )
    assert totals.sent <= setup.senders * setup.slots
    assert result.taken <= result.carried <= setup.slots
    room = setup.buffer if setup.room is None else setup.senders * setup.room
    assert result.longest <= room


@pytest.mark.parametrize(
    ("senders", "metres", "xoff"), list(product((1, 3, 8), (16, 80, 240), (1, 10)))
)
def test_headroom_of_a_round_trip_loses_nothing(
    senders: int, metres: int, xoff: int
) -> None:
    """Whatever the number of senders, a pause is in time if what is under way has room.

    What left the host in the same slot as the order left the switch is the first of them.
    """
    setup = Setup(senders, 100, control="pause", metres=metres, xoff=xoff)
    enough = run(
        Setup(
            senders,
            100,
            innocent=50,
            control="pause",
            metres=metres,
            xoff=xoff,
            headroom=2 * setup.delay - 1,
        )
    )
    assert enough.totals.dropped == enough.totals.discarded == 0
    assert enough.arrived == 1


def test_less_headroom_than_that_loses_packets() -> None:
    for metres, headroom in ((80, 8), (160, 18)):
        result = run(Setup(control="pause", metres=metres, headroom=headroom))
        assert result.totals.dropped > 0


@pytest.mark.parametrize("credits", [1, 5, 40])
def test_credits_lose_nothing_however_few(credits: int) -> None:
    result = run(Setup(message=50, control="credits", credits=credits))
    assert result.totals.dropped == 0
    assert result.arrived == 1


def test_a_lone_sender_needs_credits_for_a_round_trip() -> None:
    """Credits for a round trip of two cables' worth fill the cable, half as many half of it."""
    full, half = (
        run(Setup(1, 400, control="credits", credits=credits)).ended
        for credits in (10, 5)
    )
    assert full == 400 - 1 + 10
    assert half == pytest.approx(2 * full, rel=0.05)


def test_alone_a_message_takes_its_own_time_and_both_ways() -> None:
    result = run(Setup(1, 100))
    assert result.ended == 100 - 1 + 2 * result.setup.delay
    assert result.useful == result.arrived == 1


def _runs() -> dict[str, Result]:
    controls = {
        "drop": {},
        "pause": {"control": "pause"},
        "both": {"control": "pause", "mark": 20},
    }
    return {name: run(Setup(innocent=512, **more)) for name, more in controls.items()}


def test_what_the_lab_says_of_drops_pause_and_marks() -> None:
    """Its statements hold for other lots too, so only the order of the runs is asserted."""
    drop, pause, both = _runs().values()
    assert drop.useful < 0.1 < pause.useful == both.useful == 1
    assert drop.innocent_ended is not None
    assert pause.innocent_ended is not None
    assert both.innocent_ended is not None
    assert pause.innocent_ended > 3 * drop.innocent_ended
    assert both.innocent_ended < drop.innocent_ended
    assert both.waits(1000, 3000) < pause.waits(1000, 3000) / 4
    assert both.ended is not None
    assert pause.ended is not None
    assert both.ended > pause.ended


def test_runs_are_the_same_each_time_and_can_be_shown() -> None:
    first, second = _runs(), _runs()
    assert first == second
    assert len(table(first).splitlines()) == 1 + len(first)
    assert svg(first).startswith("<svg")
    assert "drop: at most" in svg(first)


@pytest.mark.parametrize(
    "more", [{"senders": 0}, {"headroom": -1}, {"xoff": 0}, {"message": 0}]
)
def test_what_cannot_be_is_refused(more: dict[str, int]) -> None:
    with pytest.raises(Refusal):
        Setup(**more)
