"""Small pictures of digits: put anywhere on a sheet, and described as a person would.

A picture is a flat list, row by row, of how dark each point is, from 0 to 16.
"""

from collections.abc import Sequence
from itertools import product

SIDE = 8  # points of a digit as scikit-learn has it
SHEET = 12  # points of the sheet on which it lies
INK = 5  # what is at least as dark counts as ink

Picture = Sequence[float]
Point = tuple[int, int]
# What a person measures: closed loops, the row of the first, columns, ends, shares of ink.
FEATURES = ("loops", "loop_row", "width", "top", "bottom", "left", "right", "middle")


def placed(picture: Picture, row: int, column: int) -> list[float]:
    """A digit on an empty sheet, its corner at this row and column."""
    sheet = [0.0] * (SHEET * SHEET)
    for y, x in product(range(SIDE), repeat=2):
        sheet[(row + y) * SHEET + column + x] = float(picture[y * SIDE + x])
    return sheet


def drawn(picture: Picture) -> str:
    """A picture in letters, so that one sees what a program gets."""
    side = _side(picture)
    dark = " .:+#"
    signs = [dark[min(4, int(one) // 4 + (one > 0))] * 2 for one in picture]
    lines = ["".join(signs[at : at + side]) for at in range(0, len(signs), side)]
    return "\n".join(line.rstrip() for line in lines)


def features(picture: Picture) -> dict[str, float]:
    """What a person would measure in a digit, wherever it lies."""
    box = _cut(picture)
    ink = sum(map(sum, box)) or 1.0
    loops = _loops(box)
    wide = [x for x in range(SIDE) if any(row[x] >= INK for row in box)]
    return {
        "loops": len(loops),
        "loop_row": loops[0] if loops else -1.0,
        "width": wide[-1] - wide[0] + 1 if wide else 0,
        "top": sum(one >= INK for one in box[0]),
        "bottom": sum(one >= INK for one in box[-1]),
        "left": sum(sum(row[:3]) for row in box[1:4]) / ink,
        "right": sum(sum(row[5:]) for row in box[1:4]) / ink,
        "middle": sum(sum(row[3:5]) for row in box[3:5]) / 64,
    }


def _side(picture: Picture) -> int:
    return int(len(picture) ** 0.5)


def _cut(picture: Picture) -> list[list[float]]:
    """The eight by eight points that hold the digit, its first inked row on top."""
    side = _side(picture)
    points = [float(one) for one in picture]
    rows = [points[at : at + side] for at in range(0, side * side, side)]
    inked = [y for y in range(side) if max(rows[y]) >= INK]
    columns = [x for x in range(side) if any(row[x] >= INK for row in rows)]
    top, left = (inked[0], max(0, columns[0] - 1)) if inked else (0, 0)
    box = [row[left : left + SIDE] for row in rows[top : top + SIDE]]
    box = [row + [0.0] * (SIDE - len(row)) for row in box]
    return box + [[0.0] * SIDE for _ in range(SIDE - len(box))]


def _loops(box: list[list[float]]) -> list[float]:
    """The middle row of each patch without ink that the outside does not reach."""
    empty = {
        (y, x)
        for y, x in product(range(-1, SIDE + 1), repeat=2)
        if not (0 <= y < SIDE and 0 <= x < SIDE and box[y][x] >= INK)
    }
    _patch(empty, (-1, -1))  # the outside
    found = []
    while empty:
        patch = _patch(empty, min(empty))
        found.append(sum(y for y, _ in patch) / len(patch))
    return found


def _patch(empty: set[Point], start: Point) -> list[Point]:
    """All points that hang together with this one; they are taken out of `empty`."""
    empty.discard(start)
    patch = [start]
    for y, x in patch:
        for one in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if one in empty:
                empty.discard(one)
                patch.append(one)
    return patch
