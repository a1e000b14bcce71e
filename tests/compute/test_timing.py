"""The arithmetic of timing, on clocks that stand still unless somebody works."""

import gc
import timeit
from types import ModuleType, SimpleNamespace

import pytest

from certlab.compute import timing
from certlab.labs.cuda.real.simulated_stream import PaperStream
from tests.gpu_stand_ins import Install


class Clock:
    """A clock that its calls wind on; the next call's seconds may be set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, *seconds: float) -> timing.Call:
        """A call that takes these seconds in turn, and the last for ever after."""
        left = list(seconds)

        def call() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return call


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_the_seconds_of_one_call(clock: Clock) -> None:
    found = timing.measure(clock.work(0.25), clock=clock)
    assert found.seconds == found.low == found.high == pytest.approx(0.25)
    assert found.loops == 1
    assert len(found.samples) == timing.FEWEST


def test_a_cold_first_call_is_not_counted(clock: Clock) -> None:
    found = timing.measure(clock.work(9.0, 0.25), warmup=1, clock=clock)
    assert max(found.samples) == pytest.approx(0.25)


def test_without_warmup_autoranging_still_takes_the_first_call(clock: Clock) -> None:
    found = timing.measure(clock.work(9.0, 0.25), warmup=0, clock=clock)
    assert max(found.samples) == pytest.approx(0.25)


def test_a_short_call_is_repeated_until_the_clock_can_see_it(clock: Clock) -> None:
    found = timing.measure(clock.work(3e-6), seconds=0.01, clock=clock)
    assert found.loops == 50
    assert found.seconds == pytest.approx(3e-6)


def test_it_goes_on_for_the_seconds_given(clock: Clock) -> None:
    found = timing.measure(clock.work(0.01), seconds=0.5, clock=clock)
    assert len(found.samples) == pytest.approx(50, abs=1)


def test_it_stops_at_a_thousand_samples(clock: Clock) -> None:
    found = timing.measure(clock.work(0.01), seconds=1e9, clock=clock)
    assert len(found.samples) == timing.MOST


def test_a_clock_that_never_moves_ends_too() -> None:
    found = timing.interleave(
        {"a": lambda: None}, seconds=0.0, clock=lambda: 0.0, warmup=0
    )["a"]
    assert found.seconds == 0


def test_one_interruption_moves_the_mean_and_not_the_median(clock: Clock) -> None:
    found = timing.measure(clock.work(*[0.1] * 6, 50.0, 0.1), seconds=0, clock=clock)
    assert max(found.samples) == pytest.approx(50.0)
    assert found.seconds == pytest.approx(0.1)


def test_the_work_of_a_device_is_in_the_time() -> None:
    stream = PaperStream(launch_seconds=1e-5)
    found = timing.measure(
        lambda: stream.launch(lambda: 0.25),
        synchronise=stream.synchronise,
        clock=stream.clock,
    )
    assert found.seconds == pytest.approx(0.25 + 1e-5)
    blind = timing.measure(
        lambda: stream.launch(lambda: 0.25), seconds=0, clock=stream.clock
    )
    assert blind.seconds == pytest.approx(1e-5)


def test_what_was_queued_before_is_not_in_the_time() -> None:
    stream = PaperStream()
    stream.launch(lambda: 100.0)
    found = timing.measure(
        lambda: stream.launch(lambda: 0.25),
        synchronise=stream.synchronise,
        clock=stream.clock,
        warmup=0,
    )
    assert max(found.samples) == pytest.approx(0.25 + 1e-5)


def test_rounds_take_turns_and_every_other_one_goes_back() -> None:
    order: list[str] = []
    timing.interleave(
        {"a": lambda: order.append("a"), "b": lambda: order.append("b")},
        warmup=0,
        seconds=0,
        clock=iter(range(10_000)).__next__,
    )
    assert "".join(order)[2:10] == "abbaabba"


def test_the_collector_rests_meanwhile_and_is_put_back() -> None:
    seen: set[bool] = set()
    timing.measure(lambda: seen.add(gc.isenabled()), warmup=0, seconds=0)
    assert False in seen
    assert gc.isenabled()


def test_the_ratio_holds_round_by_round(clock: Clock) -> None:
    """The machine gets slower and slower; the ratio does not see it."""
    drift = [1.1**n for n in range(20)]
    found = timing.interleave(
        {
            "a": clock.work(*[3 * slow for slow in drift]),
            "b": clock.work(*drift),
        },
        warmup=0,
        seconds=0,
        clock=clock,
    )
    ratio = timing.ratio(found["a"], found["b"])
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((3, 3, 3))
    longer = timing.difference(found["a"], found["b"])
    assert longer.low > 0
    assert longer.value == pytest.approx(2 * found["b"].seconds)


def test_timings_of_different_rounds_have_no_ratio(clock: Clock) -> None:
    a = timing.measure(clock.work(0.01), seconds=0.5, clock=clock)
    b = timing.measure(clock.work(0.25), clock=clock)
    with pytest.raises(ValueError, match="shorter"):
        timing.ratio(a, b)


def test_with_cupy_the_device_is_waited_for(
    cupy: ModuleType, waits: list[str], clock: Clock
) -> None:
    found = timing.measure(clock.work(0.25), warmup=0, clock=clock)
    samples = len(found.samples) + 1  # one more to find out how long a sample takes
    assert len(waits) == 2 * samples


def test_host_only_waits_for_nothing(cupy: ModuleType, waits: list[str]) -> None:
    timing.measure(lambda: None, seconds=0, synchronise=timing.host_only)
    assert waits == []


def test_a_cupy_that_cannot_compute_is_not_waited_for(install: Install) -> None:
    install("cupy")
    assert timing.device_wait() is None


@pytest.mark.parametrize("started", [True, False])
def test_torch_is_waited_for_once_it_uses_a_gpu(
    install: Install, started: bool
) -> None:
    cuda = SimpleNamespace(is_initialized=lambda: started, synchronize=print)
    install("torch", cuda=cuda)
    assert timing.device_wait() is (print if started else None)


def test_it_counts_as_timeit_does() -> None:
    """The same calls on the same clock: the same seconds."""
    ours, theirs = Clock(), Clock()
    found = timing.measure(ours.work(0.25), clock=ours)
    reference = timeit.Timer(theirs.work(0.25), timer=theirs).repeat(7, number=1)
    assert found.samples == pytest.approx(reference)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.5e-6, "4.5 us"), (3e-8, "30 ns")],
)
def test_its_text_has_a_unit(clock: Clock, seconds: float, text: str) -> None:
    said = str(timing.measure(clock.work(seconds), seconds=0, clock=clock))
    assert said.startswith(f"{text} (95 % interval ")
