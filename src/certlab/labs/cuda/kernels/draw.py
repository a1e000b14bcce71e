"""A launch drawn: who touched which element, between which barriers; the same in words.

A row is a thread, a column an element, a panel what lies between two barriers. Letter and
colour say read, write or atomic; an element that is raced for has a heavy frame and a
cross.
"""

from collections.abc import Iterator
from html import escape

from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Access, Three, Trace
from certlab.labs.cuda.kernels.launch import indices
from certlab.labs.cuda.kernels.races import races

COLOURS = {"read": "#56b4e9", "write": "#e69f00", "atomic": "#009e73"}
_RACE = "#d55e00"
_CELL, _LEFT, _GAP, _HEAD = 24, 76, 28, 44
_THREADS, _ELEMENTS = 16, 32
_STYLE = (
    "color: var(--cl-ink, #1c1e23); "
    "font-family: system-ui, 'DejaVu Sans', sans-serif; font-size: 12px"
)


def words(trace: Trace) -> str:
    """The launch in a line: threads, barriers, accesses, races, faults."""
    threads = len(indices(trace.grid, "forward")) * len(indices(trace.block, "forward"))
    parts = [f"{_count(threads, 'thread')}, {_count(trace.barriers, 'barrier')}"]
    for shared, name in ((False, "global"), (True, "shared")):
        kinds = [
            _count(n, kind if kind != "atomic" else "atomic update")
            for kind in COLOURS
            if (n := trace.count(kind, shared=shared))
        ]
        if kinds:
            parts.append(f"{name} memory: {', '.join(kinds)}")
    found = races(trace)
    parts.append(f"{_count(len(found), 'race')}" if found else "no race")
    if trace.faults:
        parts.append(_count(len(trace.faults), "fault"))
    return f"{trace.kernel}: {'; '.join(parts)}."


def svg(trace: Trace, block: Three = (0, 0, 0)) -> str:
    """One block of a launch as SVG text.

    Raises:
        CourseError: the block or its arrays are too large to be read in a picture.
    """
    rows = indices(trace.block, "forward")
    mine = [one for one in trace.accesses if one.block == block]
    columns = _columns(mine)
    if len(rows) > _THREADS or sum(map(len, columns.values())) > _ELEMENTS:
        raise CourseError(
            f"Draw a smaller launch: at most {_THREADS} threads and {_ELEMENTS} elements."
        )
    lefts, width = _lefts(columns)
    width = max(width, 360)  # the legend's
    phases = sorted({one.phase for one in mine})
    high = _HEAD + len(rows) * _CELL + _GAP
    height = len(phases) * high + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f'width="{width}" role="img" style="max-width: 100%; {_STYLE}">',
        f"<title>{escape(trace.kernel)}: accesses of one block</title>",
        f"<desc>{escape(words(trace))}</desc>",
        f'<rect width="{width}" height="{height}" fill="var(--cl-paper, #ffffff)"/>',
    ]
    raced = {(one.cell, one.first.phase) for one in races(trace)}
    raced |= {(one.cell, one.second.phase) for one in races(trace)}
    for n, phase in enumerate(phases):
        part = [one for one in mine if one.phase == phase]
        lines += _panel(n * high, phase, rows, columns, lefts)
        lines += _marks(n * high, part, rows, columns, lefts)
        lines += _frames(n * high, phase, rows, columns, lefts, raced)
    legend = "R read   W write   A atomic update   × raced for"
    lines.append(_text(8, height - 8, legend, 'xml:space="preserve"'))
    return "\n".join([*lines, "</svg>"])


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _columns(accesses: list[Access]) -> dict[str, list[str]]:
    """Elements of each array that was touched, in order."""
    found: dict[str, set[tuple[tuple[int, ...], str]]] = {}
    for one in accesses:
        found.setdefault(one.array, set()).add((one.index, one.cell))
    return {name: [cell for _, cell in sorted(cells)] for name, cells in found.items()}


def _lefts(columns: dict[str, list[str]]) -> tuple[dict[str, int], int]:
    """Left edge of each array, and the width of all."""
    lefts, at = {}, _LEFT
    for name, cells in columns.items():
        lefts[name] = at
        at += max(len(cells), 3) * _CELL + _GAP
    return lefts, at


def _panel(
    top: int,
    phase: int,
    rows: list[Three],
    columns: dict[str, list[str]],
    lefts: dict[str, int],
) -> Iterator[str]:
    says = "before the first barrier" if phase == 0 else f"after barrier {phase}"
    yield _text(8, top + 16, says, 'font-weight="600"')
    for n, row in enumerate(rows):
        x, y, z = row
        name = str(x) if not (y or z) and len({r[1] for r in rows}) == 1 else f"{x},{y}"
        yield _text(_LEFT - 8, top + _HEAD + n * _CELL + 16, f"thread {name}", _END)
        del z
    for array, cells in columns.items():
        left = lefts[array]
        yield _text(left, top + 30, array, 'font-family="monospace"')
        for n, cell in enumerate(cells):
            index = cell.split("[")[1].rstrip("]").replace(" ", "")
            if len(index) < 3:
                yield _text(left + (n + 0.5) * _CELL, top + 42, index, _SMALL)
        for row_ in range(len(rows) + 1):
            y = top + _HEAD + row_ * _CELL
            yield _line(left, y, left + len(cells) * _CELL, y)
        for n in range(len(cells) + 1):
            x = left + n * _CELL
            yield _line(x, top + _HEAD, x, top + _HEAD + len(rows) * _CELL)


def _marks(
    top: int,
    accesses: list[Access],
    rows: list[Three],
    columns: dict[str, list[str]],
    lefts: dict[str, int],
) -> Iterator[str]:
    kinds: dict[tuple[str, str, Three], list[str]] = {}
    for one in accesses:
        here = kinds.setdefault((one.array, one.cell, one.thread), [])
        if one.kind not in here:
            here.append(one.kind)
    for (array, cell, thread), found in kinds.items():
        x = lefts[array] + columns[array].index(cell) * _CELL
        y = top + _HEAD + rows.index(thread) * _CELL
        part = (_CELL - 2) / len(found)
        for n, kind in enumerate(found):
            yield (
                f'<rect x="{x + 1 + n * part:g}" y="{y + 1}" width="{part:g}" '
                f'height="{_CELL - 2}" fill="{COLOURS[kind]}"/>'
            )
            middle = x + 1 + (n + 0.5) * part
            yield (
                f'<text x="{middle:g}" y="{y + 16}" text-anchor="middle" fill="#111111" '
                f'font-size="11">{kind[0].upper()}</text>'
            )


def _frames(
    top: int,
    phase: int,
    rows: list[Three],
    columns: dict[str, list[str]],
    lefts: dict[str, int],
    raced: set[tuple[str, int]],
) -> Iterator[str]:
    for array, cells in columns.items():
        for n, cell in enumerate(cells):
            if (cell, phase) not in raced:
                continue
            x, high = lefts[array] + n * _CELL, len(rows) * _CELL
            yield (
                f'<rect x="{x}" y="{top + _HEAD}" width="{_CELL}" height="{high}" '
                f'fill="none" stroke="{_RACE}" stroke-width="3"/>'
            )
            yield _text(x + _CELL / 2, top + _HEAD + high + 15, "×", _SMALL)


_END = 'text-anchor="end"'
_SMALL = 'text-anchor="middle" font-size="11"'


def _text(x: float, y: float, says: str, more: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="currentColor" {more}>{escape(says)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="currentColor" '
        'stroke-opacity="0.35"/>'
    )
