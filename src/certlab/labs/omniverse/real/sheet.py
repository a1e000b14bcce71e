"""Pictures side by side as one drawing, with boxes that were labelled and boxes reported."""

import base64
import io
from collections.abc import Sequence

from certlab.drawing import marks
from certlab.labs.omniverse.real.rendering import SIDE, Picture
from certlab.labs.omniverse.warehouse.scoring import Reports

_SHOWN, _GAP, _ROW = 150, 10, 4  # of a picture in the drawing; pictures in a row
_LABEL = 'stroke="#f0e442" stroke-width="2"'
_REPORT = 'stroke="#56b4e9" stroke-width="2" stroke-dasharray="4 3"'


def sheet(pictures: Sequence[Picture], says: str, reports: Reports = ()) -> str:
    """Pictures in rows of four, with the boxes of their labels.

    Args:
        says: what is to be seen, in words.
        reports: of each picture what a detector reported; those half sure are shown.
    """
    drawn = []
    for place, picture in enumerate(pictures):
        left, top = (_GAP + one * (_SHOWN + _GAP) for one in divmod(place, _ROW)[::-1])
        drawn.append(
            f'<image x="{left}" y="{top}" width="{_SHOWN}" height="{_SHOWN}" '
            f'preserveAspectRatio="none" href="{_address(picture)}"/>'
        )
        drawn += [_frame(_placed(one, left, top), _LABEL) for one in picture.boxes]
        here = [box for sure, box in reports[place] if sure >= 0.5] if reports else []
        drawn += [_frame(_placed(one, left, top), _REPORT) for one in here]
    foot = _GAP + -(-len(pictures) // _ROW) * (_SHOWN + _GAP)
    keys = {"label": _LABEL} | ({"reported": _REPORT} if reports else {})
    for number, (name, edge) in enumerate(keys.items()):
        left = _GAP + number * 110
        drawn.append(_frame((left, foot + 2, 18, 14), edge))
        drawn.append(marks.text(left + 24, foot + 14, name))
    wide = _GAP + _ROW * (_SHOWN + _GAP)
    return marks.picture(wide, foot + 26, "Pictures", says, drawn)


def _placed(box: Sequence[float], left: float, top: float) -> Sequence[float]:
    """Where a box lies in the drawing: left, top, width, height."""
    scale = _SHOWN / SIDE
    x, y, right, bottom = (min(max(0.0, one), SIDE) * scale for one in box)
    return [round(one, 1) for one in (left + x, top + y, right - x, bottom - y)]


def _frame(place: Sequence[float], edge: str) -> str:
    x, y, wide, high = place
    dark = marks.box(x, y, wide, high, "none", 'stroke="#000" stroke-width="3.5"')
    return dark + marks.box(x, y, wide, high, "none", edge)


def _address(picture: Picture) -> str:
    """The pixels as an address, so that the drawing is one text."""
    from PIL import Image

    file = io.BytesIO()
    pixels = (picture.pixels * 255).round().astype("uint8")
    Image.fromarray(pixels).save(file, "JPEG", quality=80)
    return "data:image/jpeg;base64," + base64.b64encode(file.getvalue()).decode()
