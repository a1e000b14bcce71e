"""Chrome's trace format, which PyTorch's profiler and many others write.

https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU gives the
format: times are in microseconds, and an event of phase "X" has a start and a length.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from certlab.errors import CourseError
from certlab.labs.cuda.streams import Span, Timeline, draw

_TOOLTIP = re.compile(r">\s*<title>[^<]*</title></rect>")
_NAMES = 5  # of a lane, that colours can still tell apart


@dataclass(frozen=True, slots=True)
class Event:
    """A complete event; times are in seconds from the first one of the trace.

    Attributes:
        category: what wrote it: "user_annotation" for ranges of one's own, "cpu_op",
            "kernel", "gpu_memcpy".
        thread: the thread or, for a GPU, the stream.
    """

    name: str
    category: str
    thread: str
    start: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.end - self.start

    def holds(self, other: "Event") -> bool:
        """Whether the other lies within it, on the same thread."""
        return (
            self.thread == other.thread
            and self.start <= other.start
            and other.end <= self.end
        )


def read(text: str) -> tuple[Event, ...]:
    """The complete events of a trace, by their start.

    Raises:
        CourseError: it is no trace, or holds no complete event.
    """
    try:
        data = json.loads(text)
        rows: list[dict[str, Any]] = (
            data["traceEvents"] if isinstance(data, dict) else data
        )
        found = [
            (float(one["ts"]), float(one["dur"]), one)
            for one in rows
            if one.get("ph") == "X" and "dur" in one
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CourseError("The text is no Chrome trace; export it again.") from error
    if not found:
        raise CourseError("The trace holds no complete event; profile something in it.")
    origin = min(start for start, _, _ in found)
    events = [
        Event(
            str(one.get("name", "")),
            str(one.get("cat", "")),
            f"{one.get('pid', '')} {one.get('tid', '')}".strip(),
            (start - origin) / 1e6,
            (start - origin + length) / 1e6,
        )
        for start, length, one in found
    ]
    return tuple(sorted(events, key=lambda one: (one.start, -one.seconds)))


def outermost(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that lie in no other one of these, by thread."""
    kept: list[Event] = []
    for one in sorted(events, key=lambda one: (one.start, -one.seconds)):
        if not any(other.holds(one) for other in kept):
            kept.append(one)
    return tuple(kept)


def timeline(lanes: dict[str, Iterable[Event]]) -> Timeline:
    """Events as a timeline that can be drawn: a lane each.

    They are coloured by name, in a lane of many names by lane.
    """
    spans = []
    for lane, events in lanes.items():
        kept = list(events)
        few = len({one.name for one in kept}) <= _NAMES
        spans += [
            Span(
                one.name, one.name if few else lane, lane, one.start, one.start, one.end
            )
            for one in kept
        ]
    return Timeline(tuple(lanes), tuple(sorted(spans, key=lambda one: one.start)))


def figure(text: str, ranges: Iterable[str], says: str, end: str) -> str:
    """A trace as a page's figure: ranges of one's own above, operators below.

    Args:
        ranges: names of the ranges to show.
        says: the picture in words; without numbers, which would come from no fact.
        end: what stands at the end of the axis, a fact's placeholder.
    """
    wanted, events = set(ranges), read(text)
    named = [one for one in events if one.name in wanted]
    ran = outermost(one for one in events if one.category == "cpu_op")
    shown = timeline({"ranges": named, "operators": ran})
    drawn = _TOOLTIP.sub("/>", draw.svg(shown, legend=True))
    drawn = drawn.replace(escape(draw.words(shown)), escape(says))
    return drawn.replace(draw.scaled(shown.seconds), end)
