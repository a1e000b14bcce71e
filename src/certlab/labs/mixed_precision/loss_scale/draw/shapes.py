"""Pieces of a picture: the sheet, boxes, lines and letters, as SVG text."""

from html import escape

LOST, BLURRED, KEPT, OVER = "#d55e00", "#e69f00", "#0072b2", "#cc79a7"
LEFT, RIGHT, TOP, BASE = 56, 688, 44, 212  # of what is plotted
WIDTH, HEIGHT = 704, 260
DASHED = 'stroke-dasharray="5 4"'
_STYLE = (
    "color: var(--cl-ink, #1c1e23); "
    "font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 12px"
)


def head(title: str, description: str) -> list[str]:
    """The sheet, with what it shows in words."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        f'role="img" style="{_STYLE}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--cl-paper, #ffffff)"/>',
        text(LEFT, 20, title, 'font-weight="600"'),
    ]


def box(
    x: float, y: float, width: float, height: float, fill: str, opacity: float = 1
) -> str:
    """A filled rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'fill="{fill}" fill-opacity="{opacity:g}"/>'
    )


def text(x: float, y: float, says: str, more: str = 'text-anchor="middle"') -> str:
    """A word or two, centred if nothing else is said."""
    return f'<text x="{x:g}" y="{y:g}" fill="currentColor" {more}>{escape(says)}</text>'


def power(x: float, y: float, exponent: int, anchor: str = "middle") -> str:
    """A power of two, its exponent raised."""
    raised = str(exponent).replace("-", "−")
    return (
        f'<text x="{x:g}" y="{y:g}" fill="currentColor" text-anchor="{anchor}">2'
        f'<tspan dy="-4" font-size="11">{raised}</tspan></text>'
    )


def tick(x: float) -> str:
    """A mark under the axis."""
    return f'<path d="M{x:g} {BASE}v5" stroke="currentColor"/>'


def under(says: str) -> str:
    """What the axis shows."""
    return text((LEFT + RIGHT) / 2, BASE + 38, says)


def way(path: str, colour: str, more: str = "") -> str:
    """A line."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2" {more}/>'


def cross(x: float, y: float) -> str:
    """A small cross."""
    return way(f"M{x - 4:g} {y - 4:g}l8 8m0 -8l-8 8", LOST)
