"""The pictures of networking's pages, held against Python, and the stream against the packets."""

import random
from dataclasses import asdict

import pytest

from certlab.errors import CourseError, Refusal
from certlab.labs.networking.exchange import Step, exchange, idle, whole
from certlab.labs.networking.incast import Setup, run
from certlab.labs.networking.incast.burst import Burst, burst
from tests.page_rules import begun, called

INCAST = "labs/networking/static/incast/burst.js"
EXCHANGE = "labs/networking/static/exchange/step.js"


def test_the_page_lets_a_burst_pass_as_python_does() -> None:
    draw = random.Random(7)
    every = [
        Burst(
            senders=draw.randint(1, 32),
            mark=draw.choice([None, 20, 80, 200, 400]),
            pause=draw.choice([None, 40, 160, 280, 400]),
        )
        for _ in range(60)
    ]
    answers = called(INCAST, "burst", [[asdict(one)] for one in every])
    for one, answer in zip(every, answers, strict=True):
        passed = burst(one)
        assert answer["queue"] == pytest.approx(passed.queue)
        for key in ("dropped", "marked", "paused", "idle"):
            assert answer[key] == pytest.approx(getattr(passed, key))
        assert answer["ended"] == passed.ended


@pytest.mark.parametrize("senders", [2, 8])
def test_the_stream_agrees_with_the_packets_on_what_is_lost(senders: int) -> None:
    """The lab's run has packets of its own, thresholds for each sender and chance."""
    message = 1024 // senders
    plain = run(Setup(senders, message, buffer=200))
    paused = run(Setup(senders, message, control="pause", headroom=10))
    assert (burst(Burst(senders, room=200)).dropped > 0) == (plain.totals.dropped > 0)
    room = senders * 20
    held = burst(Burst(senders, room=room, pause=senders * 10))
    assert held.dropped == paused.totals.dropped == 0
    assert held.ended is not None


def test_marks_come_too_late_for_a_burst_and_in_time_for_a_few() -> None:
    assert burst(Burst(8, mark=80)).dropped > 0
    assert burst(Burst(2, mark=80)).dropped == 0


def test_a_pause_needs_room_for_what_is_on_the_cables() -> None:
    late, early = burst(Burst(16, pause=280)), burst(Burst(16, pause=160))
    assert late.dropped > 0
    assert early.dropped == 0
    assert max(early.queue) < 160 + 16 * 2 * Burst(1).delay


def test_a_low_mark_leaves_the_port_idle() -> None:
    assert burst(Burst(4, mark=20)).idle > burst(Burst(4, mark=200)).idle


def test_what_never_ends_is_broken_off() -> None:
    assert burst(Burst(2, packets=100_000)).ended is None


def test_a_step_waits_for_the_slowest_adapter() -> None:
    one = Step(compute=400, gigabytes=20, servers=100, adapters=8, rate=50, worst=1 / 3)
    assert exchange(one) == pytest.approx(99)
    assert whole(one) == pytest.approx(400 + 297)
    assert idle(one) == pytest.approx(297 / 697)


def test_the_page_reckons_a_step_as_python_does() -> None:
    draw = random.Random(8)
    every = [
        Step(
            compute=draw.uniform(1, 1000),
            gigabytes=draw.uniform(1, 200),
            servers=draw.randint(2, 200),
            adapters=draw.choice([1, 2, 4, 8]),
            rate=50,
            worst=draw.uniform(0.05, 1),
        )
        for _ in range(200)
    ]
    answers = called(EXCHANGE, "stepTimes", [[asdict(one)] for one in every])
    for one, answer in zip(every, answers, strict=True):
        assert answer["exchange"] == pytest.approx(exchange(one))
        assert answer["slowest"] == pytest.approx(exchange(one, one.worst))
        assert answer["whole"] == pytest.approx(whole(one))
        assert answer["idle"] == pytest.approx(idle(one))


@pytest.mark.parametrize(
    "given", [{"servers": 1}, {"adapters": 0}, {"rate": 0}, {"worst": 0}, {"worst": 2}]
)
def test_a_step_that_cannot_be_is_refused(given: dict[str, float]) -> None:
    first = {"compute": 1, "gigabytes": 1, "servers": 2, "adapters": 1, "rate": 1}
    with pytest.raises(Refusal):
        Step(**{**first, **given})  # type: ignore[arg-type]  # numbers of both kinds


def test_the_widgets_begin_with_their_settings() -> None:
    assert begun("incast senders=3")["values"] == {
        "senders": 3,
        "mark": 80,
        "pause": 280,
    }
    begin = begun("exchange worst=33")
    assert begin["values"]["worst"] == 33
    assert begin["rate"] > 0


@pytest.mark.parametrize(
    "says",
    [
        "incast senders=0",
        "incast senders=33",
        "incast mark=-1",
        "incast pause=401",
        "incast colour=1",
        "exchange servers=1",
        "exchange adapters=3",
        "exchange worst=0",
    ],
)
def test_what_cannot_begin_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(says)


def test_a_burst_of_nobody_is_refused() -> None:
    with pytest.raises(Refusal):
        Burst(0)
