"""Memory bills drawn as bars on one axis of GiB, with the card's end as a line."""

from collections.abc import Iterator, Sequence

from certlab.course.facts import format_result
from certlab.drawing.marks import (
    BAD,
    PAPER,
    axis,
    box,
    cross,
    hatch,
    idle,
    mark,
    path,
    picture,
    text,
    tick_step,
)
from certlab.labs.distributed.memory.bill import GIB, PARTS, Bill
from certlab.labs.distributed.memory.summary import words
from certlab.words import after_each_other

_LEFT, _AXIS, _WIDTH, _ROW = 176, 760, 1120, 48  # px


def svg(bills: Sequence[Bill], names: Sequence[str]) -> str:
    """Bills below each other, each with its name, as SVG text."""
    most = max(max(one.gib, one.training.card.gib) for one in bills) * 1.02
    scale = _AXIS / most
    marks = [*_key()]
    for n, (one, name) in enumerate(zip(bills, names, strict=True)):
        marks += _bar(one, name, 64.0 + n * _ROW, scale)
    bottom = 64.0 + len(bills) * _ROW
    step = tick_step(most, 10)
    marks += axis(_LEFT, bottom, _AXIS, most, step, format_result)
    says = "GiB; the vertical line marks the memory of the card"
    marks.append(text(_LEFT, bottom + 38, says, small=True))
    says = after_each_other(*map(words, bills))
    return picture(_WIDTH, bottom + 48, "Memory of a GPU in training", says, marks)


def _key() -> Iterator[str]:
    x = float(_LEFT)
    for n, part in enumerate(PARTS):
        yield mark(x, 12, 24, 20, n)
        yield from _pattern(part, x, 12, 24, 20)
        yield text(x + 32, 26, part, small=True)
        x += 64 + 7 * len(part)
    yield idle(x, 12, 24, 20)
    yield text(x + 32, 26, "left for what is not counted", small=True)


def _pattern(part: str, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    """Activations are hatched: they grow with the batch, the others with the model."""
    if part == "activations":
        yield hatch(x, y, wide, high)


def _bar(one: Bill, name: str, y: float, scale: float) -> Iterator[str]:
    yield text(_LEFT - 12, y + 19, name, at="end", bold=True)
    x = float(_LEFT)
    for n, part in enumerate(PARTS):
        wide = getattr(one, part) / GIB * scale
        if wide >= 1:
            yield mark(x, y, wide, 28, n)
            yield from _pattern(part, x, y, wide, 28)
        amount = format_result(getattr(one, part) / GIB)
        if wide >= 8 + 7 * len(amount):
            room = 4 + 6.6 * len(amount)
            left = x + (wide - room) / 2
            yield box(left, y + 6, room, 16, PAPER, 'rx="2"')
            yield text(x + wide / 2, y + 18, amount, at="middle", small=True)
        x += wide
    card = one.training.card
    end = _LEFT + card.gib * scale
    if one.fits:
        yield idle(x, y, end - x, 28)
    ink = "currentColor" if one.fits else BAD
    yield path(f"M{end:g} {y - 6:g}V{y + 34:g}", 'stroke-width="2"', ink=ink)
    at = max(x, end) + 8
    says = f"{format_result(one.gib)} GiB"
    if not one.fits:
        yield cross(at + 5, y + 14, 5)
        at += 16
        says += ", does not fit"
    yield text(at, y + 18, says, bold=True, small=True)
