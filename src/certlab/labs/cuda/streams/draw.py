"""A timeline drawn, and in a line of words.

A lane is an engine, a bar a piece of work, its colour the stream; the number in the bar
names the stream too. The line on the right is the end.
"""

from collections.abc import Iterator
from html import escape

from certlab.drawing.marks import COLOURS, PAPER, box, path, picture, text
from certlab.labs.cuda.streams.timeline import Span, Timeline

_LEFT, _WIDTH, _LANE, _TOP = 92, 560, 34, 12


def words(timeline: Timeline) -> str:
    """The timeline in a line: how long, how much of it each engine works, what binds."""
    whole = timeline.seconds
    if not whole:
        return "Nothing was queued."
    shares = ", ".join(
        f"{engine} {timeline.busy(engine) / whole:.0%}" for engine in timeline.engines
    )
    streams = len(timeline.streams)
    return (
        f"{len(timeline.spans)} pieces of work in {streams} stream{'s' * (streams != 1)}: "
        f"{scaled(whole)}, one after another {scaled(timeline.serial)}; busy: {shares}."
    )


def svg(
    timeline: Timeline, seconds: float | None = None, *, legend: bool = False
) -> str:
    """The timeline as SVG text.

    Args:
        seconds: end of the axis, so that two timelines can be compared; by default that
            of the work.
        legend: name the colours below, where the names are longer than the bars.
    """
    whole = max(timeline.seconds, seconds or 0.0) or 1.0
    height = _TOP + _LANE * len(timeline.engines) + 30
    width = _LEFT + _WIDTH + 48
    marks = [*_lanes(timeline, whole), *_axis(timeline, whole, height)]
    if legend:
        marks += _legend(timeline, height)
    title = "Copies and kernels in time"
    return picture(width, height, title, words(timeline), marks)


def scaled(seconds: float) -> str:
    """A time in the unit that fits it: "12 ms"."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds / 1e-9:.4g} ns"


def _lanes(timeline: Timeline, whole: float) -> Iterator[str]:
    streams = timeline.streams
    for n, engine in enumerate(timeline.engines):
        y = _TOP + n * _LANE
        yield text(_LEFT - 10, y + 20, engine, at="end")
        edge = 'stroke="currentColor" stroke-opacity="0.25"'
        yield box(_LEFT, y + 2, _WIDTH, _LANE - 6, "none", edge)
        for span in timeline.spans:
            if span.engine == engine:
                yield from _bar(span, streams.index(span.stream), y, whole)


def _bar(span: Span, stream: int, y: int, whole: float) -> Iterator[str]:
    x = _LEFT + span.start / whole * _WIDTH
    width = max(span.seconds / whole * _WIDTH, 1.0)
    colour = COLOURS[stream % len(COLOURS)]
    yield (
        f'<rect x="{x:.2f}" y="{y + 3}" width="{width:.2f}" height="{_LANE - 8}" '
        f'fill="{colour}" stroke="{PAPER}" stroke-width="1">'
        f"<title>{escape(span.name)}, stream {escape(span.stream)}: "
        f"{scaled(span.start)} to {scaled(span.end)}</title></rect>"
    )
    label = span.stream
    if width >= 9 * len(label):
        # White words on the first colour, dark ones on the others.
        ink = "#ffffff" if stream % len(COLOURS) == 0 else "#111111"
        yield text(round(x + width / 2, 2), y + 20, label, at="middle", ink=ink)


def _axis(timeline: Timeline, whole: float, height: int) -> Iterator[str]:
    bottom = _TOP + _LANE * len(timeline.engines)
    end = _LEFT + timeline.seconds / whole * _WIDTH
    dashed = 'stroke-width="2" stroke-dasharray="4 3"'
    yield path(f"M{end:.2f} {_TOP - 6}V{bottom + 4}", dashed)
    yield text(_LEFT, height - 10, "0", at="middle")
    yield text(round(end, 2), height - 10, scaled(timeline.seconds), at="middle")


def _legend(timeline: Timeline, height: int) -> Iterator[str]:
    x = _LEFT + 40.0
    for n, stream in enumerate(timeline.streams):
        colour = COLOURS[n % len(COLOURS)]
        yield box(x, height - 20, 12, 12, colour)
        yield text(x + 17, height - 10, stream)
        x += 34 + 7 * len(stream)
