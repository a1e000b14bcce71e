"""All GPUs of a board as one SVG picture, which a notebook keeps and nbval compares."""

import re

from certlab.drawing.marks import picture as drawn
from certlab.drawing.marks import text
from certlab.labs import mig
from certlab.words import after_each_other

_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_TITLE = 24  # above each GPU, for its number


def picture(gpus: tuple[mig.Gpu, ...]) -> str:
    """One GPU as `mig.draw.svg` draws it, several below each other."""
    boards = [mig.draw.svg(gpu) for gpu in gpus]
    size = _SIZE.search(boards[0])
    if len(boards) == 1 or size is None:
        return boards[0]
    wide, high = map(float, size.groups())
    marks = []
    for number, board in enumerate(boards):
        top = number * (high + _TITLE)
        place = f'<svg y="{top + _TITLE:g}" width="{wide:g}" height="{high:g}" '
        marks += [text(0, top + 16, f"GPU {number}", bold=True)]
        marks += [board.replace("<svg ", place, 1)]
    title = f"{len(boards)} GPUs, {gpus[0].table.name}"
    says = after_each_other(*map(mig.draw.words, gpus))
    return drawn(wide, (high + _TITLE) * len(boards), title, says, marks)
