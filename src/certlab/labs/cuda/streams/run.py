"""Run queued work: at each moment an engine takes the earliest queued work that may start."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from certlab.errors import CourseError
from certlab.labs.cuda.streams.device import SMS, Device
from certlab.labs.cuda.streams.timeline import Span, Timeline
from certlab.labs.cuda.streams.work import DEFAULT, Copy, Kernel, Record, Wait, Work

MOST = 300  # pieces of work; more of them no picture shows


@dataclass
class _Task:
    """Work with what it waits for: indices of tasks that must have ended."""

    name: str
    stream: str
    engine: str
    seconds: float
    queued: float
    after: frozenset[int]


@dataclass
class _Host:
    """The host's calls, one by one: what each stream's next work waits for."""

    device: Device
    tasks: list[_Task] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)  # a stream's newest task
    extra: dict[str, set[int]] = field(
        default_factory=dict
    )  # what it waits for besides
    events: dict[str, frozenset[int]] = field(default_factory=dict)
    now: float = 0.0
    hold: int | None = None  # a task that the host itself waits for


def run(device: Device, work: Iterable[Work]) -> Timeline:
    """When each piece of work runs, if the host calls them in this order.

    Raises:
        CourseError: a stream waits for an event that no call before it recorded; CUDA
            would not wait at all, and the mistake would not show.
    """
    host, ends = _Host(device), dict[int, tuple[float, float]]()
    for one in work:
        if len(host.tasks) >= MOST:
            raise CourseError(f"Over {MOST:,} pieces of work are too many to draw.")
        if (
            host.hold is not None
        ):  # all queued so far is known, and later work cannot pass it
            ends = _schedule(host.tasks)
            host.now, host.hold = max(host.now, ends[host.hold][1]), None
        host.now += device.launch_seconds
        _call(host, one)
    ends = _schedule(host.tasks)
    if host.hold is not None:
        host.now = max(host.now, ends[host.hold][1])
    spans = tuple(
        Span(task.name, task.stream, task.engine, task.queued, *ends[n])
        for n, task in enumerate(host.tasks)
    )
    return Timeline(device.engines, spans, host.now)


def _call(host: _Host, one: Work) -> None:
    """One call of the host."""
    before = _before(host, one.stream)
    if isinstance(one, Record):
        host.events[one.event] = before
        return
    if isinstance(one, Wait):
        if one.event not in host.events:
            raise CourseError(
                f"Stream {one.stream} waits for event {one.event}, which no call before "
                "it has recorded; record it first."
            )
        host.extra.setdefault(one.stream, set()).update(host.events[one.event])
        return
    number = len(host.tasks)
    engine = host.device.engine(one.way) if isinstance(one, Copy) else SMS
    name = one.name or _name(one)
    host.tasks.append(_Task(name, one.stream, engine, one.seconds, host.now, before))
    host.last[one.stream] = number
    host.extra.pop(one.stream, None)
    if isinstance(one, Copy) and not one.pinned:
        host.hold = number


def _before(host: _Host, stream: str) -> frozenset[int]:
    """What the next work of a stream waits for: its own last, events, the default stream."""
    streams = [*host.last] if stream == DEFAULT else [stream, DEFAULT]
    last = {host.last[one] for one in streams if one in host.last}
    return frozenset(last | host.extra.get(stream, set()))


def _name(one: Copy | Kernel) -> str:
    return "kernel" if isinstance(one, Kernel) else f"copy {one.way}"


def _schedule(tasks: list[_Task]) -> dict[int, tuple[float, float]]:
    """Start and end of each task: always the one that can start first, then as queued."""
    ends: dict[int, tuple[float, float]] = {}
    free: dict[str, float] = {}
    waiting = dict(enumerate(tasks))
    while waiting:
        best: tuple[float, int] | None = None
        for number, task in waiting.items():
            if best is not None and task.queued > best[0]:
                break  # who is queued later cannot start earlier
            if task.after - ends.keys():
                continue
            ready = max([task.queued, *(ends[one][1] for one in task.after)])
            start = max(ready, free.get(task.engine, 0.0))
            if best is None or (start, number) < best:
                best = (start, number)
        if best is None:  # whoever waits, waits for one that was queued before
            raise AssertionError("no work may start")
        start, number = best
        task = waiting.pop(number)
        ends[number] = (start, start + task.seconds)
        free[task.engine] = start + task.seconds
    return ends
