"""A GPU drawn: its slices, who holds them, what is stranded; and the same in words.

Position is the data: compute slices above, memory slices below, aligned by start. Colour
is the size of an instance, Okabe-Ito; dots are slices that are free and of no use.
"""

from collections.abc import Iterator
from html import escape

from certlab.course.facts import format_number
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.profiles import plain, suffix
from certlab.labs.mig.summary import compute_width, stranded, words

__all__ = ["COLOURS", "svg", "words"]

COLOURS = {1: "#56b4e9", 2: "#e69f00", 3: "#0072b2", 4: "#009e73", 7: "#cc79a7"}
_LEFT, _WIDTH, _HEIGHT = 104, 512, 136  # room for the row names, the grid, the whole
_TOP, _MIDDLE, _BOTTOM = 20, 64, 108  # compute slices, memory slices, their end
_CENTRE = 'text-anchor="middle"'
_BOLD = f'{_CENTRE} font-weight="600" font-family="monospace"'
_IDLE = (
    '<defs><pattern id="mig-idle" width="6" height="6" '
    'patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="0.9" '
    'fill="currentColor"/></pattern></defs>'
)
_STYLE = (
    "color: var(--cl-ink, #1c1e23); "
    "font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 12px"
)


def svg(gpu: Gpu) -> str:
    """The GPU's board as SVG text."""
    width = _LEFT + _WIDTH + 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}"',
        f'role="img" style="{_STYLE}">',
        f"<title>{escape(gpu.table.name)}: GPU instances</title>",
        f"<desc>{escape(words(gpu))}</desc>",
        f'<rect width="{width}" height="{_HEIGHT}" fill="var(--cl-paper, #ffffff)"/>',
        _IDLE,
        *_rows(gpu),
        *_cells(gpu),
    ]
    for one in gpu.listed:
        lines += _instance(gpu, one)
    return "\n".join([*lines, "</svg>"])


def _unit(gpu: Gpu) -> int:
    """Width of a memory slice."""
    return _WIDTH // gpu.table.memory_slices


def _text(x: float, y: int, says: str, more: str = _CENTRE) -> str:
    return f'<text x="{x:g}" y="{y}" fill="currentColor" {more}>{escape(says)}</text>'


def _rows(gpu: Gpu) -> Iterator[str]:
    """Names of the rows, and the slices' numbers above and below."""
    table, unit, wide = gpu.table, _unit(gpu), compute_width(gpu.table)
    each = f"{format_number(round(table.memory_gb / table.memory_slices, 2))} GB each"
    end = 'text-anchor="end"'
    yield _text(_LEFT - 12, 46, "compute slice", end)
    yield _text(_LEFT - 12, 84, "memory slice", end)
    yield _text(_LEFT - 12, 100, each, end)
    for n in range(table.compute_slices):
        yield _text(_LEFT + (n + 0.5) * wide * unit, 13, str(n))
    for n in range(table.memory_slices):
        yield _text(_LEFT + (n + 0.5) * unit, 124, str(n))


def _cells(gpu: Gpu) -> Iterator[str]:
    compute, memory = stranded(gpu)
    wide, unit = compute_width(gpu.table), _unit(gpu)
    rows = (
        (gpu.table.compute_slices, wide * unit, _TOP, compute),
        (gpu.table.memory_slices, unit, _MIDDLE, memory),
    )
    for count, width, y, idle in rows:
        for n in range(count):
            fill = "url(#mig-idle)" if n in idle else "none"
            yield (
                f'<rect x="{_LEFT + n * width + 0.5:g}" y="{y + 0.5:g}" '
                f'width="{width - 1}" height="43" fill="{fill}" '
                'stroke="currentColor" stroke-opacity="0.5"/>'
            )


def _instance(gpu: Gpu, one: Instance) -> Iterator[str]:
    unit, colour = _unit(gpu), COLOURS.get(one.profile.compute, "#f0e442")
    left = _LEFT + one.start * unit
    compute = left + one.profile.compute * compute_width(gpu.table) * unit
    memory = left + one.profile.size * unit
    step = f"V{_MIDDLE + 2}H{memory - 2}" if memory != compute else ""
    way = f"M{left + 2} {_TOP + 2}H{compute - 2}{step}V{_BOTTOM - 2}H{left + 2}Z"
    yield f'<path d="{way}" fill="var(--cl-paper, #ffffff)"/>'
    yield (
        f'<path d="{way}" fill="{colour}" fill-opacity="0.35" stroke="{colour}" '
        'stroke-width="2"/>'
    )
    says = [plain(one.name), suffix(one.name)]
    parts = [each for each in one.computes if each.compute != one.profile.compute]
    if one.profile.sms is not None and not parts:
        says.append(f"{one.profile.sms} SMs")
    says = [*filter(None, says)]
    first, line = (34, 12) if len(says) == 3 or parts else (38, 16)
    for n, text in enumerate(says):
        more = _BOLD if n == 0 else _CENTRE
        yield _text((left + compute) / 2, first + line * n, text, more)
    if one.profile.memory_gib is not None:
        memory_text = f"{one.profile.memory_gib:.2f} GiB"
        yield _text((left + memory) / 2, 91, memory_text)
    slice_ = compute_width(gpu.table) * unit
    for each in parts:
        x, width = left + each.start * slice_, each.compute * slice_
        yield (
            f'<rect x="{x + 6}" y="44" width="{width - 12}" height="16" fill="{colour}" '
            'fill-opacity="0.5" stroke="currentColor"/>'
        )
        yield _text(x + width / 2, 56, f"{each.compute}c")
