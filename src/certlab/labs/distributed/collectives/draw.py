"""A step of a collective drawn: what every rank holds, what is arriving, what it costs.

A grid a rank: a row is a chunk, a column whose numbers it holds. For all-to-all a row is
where the chunk goes.
"""

from collections.abc import Iterator

from certlab.course.facts import format_number
from certlab.drawing.marks import (
    COLOURS,
    box,
    cell,
    colour,
    followed,
    hatch,
    mark,
    picture,
    text,
)
from certlab.drawing.quantities import duration, rate, size
from certlab.errors import Refusal
from certlab.labs.distributed.collectives.account import Account
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.data import Holdings, holdings
from certlab.labs.distributed.collectives.plan import Send
from certlab.labs.distributed.collectives.rank_layout import Scene
from certlab.labs.distributed.collectives.summary import chunk_names, step_words, words
from certlab.words import Sentence

MOST_DRAWN = len(COLOURS)  # ranks: each has a colour of its own
_PANEL = 232


def svg(done: Account, step: int) -> str:
    """A step as SVG text.

    Args:
        done: the collective, accounted for.
        step: 0 before the first; a step's number while its messages arrive; one more than
            there are shows what all hold in the end.

    Raises:
        Refusal: there are more ranks than colours, or no such step.
    """
    one = done.collective
    _check(done, step)
    scene = Scene(one.ranks, *((26, 22) if one.ranks <= 4 else (16, 16)))
    marks = [*_grids(one, scene, step), *_panel(done, step, scene.width + 24)]
    low = scene.height + (56 if one.algorithm == "in-switch" and one.ranks < 3 else 0)
    height = max(low + 56, 312)
    marks += _key(one, height - 12)
    return picture(
        scene.width + 24 + _PANEL, height, _title(done, step), _said(done, step), marks
    )


def _check(done: Account, step: int) -> None:
    one = done.collective
    if one.ranks > MOST_DRAWN:
        raise Refusal(
            Sentence(
                "A picture shows at most {most} ranks, not {ranks}; draw fewer, "
                "because only the text and the numbers have no limit.",
                most=MOST_DRAWN,
                ranks=f"{one.ranks:,}",
            )
        )
    if not 0 <= step <= len(done.steps) + 1:
        raise Refusal(
            Sentence(
                "There is no step {step}; choose one from 0 to {count}.",
                step=step,
                count=len(done.steps),
            )
        )


def _title(done: Account, step: int) -> str:
    kind = done.collective.kind
    if 0 < step <= len(done.steps):
        return f"{kind}, step {step} of {len(done.steps)}: {done.steps[step - 1].phase}"
    return f"{kind}, {'before the first step' if step == 0 else 'when all is done'}"


def _said(done: Account, step: int) -> str:
    return words(done) if step > len(done.steps) else step_words(done, step)


def _grids(one: Collective, scene: Scene, step: int) -> Iterator[str]:
    stages = list(holdings(one))
    during = 0 < step < len(stages)
    before = stages[step - 1 if during else min(step, len(stages) - 1)]
    after = stages[step] if during else before
    sends = list(one.plan.messages(step)) if during else []
    for rank in range(one.ranks):
        yield from _name(one, scene, rank, sends)
        yield from _cells(one, scene, rank, (before, after))
    for send in sends:
        yield scene.arrow(send.source, send.target)
        if send.source < one.ranks:
            yield from _outlines(one, scene, send)
    if one.algorithm == "in-switch":
        yield from scene.switch_box()


def _name(one: Collective, scene: Scene, rank: int, sends: list[Send]) -> Iterator[str]:
    """A rank's name in its colour, and what it sends."""
    x, y = scene.place(rank)
    yield box(x, y - 32, 10, 10, colour(rank))
    yield text(x + 16, y - 23, f"rank {rank}", bold=True)
    for send in sends:
        if send.source == rank and send.chunks:
            to = "the switch" if send.target == one.ranks else send.target
            says = (
                f"{chunk_names(one, send)} to {to}, {size(one.cuts.sum(send.chunks))}"
            )
            yield text(x, y - 8, says, small=True)


def _cells(
    one: Collective, scene: Scene, rank: int, stages: tuple[Holdings, Holdings]
) -> Iterator[str]:
    x, y = scene.place(rank)
    wide, high = scene.wide, scene.high
    for row in range(one.ranks):
        label = f"{'for' if one.kind == 'all-to-all' else 'chunk'} {row}"
        level = y + row * high + high / 2 + 4
        yield text(x - 8, level, label, at="end", small=True)
        for column in range(one.ranks):
            there, coming = (_has(one, held[rank], row, column) for held in stages)
            left, top = x + column * wide, y + row * high
            if there:
                yield mark(left, top, wide, high, column)
            elif coming:
                yield mark(left, top, wide, high, column, strength=0.14)
                yield hatch(left, top, wide, high)
            else:
                yield cell(left, top, wide, high)
            if wide >= 24:
                says = "1" if there else "+" if coming else "0"
                yield text(left + wide / 2, level, says, at="middle", small=True)


def _has(one: Collective, held: dict[int, int], row: int, column: int) -> bool:
    """Whether a rank holds a column's contribution to a row's chunk."""
    if one.kind == "all-to-all":
        return column * one.ranks + row in held
    return bool(held.get(row, 0) >> column & 1)


def _outlines(one: Collective, scene: Scene, send: Send) -> Iterator[str]:
    """A thick line around what a rank is sending."""
    x, y = scene.place(send.source)
    wide, high = scene.wide, scene.high
    if one.kind == "all-to-all":
        for chunk in send.chunks:
            origin, row = divmod(chunk, one.ranks)
            yield followed(x + origin * wide, y + row * high, wide, high)
    else:
        rows = len(send.chunks)
        top = y + send.chunks[0] * high
        yield followed(x - 2, top - 2, one.ranks * wide + 4, rows * high + 4)


def _panel(done: Account, step: int, x: float) -> Iterator[str]:
    """What has been sent and how long it took, and the bandwidths of the whole."""
    one, count = done.collective, len(done.steps)
    step = min(step, count)
    sent = max(one.plan.sent(rank, one.cuts, step) for rank in range(one.ranks))
    elapsed = done.steps[step - 1].elapsed if step else 0.0
    yield text(x, 24, f"After step {step} of {count}", bold=True)
    rows = (
        ("Sent by the busiest rank", size(sent), size(done.sent_most)),
        ("Time", duration(elapsed), duration(done.seconds)),
    )
    shares = (sent / max(done.sent_most, 1), elapsed / (done.seconds or 1))
    for n, ((what, now, whole), share) in enumerate(zip(rows, shares, strict=True)):
        y = 52 + 72 * n
        yield text(x, y, what, small=True)
        yield text(x, y + 20, f"{now} of {whole}", bold=True)
        yield box(x, y + 30, 200, 6, "none", 'stroke="currentColor" rx="3"')
        yield box(x, y + 30, 200 * share, 6, "currentColor", 'rx="3"')
    yield text(x, 200, "When done", small=True)
    yield text(x, 220, rate(done.algorithm_bandwidth), bold=True)
    yield text(x + 80, 220, "algorithm bandwidth", small=True)
    yield text(x, 242, rate(done.bus_bandwidth), bold=True)
    yield text(x + 80, 242, "bus bandwidth", small=True)
    yield text(x, 264, f"link {rate(one.link.bytes_per_second)},", small=True)
    latency = format_number(round(one.link.latency_seconds * 1e9, 2))
    yield text(x, 280, f"{latency} ns a message", small=True)


def _key(one: Collective, y: float) -> Iterator[str]:
    row = "whom a chunk is for" if one.kind == "all-to-all" else "a chunk"
    yield text(
        8, y, f"Row: {row}. Column: whose numbers. Hatched: arriving.", small=True
    )
