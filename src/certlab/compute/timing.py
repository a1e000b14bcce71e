"""How long a call takes, with the work of a GPU included.

A GPU library returns as soon as the work is queued, so a clock that is read at once times
the queueing. Here the device is idle when the clock starts and idle again when it stops.

All times are in seconds for one call. The median is given, not the mean: interruptions
only ever add time, and one of them moves a mean by any amount.

CuPy's own tool for the same question is `cupyx.profiler.benchmark`,
https://docs.cupy.dev/en/stable/reference/generated/cupyx.profiler.benchmark.html: it has
events recorded on the device, which leaves out what the host waits for. `certlab bench
--self` compares the two where there is a GPU.
"""

import gc
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import repeat

from certlab.compute import probe
from certlab.compute.interval import Interval, of_median

now = time.perf_counter

Call = Callable[[], object]
Clock = Callable[[], float]

SHORTEST = 1e-4  # seconds a sample must last; a clock reads to about a millionth of it
_LOOPS = [
    step * size for size in (1, 10, 100, 1000, 10_000, 100_000) for step in (1, 2, 5)
]
FEWEST, MOST = 7, 1000  # samples; six is the least that has a 95 % interval


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds that one call takes.

    Attributes:
        seconds: the median of the samples.
        low: lower end of the 95 % interval of the median, in seconds.
        high: upper end, in seconds.
        loops: calls in each sample; more than 1 for a call too short for the clock.
        samples: seconds a call in each sample, in the order they were taken.
    """

    seconds: float
    low: float
    high: float
    loops: int
    samples: tuple[float, ...] = field(repr=False)

    def __str__(self) -> str:
        size, unit = _scale(self.seconds)
        low, high = self.low / size, self.high / size
        return (
            f"{self.seconds / size:.3g} {unit} (95 % interval {low:.3g} to {high:.3g} "
            f"{unit}, {len(self.samples)} samples)"
        )


def measure(
    call: Call,
    *,
    warmup: int = 2,
    seconds: float = 0.2,
    synchronise: Call | None = None,
    clock: Clock = time.perf_counter,
) -> Timing:
    """Time a call: `measure(lambda: a @ b)`.

    Args:
        call: what to time; its result is thrown away.
        warmup: calls made first and not counted: they compile, allocate, fill caches.
        seconds: how long to go on; at least seven samples are taken however long that is.
        synchronise: waits until the device is idle. Left out, it is `device_wait()`;
            `host_only` says that the call leaves nothing running.
        clock: seconds since any moment.
    """
    timings = interleave(
        {"": call}, warmup=warmup, seconds=seconds, synchronise=synchronise, clock=clock
    )
    return timings[""]


def interleave(
    calls: Mapping[str, Call],
    *,
    warmup: int = 2,
    seconds: float = 0.2,
    synchronise: Call | None = None,
    clock: Clock = time.perf_counter,
) -> dict[str, Timing]:
    """Time several calls in turn, so that a machine that slows down slows all of them.

    Each round takes one sample of each, every other round in the opposite order. Compare
    two of the timings with `ratio` or `difference`, which go round by round.

    Args:
        seconds: how long to go on, for each call.
        calls, warmup, synchronise, clock: as for `measure`.
    """
    wait = synchronise or device_wait() or host_only
    for call in calls.values():
        for _ in range(warmup):
            call()
    loops = {name: _loops(call, wait, clock) for name, call in calls.items()}
    taken: dict[str, list[float]] = {name: [] for name in calls}
    order, rounds, begin = list(calls), 0, clock()
    collecting = gc.isenabled()
    gc.disable()  # a collection in one sample would be charged to that call alone
    try:
        while rounds < FEWEST or (
            rounds < MOST and clock() - begin < seconds * len(calls)
        ):
            for name in order:
                taken[name].append(_sample(calls[name], loops[name], wait, clock))
            order.reverse()
            rounds += 1
    finally:
        if collecting:
            gc.enable()
    return {name: _timing(loops[name], samples) for name, samples in taken.items()}


def ratio(a: Timing, b: Timing) -> Interval:
    """How many times as long a takes as b, by the rounds of one `interleave`.

    Each round has a ratio of its own, of two samples taken within moments. The median of
    them is given with its 95 % interval, which needs no guess about the noise.

    Raises:
        ValueError: the two were not measured in the same rounds.
    """
    pairs = zip(a.samples, b.samples, strict=True)
    return of_median([x / y for x, y in pairs])


def difference(a: Timing, b: Timing) -> Interval:
    """How many seconds longer a takes than b; see `ratio`."""
    pairs = zip(a.samples, b.samples, strict=True)
    return of_median([x - y for x, y in pairs])


def device_wait() -> Call | None:
    """What waits for the GPU this process uses; None when it uses none.

    CuPy's answer also covers torch: it waits for all streams of the device.
    """
    cupy, torch = sys.modules.get("cupy"), sys.modules.get("torch")
    if cupy is not None and not probe.cupy().fault:
        return cupy.cuda.runtime.deviceSynchronize  # type: ignore[no-any-return]  # CuPy has no types
    if torch is not None and torch.cuda.is_initialized():
        return torch.cuda.synchronize  # type: ignore[no-any-return]  # torch is found, not imported
    return None


def host_only() -> None:
    """Nothing to wait for: the call is done when it returns."""


def _loops(call: Call, wait: Call, clock: Clock) -> int:
    """Calls a sample needs to last `SHORTEST`; 1, 2, 5, 10 and so on, as timeit has it."""
    for loops in _LOOPS:
        if _sample(call, loops, wait, clock) * loops >= SHORTEST:
            return loops
    return _LOOPS[-1]


def _sample(call: Call, loops: int, wait: Call, clock: Clock) -> float:
    if wait is host_only:  # an empty call would count with a call of nanoseconds
        start = clock()
        for _ in repeat(None, loops):
            call()
        return (clock() - start) / loops
    wait()
    start = clock()
    for _ in repeat(None, loops):
        call()
        wait()
    return (clock() - start) / loops


def _timing(loops: int, samples: list[float]) -> Timing:
    found = of_median(samples)
    return Timing(found.value, found.low, found.high, loops, tuple(samples))


def _scale(seconds: float) -> tuple[float, str]:
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return size, unit
    return 1e-9, "ns"
