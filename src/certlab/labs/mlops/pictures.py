"""Pictures of the watch and of the trial: weeks by columns, bars by bin, paths of p."""

from collections.abc import Iterator, Mapping, Sequence

from certlab.drawing import marks
from certlab.labs.mlops.drift import psi_terms
from certlab.labs.mlops.watching import Moved

_LEFT, _TOP, _WIDE, _HIGH = 96, 44, 56, 30  # of the picture of weeks, in its units
_X, _Y, _ACROSS, _UP = 44, 28, 536, 180  # of the picture of looks


def weeks(found: Mapping[int, Sequence[Moved]], limits: tuple[float, float]) -> str:
    """PSI of each column (rows) in each week, as SVG text.

    Args:
        found: what a watch told, by week.
        limits: PSI from which a cell is tinted, and from which it is dark.
    """
    worst = {at: max(moved, key=lambda one: one.psi) for at, moved in found.items()}
    told = [f"week {at} {one.column} {one.psi:.3f}" for at, one in worst.items()]
    across = _LEFT + len(found) * _WIDE + 8
    down = _TOP + max(map(len, found.values())) * _HIGH + 40
    described = f"The highest PSI of each week: {', '.join(told)}."
    drawn = _weeks(found, limits, down - 28)
    return marks.picture(across, down, "PSI by week and column", described, drawn)


def _weeks(
    found: Mapping[int, Sequence[Moved]], limits: tuple[float, float], key: float
) -> Iterator[str]:
    yield marks.text(4, 16, "PSI", bold=True)
    yield marks.text(_LEFT, 16, "week", bold=True)
    for place, (week, moved) in enumerate(found.items()):
        x = _LEFT + place * _WIDE
        yield marks.text(x + _WIDE / 2, _TOP - 8, str(week), at="middle", bold=True)
        for row, one in enumerate(moved):
            y = _TOP + row * _HIGH
            if not place:
                yield marks.text(4, y + 20, one.column)
            yield _cell(x + 1, y + 1, _WIDE - 2, _HIGH - 2, one.psi, limits)
            says, dark = f"{one.psi:.3f}", one.psi >= limits[1]
            yield marks.text(x + _WIDE / 2, y + 20, says, at="middle", bold=dark)
    told = [f"below {limits[0]:g}", *(f"from {limit:g}" for limit in limits)]
    for place, (psi, says) in enumerate(zip((0, *limits), told, strict=True)):
        yield _cell(_LEFT + place * 110, key, 18, 16, psi, limits)
        yield marks.text(_LEFT + 24 + place * 110, key + 13, says, small=True)


def _cell(
    x: float, y: float, wide: float, high: float, psi: float, limits: Sequence[float]
) -> str:
    strength = (0, 0.25, 0.6)[sum(psi >= limit for limit in limits)]
    edge = f'fill-opacity="{strength:g}" stroke="currentColor" stroke-opacity="0.3"'
    return marks.box(x, y, wide, high, marks.colour(1), edge)


def bars(before: Sequence[float], now: Sequence[float], title: str) -> str:
    """The shares of two tables by bin, and what each bin adds to the PSI, as SVG text."""
    pairs = [f"{a:.0%} and {b:.0%}" for a, b in zip(before, now, strict=True)]
    described = f"Shares by bin, before and now: {', '.join(pairs)}."
    drawn = _bars(before, now, title)
    return marks.picture(30 + len(pairs) * 62, 226, title, described, drawn)


def _bars(before: Sequence[float], now: Sequence[float], title: str) -> Iterator[str]:
    full, kinds = max(*before, *now), ((7, "before"), (1, "now"))
    yield marks.text(8, 18, title, bold=True)
    for place, (entity, says) in enumerate(kinds):
        yield marks.mark(8 + place * 80, 28, 14, 12, entity)
        yield marks.text(28 + place * 80, 38, says, small=True)
    yield marks.text(180, 38, "per cent of the orders", small=True)
    for place, term in enumerate(psi_terms(before, now)):
        x = 24 + place * 62
        for share, (entity, _) in zip((before[place], now[place]), kinds, strict=True):
            high = 112 * share / full
            yield marks.mark(x, 182 - high, 23, max(high, 2), entity)
            says = f"{100 * share:.0f}"
            yield marks.text(x + 11.5, 178 - high, says, at="middle", small=True)
            x += 24
        yield marks.text(x - 24, 198, f"{term:+.3f}", at="middle", small=True)
    yield marks.path(f"M16 182H{24 + len(now) * 62:g}")
    yield marks.text(8, 218, "below each bin: what it adds to the PSI", small=True)


def looks(paths: Sequence[Sequence[float]], alpha: float = 0.05) -> str:
    """The p-value of some trials from day to day, as SVG text; what dips below is marked."""
    crossed = sum(min(path) < alpha for path in paths)
    described = (
        f"The p-value of {len(paths)} trials over {len(paths[0])} days; below "
        f"{alpha:g} on some day: {crossed}."
    )
    drawn, title = _looks(paths, alpha), "Trials without a difference"
    return marks.picture(620, 262, title, described, drawn)


def _looks(paths: Sequence[Sequence[float]], alpha: float) -> Iterator[str]:
    step = _ACROSS / max(len(paths[0]) - 1, 1)
    points = [
        [(_X + step * day, _Y + _UP * (1 - p)) for day, p in enumerate(path)]
        for path in paths
    ]
    yield marks.text(_X, 16, "p-value of all people so far", bold=True)
    for tick in (0, 0.5, 1):
        y = _Y + _UP * (1 - tick)
        yield marks.text(_X - 8, y + 4, f"{tick:g}", at="end", small=True)
        yield marks.path(f"M{_X} {y:g}h{_ACROSS}", 'stroke-opacity="0.25"')
    for path, way in zip(paths, points, strict=True):
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in way)
        stops = next((day for day, p in enumerate(path) if p < alpha), None)
        if stops is None:
            yield marks.path(line, 'stroke-opacity="0.4"')
        else:
            yield marks.path(line, 'stroke-width="2"', ink=marks.colour(5))
            yield marks.cross(*way[stops], 5)
    y = _Y + _UP * (1 - alpha)
    yield marks.path(f"M{_X} {y:g}h{_ACROSS}", 'stroke-dasharray="6 4"', ink=marks.BAD)
    yield marks.text(_X + _ACROSS + 6, y + 4, f"{alpha:g}", small=True)
    for day in (0, *range(4, len(paths[0]), 5)):
        says = f"day {day + 1}"
        yield marks.text(_X + step * day, 228, says, at="middle", small=True)
    yield marks.cross(_X + 6, 246, 5)
    says = "somebody who looks every day stops here"
    yield marks.text(_X + 18, 250, says, small=True)
