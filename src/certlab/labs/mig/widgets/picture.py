"""All GPUs of a board as one SVG picture, which a notebook keeps and nbval compares."""

import re

from certlab.labs import mig

_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_TITLE = 24  # above each GPU, for its number


def picture(gpus: tuple[mig.Gpu, ...]) -> str:
    """One GPU as `mig.draw.svg` draws it, several below each other."""
    drawn = [mig.draw.svg(gpu) for gpu in gpus]
    size = _SIZE.search(drawn[0])
    if len(drawn) == 1 or size is None:
        return drawn[0]
    wide, high = map(float, size.groups())
    step = high + _TITLE
    tall = step * len(drawn)
    style = (
        "color: var(--cl-ink, #1c1e23); "
        "font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 12px"
    )
    size_of = f'viewBox="0 0 {wide:g} {tall:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" style="{style}" {size_of}>',
        f"<title>{len(drawn)} GPUs, {gpus[0].table.name}</title>",
        f'<rect width="{wide:g}" height="{tall:g}" fill="var(--cl-paper, #ffffff)"/>',
    ]
    for number, one in enumerate(drawn):
        top = number * step
        text = f'<text y="{top + 16:g}" fill="currentColor" font-weight="600">'
        place = f'<svg y="{top + _TITLE:g}" width="{wide:g}" height="{high:g}" '
        lines += [f"{text}GPU {number}</text>", one.replace("<svg ", place, 1)]
    return "\n".join([*lines, "</svg>"])
