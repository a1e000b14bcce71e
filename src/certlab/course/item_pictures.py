"""What a live widget of the pages shows before a question is answered, and after it.

A row of content/pictures.toml:

    [[picture]]
    item = "mig-slices-left"
    before = "board gpu=h100-80gb"
    after = "board gpu=h100-80gb place=3g.40gb"
"""

from dataclasses import dataclass
from pathlib import Path

from certlab.course.figures import Live, read_live
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_rows

FILE = "content/pictures.toml"


@dataclass(frozen=True)
class ItemPicture:
    """Two views of one widget; `id` is the item's."""

    id: str
    before: Live
    after: Live
    file: str


def read_pictures(path: Path, file: str, problems: list[Problem]) -> list[ItemPicture]:
    """The rows of the file, in its order; [] where there is none."""
    if not path.exists():
        return []
    return [_read(row, file) for row in read_rows(path, file, "picture", problems)]


def _read(table: Table, file: str) -> ItemPicture:
    table.id = str(table.data.get("item", ""))
    before, after = (read_live(table.text(name)) for name in ("before", "after"))
    found = ItemPicture(table.text("item"), before, after, file)
    table.done()
    return found
