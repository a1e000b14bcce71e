"""Texts with gaps to fill in."""

import re
from dataclasses import dataclass

from certlab.course.table import Table

GAP = re.compile(r"\{\{([a-z0-9-]+)\}\}")


@dataclass(frozen=True)
class Blank:
    """One gap: what is accepted in it, and whether capitals matter."""

    id: str
    accept: tuple[str, ...]
    case: bool
    why: str


@dataclass(frozen=True)
class Cloze:
    """A text with `{{gap}}` marks, and the gaps."""

    text: str
    blanks: tuple[Blank, ...]


def read(table: Table) -> Cloze:
    """The body of a cloze item."""
    text = table.text("text")
    blanks = tuple(_blank(one) for one in table.tables("blank", need=True))
    if sorted(GAP.findall(text)) != sorted(blank.id for blank in blanks):
        table.problem("each {{gap}} of the text needs one blank, and no more.")
    return Cloze(text, blanks)


def _blank(table: Table) -> Blank:
    blank = Blank(
        id=table.text("id"),
        accept=table.texts("accept", need=True),
        case=table.flag("case"),
        why=table.text("why", ""),
    )
    table.done()
    return blank
