"""The one kit that simulators draw with: SVG text, colours, patterns, lines, an axis.

Colour is who (Okabe-Ito in fixed order), pattern is what kind: hatch is the other kind of
work or what is arriving, dots are capacity that is there and not used.
"""

from collections.abc import Callable, Iterable, Iterator
from html import escape

# In the order in which ranks and stages take them; further ones begin again.
COLOURS = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7"),
    *("#56b4e9", "#d55e00", "#f0e442", "#878d96"),
)
_PATTERNS = (
    '<defs><pattern id="sim-idle" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle cx="3" cy="3" r="0.9" fill="currentColor"/></pattern>'
    '<pattern id="sim-hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="1.6" height="5" fill="currentColor" '
    'fill-opacity="0.4"/></pattern></defs>'
)
_STYLE = (
    "color: var(--cl-ink, #1c1e23); font-family: system-ui, 'DejaVu Sans', sans-serif; "
    "font-size: 12px; font-variant-numeric: tabular-nums"
)
PAPER, BAD = "var(--cl-paper, #ffffff)", "var(--cl-bad, #a83200)"
IDLE, HATCH = "url(#sim-idle)", "url(#sim-hatch)"  # fills


def colour(entity: int) -> str:
    """The colour that a rank or a stage has in every view."""
    return COLOURS[entity % len(COLOURS)]


def picture(
    width: float, height: float, title: str, describes: str, marks: Iterable[str]
) -> str:
    """A whole SVG text: paper, patterns and marks, with a title and a description."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"',
        f'role="img" style="{_STYLE}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(describes)}</desc>",
        f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
        _PATTERNS,
        *marks,
    ]
    return "\n".join([*lines, "</svg>"])


def text(
    x: float,
    y: float,
    says: str,
    *,
    at: str = "start",
    bold: bool = False,
    small: bool = False,
    mono: bool = False,
    ink: str = "currentColor",
) -> str:
    """A line of text; `at` is where x stands: start, middle or end."""
    more = ' font-weight="600"' * bold + ' font-size="11"' * small
    more += ' font-family="monospace"' * mono
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{at}" fill="{ink}"{more}>'
        f"{escape(says)}</text>"
    )


def mark(
    x: float,
    y: float,
    width: float,
    height: float,
    entity: int,
    *,
    strength: float = 0.38,
) -> str:
    """A tinted box with an edge in the entity's colour."""
    paint = colour(entity)
    return (
        f'<rect x="{x + 0.5:g}" y="{y + 0.5:g}" width="{width - 1:g}" '
        f'height="{height - 1:g}" fill="{paint}" fill-opacity="{strength:g}" '
        f'stroke="{paint}"/>'
    )


def box(
    x: float, y: float, width: float, height: float, fill: str, more: str = ""
) -> str:
    """A plain box: a pattern's name, paper, or a colour."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'fill="{fill}"{" " * bool(more)}{more}/>'
    )


def cell(x: float, y: float, width: float, height: float) -> str:
    """An empty place: a faint edge, nothing in it."""
    edge = 'stroke="currentColor" stroke-opacity="0.45"'
    return box(x + 0.5, y + 0.5, width - 1, height - 1, "none", edge)


def hatch(x: float, y: float, width: float, height: float) -> str:
    """The pattern of the other kind, over what stands there."""
    return box(x, y, width, height, HATCH)


def idle(x: float, y: float, width: float, height: float) -> str:
    """Dots: capacity that is there and not used."""
    return box(x, y, width, height, IDLE)


def followed(x: float, y: float, width: float, height: float) -> str:
    """A thick outline in ink: the thing being followed."""
    edge = 'stroke="currentColor" stroke-width="2"'
    return box(x + 1, y + 1, width - 2, height - 2, "none", edge)


def path(way: str, more: str = "", *, ink: str = "currentColor") -> str:
    """A line along a way, and nothing within."""
    return f'<path d="{way}" fill="none" stroke="{ink}"{" " * bool(more)}{more}/>'


def cross(x: float, y: float, arm: float, ink: str = BAD) -> str:
    """A cross around a point: what is wrong, lost or over."""
    way = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 -{2 * arm:g}l-{2 * arm:g} {2 * arm:g}"
    return path(way, 'stroke-width="2"', ink=ink)


def axis(
    x: float,
    y: float,
    width: float,
    end: float,
    step: float,
    says: Callable[[float], str],
) -> Iterator[str]:
    """A line from 0 to `end`, with a tick each step and what it says below."""
    yield path(f"M{x:g} {y:g}h{width:g}")
    for n in range(int(end / step + 1e-9) + 1):
        place = x + n * step * (width / end)
        yield path(f"M{place:g} {y:g}v5")
        yield text(place, y + 18, says(n * step), at="middle", small=True)


def tick_step(end: float, most: int, multiples: Iterable[int] = (1, 2, 5)) -> float:
    """The least of the multiples of a power of ten that makes at most so many ticks."""
    power = 1e-6
    while True:
        for times in multiples:
            if end / (power * times) <= most:
                return power * times
        power *= 10
