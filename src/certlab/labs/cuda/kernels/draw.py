"""A launch drawn: who touched which element, between which barriers; the same in words.

A row is a thread, a column an element, a panel what lies between two barriers. Letter and
colour say read, write or atomic; an element that is raced for has a heavy frame and a
cross.
"""

from collections.abc import Iterator

from certlab.drawing.marks import box, path, picture, text
from certlab.errors import CourseError
from certlab.labs.cuda.kernels.access import Access, Three, Trace
from certlab.labs.cuda.kernels.launch import indices
from certlab.labs.cuda.kernels.races import races

COLOURS = {"read": "#56b4e9", "write": "#e69f00", "atomic": "#009e73"}
_RACE = "#d55e00"
_CELL, _LEFT, _GAP, _HEAD = 24, 76, 28, 44
_THREADS, _ELEMENTS = 16, 32


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
    lines: list[str] = []
    raced = {(one.cell, one.first.phase) for one in races(trace)}
    raced |= {(one.cell, one.second.phase) for one in races(trace)}
    for n, phase in enumerate(phases):
        part = [one for one in mine if one.phase == phase]
        lines += _panel(n * high, phase, rows, columns, lefts)
        lines += _marks(n * high, part, rows, columns, lefts)
        lines += _frames(n * high, phase, rows, columns, lefts, raced)
    # Em spaces: of several plain ones SVG keeps one.
    legend = (
        "R read\N{EM SPACE}W write\N{EM SPACE}A atomic update\N{EM SPACE}× raced for"
    )
    lines.append(text(8, height - 8, legend))
    title = f"{trace.kernel}: accesses of one block"
    return picture(width, height, title, words(trace), lines)


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
    yield text(8, top + 16, says, bold=True)
    for n, row in enumerate(rows):
        x, y, z = row
        name = str(x) if not (y or z) and len({r[1] for r in rows}) == 1 else f"{x},{y}"
        level = top + _HEAD + n * _CELL + 16
        yield text(_LEFT - 8, level, f"thread {name}", at="end")
        del z
    for array, cells in columns.items():
        left = lefts[array]
        yield text(left, top + 30, array, mono=True)
        for n, cell in enumerate(cells):
            index = cell.split("[")[1].rstrip("]").replace(" ", "")
            if len(index) < 3:
                middle = left + (n + 0.5) * _CELL
                yield text(middle, top + 42, index, at="middle", small=True)
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
            left, letter = x + 1 + n * part, kind[0].upper()
            yield box(left, y + 1, part, _CELL - 2, COLOURS[kind])
            yield text(
                *(left + part / 2, y + 16, letter),
                at="middle",
                small=True,
                ink="#111111",
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
            edge = f'stroke="{_RACE}" stroke-width="3"'
            yield box(x, top + _HEAD, _CELL, high, "none", edge)
            low = top + _HEAD + high + 15
            yield text(x + _CELL / 2, low, "×", at="middle", small=True)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", 'stroke-opacity="0.35"')
