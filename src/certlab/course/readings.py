"""What an exam's guide says beside its objectives: rows about it, and its reading list."""

import re
from dataclasses import dataclass
from datetime import date

from certlab.course.table import Table

_PLACE = re.compile(r"[a-z0-9-]+(#[a-z0-9-]+)?")


@dataclass(frozen=True)
class Reading:
    """One suggested reading.

    Attributes:
        title: what it is called.
        kind: such as "manual" or "blog, 2021".
        address: without https://; "" where the guide has none.
        opened: the day on which a public copy was read; None where none could be.
        holds: what it says, in our words; "" where it was not opened.
        taught: where this course teaches it, as "module#section".
        dated: what in it is out of date; "" where nothing is.
    """

    title: str
    kind: str
    address: str
    opened: date | None
    holds: str
    taught: tuple[str, ...]
    dated: str


@dataclass(frozen=True)
class GuideRow:
    """One line about the guide, such as "Experience" and what it asks for."""

    about: str
    says: str


def read_reading(table: Table) -> Reading:
    """A `[[reading]]` of a certification; of what was not opened nothing may be told."""
    table.id = table.text("title")
    one = Reading(
        title=table.id,
        kind=table.text("kind"),
        address=table.text("address", ""),
        opened=table.day("opened"),
        holds=table.text("holds", ""),
        taught=table.texts("taught"),
        dated=table.text("dated", ""),
    )
    table.done()
    if bool(one.opened) != bool(one.holds):
        table.problem("holds and opened belong together; give both, or neither.")
    if one.dated and not one.opened:
        table.problem("dated needs opened, the day on which it was read.")
    for place in one.taught:
        if not _PLACE.fullmatch(place):
            table.problem(f'taught has {place!r}; write "module#section".')
    return one


def read_guide_row(table: Table) -> GuideRow:
    """A `[[guide]]` of a certification."""
    row = GuideRow(table.text("about"), table.text("says"))
    table.done()
    return row
