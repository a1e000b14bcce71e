"""The puzzles of the lab on first kernels, from one element a thread to tiles."""

from math import log2
from typing import Any

from certlab.labs.cuda.kernels.puzzles import Case, Puzzle

TILE = 2  # rows and columns of a tile in the last puzzle


def _rows(rows: int, columns: int, step: int) -> list[list[float]]:
    """Small whole numbers without a pattern that an index mistake would keep."""
    return [
        [float((7 * r + step * c + 3 * r * c) % 11) for c in range(columns)]
        for r in range(rows)
    ]


def _row(count: int, step: int = 5) -> list[float]:
    return _rows(2, count, step)[1]


def _blank(rows: int, columns: int = 0) -> list[Any]:
    """An output in which nothing stands yet."""
    return [[None] * columns for _ in range(rows)] if columns else [None] * rows


def _celsius(count: int) -> Case:
    celsius = _row(count)
    return Case(1, count, (_blank(count), celsius), [1.8 * c + 32 for c in celsius])


def _saxpy(count: int, grid: int, block: int, a: float) -> Case:
    x, y = _row(count, 5), _row(count, 8)
    expected = [a * one + other for one, other in zip(x, y, strict=True)]
    return Case(grid, block, (_blank(count), x, y, a), expected)


def _centre(rows: int, columns: int) -> Case:
    table, means = _rows(rows, columns, 4), _row(columns, 3)
    expected = [
        [one - mean for one, mean in zip(row, means, strict=True)] for row in table
    ]
    grid = (-(-columns // 4), -(-rows // 2))
    return Case(grid, (4, 2), (_blank(rows, columns), table, means), expected)


def _smooth(count: int, grid: int) -> Case:
    x = _row(count)
    padded = [0.0, *x, 0.0]
    expected = [sum(padded[i : i + 3]) / 3 for i in range(count)]
    return Case(grid, 4, (_blank(count), x), expected)


def _total(count: int, block: int) -> Case:
    x, grid = _row(count), -(-count // block)
    expected = [sum(x[n * block : (n + 1) * block]) for n in range(grid)]
    return Case(grid, block, (_blank(grid), x), expected)


def _product(size: int) -> Case:
    a, b = _rows(size, size, 3), _rows(size, size, 5)
    expected = [
        [sum(a[r][k] * b[k][c] for k in range(size)) for c in range(size)]
        for r in range(size)
    ]
    grid = (size // TILE, size // TILE)
    return Case(grid, (TILE, TILE), (_blank(size, size), a, b), expected)


COLLECTION = {
    "map": Puzzle((_celsius(8), _celsius(5))),
    "guard": Puzzle((_saxpy(10, 3, 4, 2.0), _saxpy(7, 2, 8, -1.5)), reads=2),
    "plane": Puzzle((_centre(3, 5), _centre(5, 7)), reads=2, columns_by_x=True),
    "stencil": Puzzle(
        (_smooth(10, 3), _smooth(12, 3)),
        reads=3,
        shared_reads=3,
        total_reads=(10 + 2 * 3, 12 + 2 * 3),
        barriers=(1, 1),
    ),
    "total": Puzzle(
        (_total(16, 8), _total(27, 16)),
        loops=True,
        shared_reads=2 * int(log2(16)) + 1,
        barriers=(int(log2(8)), int(log2(16))),
    ),
    "tiles": Puzzle(
        (_product(4), _product(6)),
        loops=True,
        reads=2 * 6 // TILE,
        shared_reads=2 * 6,
        total_reads=(2 * 4**3 // TILE, 2 * 6**3 // TILE),
        barriers=(2 * 4 // TILE - 1, 2 * 6 // TILE - 1),
    ),
}
