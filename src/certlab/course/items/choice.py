"""Single and multiple choice."""

from dataclasses import dataclass

from certlab.course.table import Table, valid_id

SCORES = ("all-or-nothing",)


@dataclass(frozen=True)
class Option:
    """One option, and why somebody would or would not choose it.

    `pin` keeps it last when the rest are shuffled.
    """

    id: str
    text: str
    correct: bool
    why: str
    pin: str


@dataclass(frozen=True)
class Choice:
    """Options of which one (`single`) or several (`multi`) are correct."""

    options: tuple[Option, ...]
    score: str

    @property
    def correct(self) -> tuple[str, ...]:
        """Ids of the correct options."""
        return tuple(option.id for option in self.options if option.correct)


def read_single(table: Table) -> Choice:
    """The options of a single-choice item."""
    body = _read(table)
    if len(body.correct) != 1:
        table.problem(f"{len(body.correct)} options are correct; one must be.")
    return body


def read_multi(table: Table) -> Choice:
    """The options of a multiple-choice item."""
    body = _read(table)
    if len(body.correct) < 2:
        table.problem("fewer than two options are correct; make it a single.")
    return body


def _read(table: Table) -> Choice:
    options = tuple(_option(one) for one in table.tables("option", need=True))
    ids = [option.id for option in options]
    if len(set(ids)) != len(ids):
        table.problem("two options share an id.")
    if len(options) < 2:
        table.problem("a choice needs at least two options.")
    return Choice(options, table.choice("score", SCORES, SCORES[0]))


def _option(table: Table) -> Option:
    option = Option(
        id=table.text("id"),
        text=table.text("text"),
        correct=table.flag("correct"),
        why=table.text("why", ""),
        pin=table.choice("pin", ("last",), ""),
    )
    if not option.why.strip():
        table.problem(f"option {option.id} has no reason; add why = a text.")
    if not valid_id(option.id):
        table.problem(f"option id {option.id!r}: use lower-case words and hyphens.")
    table.done()
    return option
