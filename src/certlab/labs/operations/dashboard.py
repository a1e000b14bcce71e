"""What was scraped as a dashboard: a column for each GPU, a row for each field."""

from collections.abc import Iterator, Mapping

from certlab.drawing import marks
from certlab.labs.operations.history import History

_LEFT, _TOP, _WIDE, _HIGH, _GAP = 116, 30, 62, 44, 8
ROWS: Mapping[
    str, tuple[str, float]
] = {  # the field's name on the left, and its full height
    "DCGM_FI_DEV_GPU_UTIL": ("utilisation", 100),
    "DCGM_FI_PROF_SM_ACTIVE": ("SM activity", 1),
    "DCGM_FI_DEV_POWER_USAGE": ("power", 700),
    "DCGM_FI_DEV_GPU_TEMP": ("temperature", 100),
    "DCGM_FI_DEV_SM_CLOCK": ("SM clock", 2000),
    "DCGM_FI_DEV_FB_USED": ("memory used", 81_559),
    "DCGM_FI_DEV_ROW_REMAP_PENDING": ("row pending", 1),
}
_UNITS = ("%", "", "W", "°C", "MHz", "MiB", "")


def svg(history: History) -> str:
    """The dashboard as SVG text."""
    across = _LEFT + len(history.gpus) * (_WIDE + _GAP)
    down = _TOP + len(ROWS) * (_HIGH + _GAP) + 8
    described = (
        f"Lines over {len(history.minutes)} minutes of {', '.join(history.gpus)}, for "
        + ", ".join(name for name, _ in ROWS.values())
        + "."
    )
    return marks.picture(across, down, "A fleet", described, _marks(history))


def _marks(history: History) -> Iterator[str]:
    for row, ((field, (name, full)), unit) in enumerate(
        zip(ROWS.items(), _UNITS, strict=True)
    ):
        y = _TOP + row * (_HIGH + _GAP)
        yield marks.text(4, y + 18, name, bold=True)
        yield marks.text(4, y + 34, f"0 to {full:,g} {unit}".strip(), small=True)
        for column, gpu in enumerate(history.gpus):
            x = _LEFT + column * (_WIDE + _GAP)
            if not row:
                yield marks.text(x, 18, gpu, bold=True)
            yield marks.cell(x, y, _WIDE, _HIGH)
            yield marks.path(
                _line(history.series(field, gpu), x, y, full),
                'stroke-width="1.6"',
                ink=marks.colour(2),
            )


def _line(values: list[float], x: float, y: float, full: float) -> str:
    step = (_WIDE - 4) / max(len(values) - 1, 1)
    points = (
        f"{x + 2 + n * step:.1f} {y + _HIGH - 3 - (_HIGH - 6) * min(value / full, 1):.1f}"
        for n, value in enumerate(values)
    )
    return "M" + "L".join(points)
