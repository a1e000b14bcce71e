"""Where ranks stand in a picture, and how arrows go between them.

Two rows, the second from right to left, so that a ring runs clockwise; the gap between
the rows is for arrows, and for the switch where there is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from certlab.drawing.marks import PAPER, box, colour, text

_HEAD, _LABEL, _APART, _BETWEEN = 36, 56, 80, 88  # px: names, chunk names, gaps
_NARROWEST = 232  # px from rank to rank, so that what a rank sends has room


@dataclass(frozen=True)
class Scene:
    """A picture's places.

    Attributes:
        ranks: how many there are to place.
        wide: width of a cell in pixels.
        high: its height.
    """

    ranks: int
    wide: int
    high: int

    @property
    def columns(self) -> int:
        """Ranks in the upper row."""
        return self.ranks if self.ranks < 3 else (self.ranks + 1) // 2

    @property
    def width(self) -> int:
        """Of the drawing, from the left edge to the last grid's right one."""
        return 8 + _LABEL + self.columns * self._pitch - (_APART - 16)

    @property
    def height(self) -> int:
        """Of the drawing, to the lower row's or the switch's end."""
        rows = 1 if self.ranks < 3 else 2
        return rows * (self._grid[1] + _HEAD) + _BETWEEN * (rows - 1) + 8

    @property
    def _grid(self) -> tuple[int, int]:
        return self.ranks * self.wide, self.ranks * self.high

    @property
    def _pitch(self) -> int:
        """From one rank to the next in its row."""
        return max(self._grid[0] + _LABEL + _APART, _NARROWEST)

    def place(self, rank: int) -> tuple[int, int]:
        """Upper left corner of a rank's grid."""
        column, row = rank, 0
        if rank >= self.columns:
            column, row = 2 * self.columns - 1 - rank, 1
        x = 8 + _LABEL + column * self._pitch
        return x, _HEAD + row * (self._grid[1] + _HEAD + _BETWEEN)

    @property
    def switch(self) -> tuple[float, float]:
        """Middle of the switch: between the rows, or below the only one."""
        return self.width / 2, _HEAD + self._grid[1] + (_BETWEEN - 12) / 2

    def switch_box(self) -> Iterator[str]:
        """The switch as a box with its name."""
        x, y = self.switch
        edge = 'stroke="currentColor" rx="4"'
        yield box(x - 56, y - 14, 112, 28, PAPER, edge)
        yield text(x, y + 4, "the switch adds", at="middle", small=True)

    def arrow(self, source: int, target: int) -> str:
        """A way from one rank or the switch to another, in the sender's colour."""
        if self.ranks in (source, target):
            return self._to_switch(source, target)
        (x, y), (u, v) = self.place(source), self.place(target)
        wide, high = self._grid
        on = 1 if (u, v) > (x, y) else -1  # forth and back lie beside each other
        if y == v and abs(u - x) == self._pitch:
            level = y + high / 2 + 6 * on
            start, end = (
                (x + wide + 6, u - _LABEL) if u > x else (x - _LABEL, u + wide + 6)
            )
            return _line(f"M{start:g} {level:g}H{end:g}", end, level, on, 0, source)
        if y == v:
            return self._bow(source, (x + wide / 2 + 8 * on, u + wide / 2 - 8 * on), y)
        down = 1 if v > y else -1
        near, far = (
            (y + high + 4, v - _HEAD - 4) if down > 0 else (y - _HEAD, v + high + 6)
        )
        left, right = x + wide / 2 + 8 * down, u + wide / 2 + 8 * down
        way = f"M{left:g} {near:g}L{right:g} {far:g}"
        return _line(way, right, far, 0, down, source)

    def _bow(self, source: int, ends: tuple[float, float], y: float) -> str:
        """Past the ranks between, through the gap."""
        start, end = ends
        inner = -1 if y > _HEAD else 1
        near = y + self._grid[1] + 4 if inner > 0 else y - _HEAD
        depth = near + inner * min(_BETWEEN - 16, 24 + abs(end - start) / 16)
        way = f"M{start:g} {near:g}C{start:g} {depth:g} {end:g} {depth:g} {end:g} {near:g}"
        return _line(way, end, near, 0, -inner, source)

    def _to_switch(self, source: int, target: int) -> str:
        up = target == self.ranks
        rank = source if up else target
        (x, y), (sx, sy) = self.place(rank), self.switch
        wide, high = self._grid
        under = y < sy
        near = y + high + (4 if up else 8) if under else y - _HEAD - (0 if up else 4)
        end = sy + (-14 if under else 14)
        middle = x + wide / 2
        lean = 48.0 * max(-1.0, min(1.0, (middle - sx) / (self.width / 2)))
        by = 6 if up else -6
        if up:
            way = f"M{middle + by:g} {near:g}L{sx + lean + by:g} {end:g}"
            return _line(way, sx + lean + by, end, 0, 1 if under else -1, rank)
        way = f"M{sx + lean + by:g} {end:g}L{middle + by:g} {near:g}"
        return _line(way, middle + by, near, 0, -1 if under else 1, rank)


def _line(way: str, x: float, y: float, right: int, down: int, entity: int) -> str:
    """A line and its head, which points along one axis."""
    if right:
        head = f"M{x:g} {y:g}l{-8 * right} -4v8z"
    else:
        head = f"M{x:g} {y:g}l-4 {-8 * down}h8z"
    paint = colour(entity)
    return (
        f'<path d="{way}" fill="none" stroke="{paint}" stroke-width="2"/>'
        f'<path d="{head}" fill="{paint}"/>'
    )
