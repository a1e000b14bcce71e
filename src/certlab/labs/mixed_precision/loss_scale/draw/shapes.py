"""Where both pictures plot, their colours, and what stands under their axis."""

from certlab.drawing.marks import path, picture, text

LOST, BLURRED, KEPT, OVER = "#d55e00", "#e69f00", "#0072b2", "#cc79a7"
LEFT, RIGHT, TOP, BASE = 56, 688, 44, 212  # of what is plotted


def sheet(title: str, describes: str, under: str, marks: list[str]) -> str:
    """A whole picture: its title above, what is plotted, what the axis shows below."""
    head = text(LEFT, 20, title, bold=True)
    foot = text((LEFT + RIGHT) / 2, BASE + 38, under, at="middle")
    return picture(704, 260, title, describes, [head, *marks, foot])


def power(x: float, y: float, exponent: int, anchor: str = "middle") -> str:
    """A power of two, its exponent raised."""
    raised = str(exponent).replace("-", "−")
    return (
        f'<text x="{x:g}" y="{y:g}" fill="currentColor" text-anchor="{anchor}">2'
        f'<tspan dy="-4" font-size="11">{raised}</tspan></text>'
    )


def tick(x: float) -> str:
    """A mark under the axis."""
    return path(f"M{x:g} {BASE}v5")
