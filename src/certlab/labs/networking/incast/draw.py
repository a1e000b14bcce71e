"""Runs side by side: a table in words, and the queue over time as a picture."""

from collections.abc import Iterator, Mapping

from certlab.drawing import marks
from certlab.labs.networking.incast.run import Result
from certlab.labs.networking.incast.setup import SLOT_NS

WIDE, HIGH, LEFT, TOP, FOOT = 680, 250, 52, 34, 206
_COLUMNS = (
    *("dropped", "of use", "arrived", "all there", "innocent", "queue"),
    "stopped",
)


def microseconds(slots: float) -> float:
    """Slots as time."""
    return slots * SLOT_NS / 1000


def table(runs: Mapping[str, Result]) -> str:
    """A line a run: packets, shares, and times in microseconds."""
    wide = max(map(len, runs))
    lines = [" " * wide + "".join(f"{name:>11}" for name in _COLUMNS)]
    for name, one in runs.items():
        cells = [
            f"{one.totals.dropped:,}",
            f"{int(100 * one.useful)}%",
            f"{int(100 * one.arrived)}%",
            _time(one.ended),
            _time(one.innocent_ended) if one.setup.innocent else "",
            f"{one.waits(1000, 3000):.0f}" if one.setup.slots >= 3000 else "",
            f"{microseconds(one.stopped[0]):.0f} µs",
        ]
        lines.append(f"{name:{wide}}" + "".join(f"{cell:>11}" for cell in cells))
    return "\n".join(lines)


def _time(slot: int | None) -> str:
    return "not yet" if slot is None else f"{microseconds(slot):.0f} µs"


def svg(runs: Mapping[str, Result]) -> str:
    """The queue for the busy receiver, slot by slot, a line a run."""
    most = max(1, *(one.longest for one in runs.values()))
    slots = max(one.setup.slots for one in runs.values())
    return marks.picture(
        WIDE, HIGH, "The queue over time", words(runs), _lines(runs, most, slots)
    )


def _lines(runs: Mapping[str, Result], most: int, slots: int) -> Iterator[str]:
    across, up = (WIDE - LEFT - 24) / slots, (FOOT - TOP) / most
    step = marks.tick_step(most, 5)
    yield marks.text(8, 14, "packets that wait", small=True)
    for n in range(int(most / step) + 1):
        high = FOOT - n * step * up
        yield marks.text(LEFT - 8, high + 4, f"{n * step:g}", at="end", small=True)
    end = microseconds(slots)
    yield from marks.axis(
        LEFT, FOOT, WIDE - LEFT - 24, end, marks.tick_step(end, 8), lambda at: f"{at:g}"
    )
    yield marks.text(WIDE - 24, HIGH - 8, "microseconds", at="end", small=True)
    for entity, (name, one) in enumerate(runs.items()):
        bucket = max(1, slots // 200)
        points = [
            f"{LEFT + at * across:.1f} {FOOT - max(one.queue[at : at + bucket]) * up:.1f}"
            for at in range(0, len(one.queue), bucket)
        ]
        ink = marks.colour(entity)
        yield marks.path("M" + "L".join(points), 'stroke-width="1.8"', ink=ink)
        x = LEFT + 130 + 130 * entity
        yield marks.path(f"M{x} 10h18", 'stroke-width="2.5"', ink=ink)
        yield marks.text(x + 24, 14, name, small=True)


def words(runs: Mapping[str, Result]) -> str:
    """The same in words."""
    return " ".join(
        f"{name}: at most {one.longest} packets wait, {one.waits(0, one.setup.slots):.0f} on average."
        for name, one in runs.items()
    )
