"""Cards: a front to recall from, a back to compare with."""

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Card:
    """The back of a card; its front is the item's `ask`."""

    back: str


def read(table: Table) -> Card:
    """The body of a card."""
    return Card(table.text("back"))
