"""Schedules drawn on one time axis: who works when, who waits, what each stage holds.

Colour is the stage. Plain is a forward, hatched a backward, cross-hatched its weight part
where that is apart; a bar below is a later model chunk; dots are bubble; a thick outline
follows one micro-batch.
"""

from collections.abc import Iterator, Sequence

from certlab.drawing.marks import (
    PAPER,
    axis,
    box,
    colour,
    followed,
    hatch,
    idle,
    mark,
    path,
    picture,
    text,
    tick_step,
)
from certlab.drawing.quantities import percent
from certlab.errors import Refusal
from certlab.labs.distributed.pipeline.run import Run, shares
from certlab.labs.distributed.pipeline.span import Span
from certlab.labs.distributed.pipeline.summary import (
    amount,
    formula_holds,
    label,
    words,
)
from certlab.words import Sentence, after_each_other

MOST_DRAWN = 4_000  # spans; more would be too thin to see and slow to show
_LEFT, _AXIS, _LANE = 72, 760, 26  # px: stage names, time, from stage to stage
_SHARES, _PEAKS, _WIDTH = 872, 1056, 1216
_SAYS = {
    "naive": "one micro-batch at a time",
    "gpipe": "all forwards, then all backwards",
    "1f1b": "one forward, one backward: same bubble as GPipe, less memory",
    "interleaved": "several model chunks per stage: smaller bubble, more messages",
    "zb-h1": "backward in two parts: the next stage waits for B, and W fills the bubble",
}


def svg(runs: Sequence[Run], follow: int | None = None) -> str:
    """Runs below each other on one axis, as SVG text.

    Args:
        runs: at least one; their times must have one unit.
        follow: a micro-batch to outline.

    Raises:
        Refusal: there are too many spans to draw.
    """
    must_fit(sum(len(stage) for run in runs for stage in run.stages))
    longest = max(run.length for run in runs)
    most = max(peak for run in runs for peak in run.peaks)
    marks = [*_key(runs)]
    y = 64.0
    for run in runs:
        marks += _run(run, y, _AXIS / longest, most, follow)
        y += 40 + _LANE * len(run.stages)
    marks += _axis(runs, y - 8, longest)
    says = after_each_other(*map(words, runs))
    return picture(_WIDTH, y + 56, _title(runs), says, marks)


def must_fit(spans: int) -> None:
    """Refuse more spans than a picture shows.

    Raises:
        Refusal: there are too many.
    """
    if spans > MOST_DRAWN:
        raise Refusal(
            Sentence(
                "A picture shows at most {most} pieces of work, not {n}; draw "
                "fewer stages or micro-batches.",
                most=f"{MOST_DRAWN:,}",
                n=f"{spans:,}",
            )
        )


def _title(runs: Sequence[Run]) -> str:
    one = runs[0].pipeline
    names = ", ".join(map(label, runs))
    return f"{names}: {one.stages} stages, {one.micro_batches} micro-batches"


def _key(runs: Sequence[Run]) -> Iterator[str]:
    kinds = ["forward", "backward"]
    if any(run.pipeline.splits_backward for run in runs):
        kinds += ["backward, weights (W)"]
    if any(run.pipeline.chunks > 1 for run in runs):
        kinds += ["later model chunk"]
    x = float(_LEFT)
    for kind in (*kinds, "bubble: the stage waits"):
        yield from _sample(kind, x)
        yield text(x + 32, 22, kind, small=True)
        x += 56 + 6.2 * len(kind)
    yield text(_SHARES, 22, "bubble time, as a share", small=True)
    yield text(_PEAKS, 22, "peak activations,", small=True)
    yield text(_PEAKS, 38, "micro-batches a stage", small=True)


def _sample(kind: str, x: float) -> Iterator[str]:
    if kind.startswith("bubble"):
        yield idle(x, 8, 24, 20)
        return
    span = Span(
        {"forward": "F", "later model chunk": "F", "backward": "B"}.get(kind, "W"),
        0,
        int(kind.startswith("later")),
        0,
        1,
    )
    yield from _piece(span, 0, (x, 8, 24, 20), split=kind.endswith("(W)"))


def _run(
    run: Run, y: float, scale: float, most: float, follow: int | None
) -> Iterator[str]:
    name = label(run)
    yield text(0, y, name, bold=True)
    yield text(16 + 7.2 * len(name), y, _SAYS[run.pipeline.schedule], small=True)
    top = y + 8
    for stage, spans in enumerate(run.stages):
        level = top + stage * _LANE
        yield text(0, level + 16, f"stage {stage}", small=True)
        yield box(52, level + 7, 10, 10, colour(stage))
        yield from _lane(run, spans, stage, (level, scale), follow)
    bottom = top + len(run.stages) * _LANE
    end = _LEFT + run.length * scale
    yield _rule(end, top - 4, bottom + 2)
    yield text(end + 5, bottom - 6, f"{amount(run.length)} t", bold=True, small=True)
    ideal = _LEFT + run.pipeline.ideal * scale
    yield _rule(ideal, top - 4, bottom + 2, 'stroke-dasharray="2 3"')
    yield from _bubble(run, top)
    yield from _held(run, top, most)


def _lane(
    run: Run,
    spans: Sequence[Span],
    stage: int,
    place: tuple[float, float],
    follow: int | None,
) -> Iterator[str]:
    """A stage's work; where nothing stands there are dots."""
    level, scale = place
    now = 0.0
    for span in spans:
        if span.start > now + 1e-9:
            gap = (span.start - now) * scale
            yield idle(_LEFT + now * scale, level + 1, gap, 22)
        x, width = _LEFT + span.start * scale, (span.end - span.start) * scale
        split = run.pipeline.splits_backward
        yield from _piece(span, stage, (x, level + 1, width, 22), split=split)
        if span.micro == follow:
            yield followed(x, level + 1, width, 22)
        now = span.end
    if run.length > now + 1e-9:
        rest = (run.length - now) * scale
        yield idle(_LEFT + now * scale, level + 1, rest, 22)


def _piece(
    span: Span, stage: int, place: tuple[float, float, float, float], *, split: bool
) -> Iterator[str]:
    x, y, width, height = place
    forward = span.kind == "F"
    strength = 0.38 if forward else 0.14
    yield mark(x, y, width, height, stage, strength=strength)
    if not forward:
        yield hatch(x, y, width, height)
    if span.kind == "W":
        yield hatch_back(x, y, width, height)
    if span.chunk:
        yield box(x, y + height - 3, width, 3, "currentColor")
    says = str(span.micro)
    if split and not forward:
        says = span.kind + says
    if width >= 4 + 6.6 * len(says):
        if not forward:
            room = 2 + 6.6 * len(says)
            left = x + (width - room) / 2
            yield box(left, y + 3, room, 14, PAPER, 'rx="2"')
        yield text(x + width / 2, y + 14.5, says, at="middle", small=True)


def hatch_back(x: float, y: float, width: float, height: float) -> str:
    """Hatching the other way: with the first it makes a cross-hatch."""
    lines = []
    step = 5.0
    at = x + step
    while at < x + width + height:
        top, low = min(at, x + width), max(at - height, x)
        y0, y1 = y + max(at - (x + width), 0), y + min(height, at - x)
        lines.append(f"M{top:g} {y0:g}L{low:g} {y1:g}")
        at += step
    return path("".join(lines), 'stroke-opacity="0.4"')


def _bubble(run: Run, top: float) -> Iterator[str]:
    """Both shares, each with the name of its whole, and the formula's fraction."""
    measured = (run.share_of_total, run.share_of_ideal)
    for n, (share, exact) in enumerate(
        zip(measured, shares(run.pipeline), strict=True)
    ):
        x = _SHARES + 88 * n
        yield text(x, top + 24, percent(share), bold=True)
        yield text(x, top + 42, f"of {'ideal' if n else 'total'}", small=True)
        if formula_holds(run):
            says = f"{exact.numerator:,} / {exact.denominator:,}"
            yield text(x, top + 58, says, small=True)


def _held(run: Run, top: float, most: float) -> Iterator[str]:
    """A bar a stage: micro-batches held at most, a notch for each."""
    unit = 112 / most
    for stage, peak in enumerate(run.peaks):
        y = top + stage * _LANE + 5
        yield mark(_PEAKS, y, peak * unit, 14, stage)
        if unit >= 4:
            for n in range(1, int(peak) + (peak % 1 > 0)):
                x = _PEAKS + n * unit
                yield box(x - 0.75, y + 1, 1.5, 12, PAPER)
        x = _PEAKS + peak * unit + 6
        yield text(x, y + 11, amount(peak), bold=True, small=True)
    yield _rule(_PEAKS, top, top + len(run.peaks) * _LANE)


def _axis(runs: Sequence[Run], y: float, longest: float) -> Iterator[str]:
    scale = _AXIS / longest
    yield from axis(
        _LEFT, y, _AXIS, longest, tick_step(longest, 12, (1, 2, 3, 5)), amount
    )
    one = runs[0].pipeline
    yield text(
        _LEFT,
        y + 54,
        f"time in t; forward {amount(one.forward)} t, backward {amount(one.backward)} t",
        small=True,
    )
    says = f"{amount(one.ideal)} t: no bubble"
    yield text(_LEFT + one.ideal * scale, y + 36, says, at="middle", small=True)


def _rule(x: float, top: float, bottom: float, more: str = "") -> str:
    return path(f"M{x:g} {top:g}V{bottom:g}", more)
