"""Time against message size for several algorithms, both axes logarithmic."""

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

from certlab.course.facts import format_result
from certlab.drawing.marks import PAPER, path, picture, text
from certlab.drawing.quantities import duration, size
from certlab.labs.distributed.collectives.account import account, crossover
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.link import Link
from certlab.words import Sentence

_LEFT, _TOP, _WIDE, _HIGH = 72, 32, 480, 240  # px
_FIRST, _LAST = 10, 30  # powers of two of the sizes: 1 KiB to 1 GiB
_DASHES = ("", "6 3", "2 3", "8 3 2 3")


def curves_words(ranks: int, link: Link, algorithms: Sequence[str]) -> str:
    """Where the first two algorithms of an all-reduce cross, and which is faster where."""
    one, other = algorithms[:2]
    at = crossover(ranks, link, one, other)
    if at is None:
        return Sentence(
            "{one} and {other} over {ranks} ranks do not cross.",
            one=one,
            other=other,
            ranks=ranks,
        )
    if at == 0:
        best = min(one, other, key=lambda each: _seconds(ranks, link, each, 2**20))
        return Sentence(
            "Over {ranks} ranks, {name} is faster at every size.",
            ranks=ranks,
            name=best,
        )
    small, large = sorted((one, other), key=lambda each: _seconds(ranks, link, each, 0))
    return Sentence(
        "Over {ranks} ranks, {small} is faster below {size} and {large} is faster "
        "above it. At that size both take {time}.",
        ranks=ranks,
        small=small,
        large=large,
        size=size(at),
        time=duration(_seconds(ranks, link, one, at)),
    )


def curves(ranks: int, link: Link, algorithms: Sequence[str]) -> str:
    """All-reduces by several algorithms as SVG text; the first crossing is marked.

    Raises:
        Refusal: an algorithm does not do so many ranks.
    """
    sizes = [2.0 ** (n / 4) for n in range(4 * _FIRST, 4 * _LAST + 1)]
    lines = [[_seconds(ranks, link, one, each) for each in sizes] for one in algorithms]
    low = floor(log10(min(map(min, lines))))
    high = ceil(log10(max(map(max, lines))))
    marks = [*_axes(low, high)]
    for n, times in enumerate(lines):
        way = "L".join(
            f"{_x(each):.2f} {_y(time, low, high):.2f}"
            for each, time in zip(sizes, times, strict=True)
        )
        dashes = _DASHES[n % len(_DASHES)]
        dashed = f' stroke-dasharray="{dashes}"' * bool(dashes)
        marks.append(path(f"M{way}", f'stroke-width="2"{dashed}'))
    marks += _names(algorithms, [_y(times[-1], low, high) for times in lines])
    at = crossover(ranks, link, *algorithms[:2]) if len(algorithms) > 1 else None
    if at is not None and sizes[0] <= at <= sizes[-1]:
        marks += _crossing(at, _seconds(ranks, link, algorithms[0], at), low, high)
    says = curves_words(ranks, link, algorithms) if len(algorithms) > 1 else ""
    names = " or ".join(algorithms)
    title = f"{names}, {ranks} ranks: time of an all-reduce"
    return picture(_LEFT + _WIDE + 120, _TOP + _HIGH + 64, title, says, marks)


def _seconds(ranks: int, link: Link, algorithm: str, count: float) -> float:
    """Of a size that need not divide: time is a straight line in the size."""
    none, much = (
        account(Collective("all-reduce", algorithm, ranks, each, link)).seconds
        for each in (0, ranks * 2**20)
    )
    return none + (much - none) * count / (ranks * 2**20)


def _x(count: float) -> float:
    power = log10(count) / log10(2)
    return _LEFT + _WIDE * (power - _FIRST) / (_LAST - _FIRST)


def _y(seconds: float, low: int, high: int) -> float:
    return _TOP + _HIGH * (high - log10(seconds)) / (high - low)


def _names(algorithms: Sequence[str], ends: Sequence[float]) -> Iterator[str]:
    """Each at its curve's end, or below the name that stands there."""
    free = 0.0
    for end, name in sorted(zip(ends, algorithms, strict=True)):
        free = max(end, free)
        yield text(_LEFT + _WIDE + 8, free + 4, name, bold=True, small=True)
        free += 14


def _axes(low: int, high: int) -> Iterator[str]:
    for power in range(low, high + 1):
        y = _y(10.0**power, low, high)
        yield path(f"M{_LEFT} {y:.2f}h{_WIDE}", 'stroke-opacity="0.2"')
        says = (
            f"{10.0 ** (power + 6):g} µs" if power < -3 else f"{10 ** (power + 3)} ms"
        )
        yield text(_LEFT - 8, y + 4, says, at="end", small=True)
    bottom = _TOP + _HIGH
    for power in range(_FIRST, _LAST + 1, 5):
        x = _x(2.0**power)
        yield path(f"M{x:.2f} {bottom}v5")
        yield text(x, bottom + 20, size(2.0**power), at="middle", small=True)
    says = "message size; both axes logarithmic"
    yield text(_LEFT + _WIDE / 2, bottom + 44, says, at="middle", small=True)


def _crossing(at: float, seconds: float, low: int, high: int) -> Iterator[str]:
    x, y = _x(at), _y(seconds, low, high)
    yield path(f"M{x:.2f} {y:.2f}V{_TOP + _HIGH}", 'stroke-dasharray="2 2"')
    yield (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="4" fill="{PAPER}" stroke="currentColor" '
        'stroke-width="2"/>'
    )
    yield text(x - 8, y - 22, "crossover", at="end", bold=True, small=True)
    amount = f"{size(at)}, {format_result(seconds * 1e6)} µs"
    yield text(x - 8, y - 8, amount, at="end", small=True)
