"""A GPU drawn: its slices, who holds them, what is stranded; and the same in words.

Position is the data: compute slices above, memory slices below, aligned by start. Colour
is the size of an instance, Okabe-Ito; dots are slices that are free and of no use.
"""

from collections.abc import Iterator

from certlab.course.facts import format_number
from certlab.drawing.marks import IDLE, PAPER, box, picture, text
from certlab.labs.mig.gpu import Gpu
from certlab.labs.mig.instances import Instance
from certlab.labs.mig.profiles import plain, suffix
from certlab.labs.mig.summary import compute_width, stranded, words

__all__ = ["COLOURS", "svg", "words"]

COLOURS = {1: "#56b4e9", 2: "#e69f00", 3: "#0072b2", 4: "#009e73", 7: "#cc79a7"}
_LEFT, _WIDTH, _HEIGHT = 104, 512, 136  # room for the row names, the grid, the whole
_TOP, _MIDDLE, _BOTTOM = 20, 64, 108  # compute slices, memory slices, their end


def svg(gpu: Gpu) -> str:
    """The GPU's board as SVG text."""
    width = _LEFT + _WIDTH + 8
    marks = [*_rows(gpu), *_cells(gpu)]
    for one in gpu.listed:
        marks += _instance(gpu, one)
    title = f"{gpu.table.name}: GPU instances"
    return picture(width, _HEIGHT, title, words(gpu), marks)


def _unit(gpu: Gpu) -> int:
    """Width of a memory slice."""
    return _WIDTH // gpu.table.memory_slices


def _rows(gpu: Gpu) -> Iterator[str]:
    """Names of the rows, and the slices' numbers above and below."""
    table, unit, wide = gpu.table, _unit(gpu), compute_width(gpu.table)
    each = f"{format_number(round(table.memory_gb / table.memory_slices, 2))} GB each"
    yield text(_LEFT - 12, 46, "compute slice", at="end")
    yield text(_LEFT - 12, 84, "memory slice", at="end")
    yield text(_LEFT - 12, 100, each, at="end")
    for n in range(table.compute_slices):
        yield text(_LEFT + (n + 0.5) * wide * unit, 13, str(n), at="middle")
    for n in range(table.memory_slices):
        yield text(_LEFT + (n + 0.5) * unit, 124, str(n), at="middle")


def _cells(gpu: Gpu) -> Iterator[str]:
    compute, memory = stranded(gpu)
    wide, unit = compute_width(gpu.table), _unit(gpu)
    rows = (
        (gpu.table.compute_slices, wide * unit, _TOP, compute),
        (gpu.table.memory_slices, unit, _MIDDLE, memory),
    )
    for count, width, y, idle in rows:
        for n in range(count):
            fill = IDLE if n in idle else "none"
            edge = 'stroke="currentColor" stroke-opacity="0.5"'
            yield box(_LEFT + n * width + 0.5, y + 0.5, width - 1, 43, fill, edge)


def _instance(gpu: Gpu, one: Instance) -> Iterator[str]:
    unit, colour = _unit(gpu), COLOURS.get(one.profile.compute, "#f0e442")
    left = _LEFT + one.start * unit
    compute = left + one.profile.compute * compute_width(gpu.table) * unit
    memory = left + one.profile.size * unit
    step = f"V{_MIDDLE + 2}H{memory - 2}" if memory != compute else ""
    way = f"M{left + 2} {_TOP + 2}H{compute - 2}{step}V{_BOTTOM - 2}H{left + 2}Z"
    yield f'<path d="{way}" fill="{PAPER}"/>'
    yield (
        f'<path d="{way}" fill="{colour}" fill-opacity="0.35" stroke="{colour}" '
        'stroke-width="2"/>'
    )
    says = [plain(one.name), suffix(one.name)]
    parts = [each for each in one.computes if not each.whole]
    if one.profile.sms is not None and not parts:
        says.append(f"{one.profile.sms} SMs")
    says = [*filter(None, says)]
    first, line = (34, 12) if len(says) == 3 or parts else (38, 16)
    for n, word in enumerate(says):
        x, y, name = (left + compute) / 2, first + line * n, n == 0
        yield text(x, y, word, at="middle", bold=name, mono=name)
    if one.profile.memory_gib is not None:
        memory_text = f"{one.profile.memory_gib:.2f} GiB"
        yield text((left + memory) / 2, 91, memory_text, at="middle")
    slice_ = compute_width(gpu.table) * unit
    for each in parts:
        x, width = left + each.start * slice_, each.takes * slice_
        edge = 'fill-opacity="0.5" stroke="currentColor"'
        yield box(x + 6, 44, width - 12, 16, colour, edge)
        yield text(x + width / 2, 56, f"{each.compute}c", at="middle")
