"""What a sheet is made of: rows of a few kinds, each with its rank and its height.

All texts are inline Markdown without placeholders. A height is an estimate in lines of a
column, by which `room` chooses; whether a sheet fits its two sides is measured in a browser.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import ClassVar
from unicodedata import east_asian_width

from certlab.course.markup import plain

COLUMN = 72  # characters of a line in one of the two columns
_TYPED = 62  # the same of letters that are all as wide
_BETWEEN = 2  # characters that part two cells
_WIDE = "WF"  # what takes the room of two letters, as a Chinese sign does


def height(text: str, width: int = COLUMN) -> int:
    """The lines that a text takes."""
    signs = plain(text)
    wide = sum(1 + (east_asian_width(one) in _WIDE) for one in signs)
    return max(1, ceil(wide / width))


@dataclass(frozen=True)
class Row:
    """What all rows have.

    Attributes:
        rank: what the exams make of it; of two rows the lower one is left out first.
        kind: as the style sheet and JSON call it.
    """

    rank: float
    kind: ClassVar[str] = ""

    @cached_property
    def lines(self) -> float:
        """How high it is, with the space below it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Table(Row):
    """Facts side by side: the heads of the columns, then the cells of each row."""

    title: str
    heads: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    kind: ClassVar[str] = "table"

    @cached_property
    def lines(self) -> float:
        return sum(map(self._height, (self.heads, *self.cells))) + 1.8

    def _height(self, cells: Iterable[str]) -> float:
        texts = [plain(one) for one in cells]
        return max(1, ceil(sum(len(one) + _BETWEEN for one in texts) / COLUMN)) * 1.05


@dataclass(frozen=True)
class Run(Row):
    """A fact, or several that differ in one word: "NDR 400 · XDR 800 Gbit/s"."""

    label: str
    pairs: tuple[tuple[str, str], ...]
    kind: ClassVar[str] = "run"

    @cached_property
    def lines(self) -> float:
        pairs = "".join(f"{name} {value} · " for name, value in self.pairs)
        return height(f"{self.label} {pairs}") + 0.15


@dataclass(frozen=True)
class Renamed(Row):
    """What exams still say, and what it is today."""

    was: str
    now: str
    kind: ClassVar[str] = "renamed"

    @cached_property
    def lines(self) -> float:
        return max(height(self.was, COLUMN // 2), height(self.now, COLUMN // 2)) + 0.2


@dataclass(frozen=True)
class Command(Row):
    """A line as one types it, and what it does."""

    line: str
    does: str
    kind: ClassVar[str] = "command"

    @cached_property
    def lines(self) -> float:
        together = height(f"{self.line}{' ' * (len(self.line) // 4 + 3)}{self.does}")
        apart = height(self.line, _TYPED) + height(self.does)
        return (1 if together == 1 else apart) + 0.4


@dataclass(frozen=True)
class Card(Row):
    """A card: its front, and its back with the hook and where it fails."""

    front: str
    back: str
    kind: ClassVar[str] = "card"

    @cached_property
    def lines(self) -> float:
        return height(self.front) + height(self.back) + 0.4


@dataclass(frozen=True)
class Trap(Row):
    """What circulates, and what holds."""

    says: str
    holds: str
    kind: ClassVar[str] = "trap"

    @cached_property
    def lines(self) -> float:
        return height(self.says) + height(self.holds) + 0.4


@dataclass(frozen=True)
class Ask(Row):
    """A line of what a page says that the exam asks."""

    text: str
    kind: ClassVar[str] = "ask"

    @cached_property
    def lines(self) -> float:
        return height(self.text) + 0.2


@dataclass(frozen=True)
class Section:
    """Rows under a heading, in the order in which they stand.

    Attributes:
        share: of the sheet, beside those of the others, where there is too much.
        weight: what the exam makes of it in percent, 0 where nobody says.
    """

    title: str
    share: float
    rows: tuple[Row, ...]
    weight: int = 0

    @cached_property
    def lines(self) -> float:
        """How high it is."""
        return sum(row.lines for row in self.rows) + 2.2 if self.rows else 0.0


@dataclass(frozen=True)
class Sheet:
    """All that is printed.

    Attributes:
        name: a module's slug or an exam's id.
        over: a line above the title.
        notes: lines below it.
        foot: lines at the end.
        lang: the language it is written in, "zh_TW".
    """

    name: str
    title: str
    over: str
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    foot: tuple[str, ...]
    lang: str = "en"
