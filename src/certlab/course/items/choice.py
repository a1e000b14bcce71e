"""Single and multiple choice.

```toml
kind = "multi"                 # or "single", with one correct option and no score
ask = "Which of these do the threads of one block share?"
score = "each"                 # optional: "all" (the default), "each" or "net"
option = [
  { id = "shared", text = "Shared memory", correct = true, why = "Hence its name." },
  { id = "barrier", text = "A barrier", correct = true, why = "It waits for all." },
  { id = "registers", text = "Registers", why = "Each thread has its own." },
]
```

As many options are to be picked as are correct, N. By score, a right pick gives and a
wrong pick takes: "all" 1 when all N are right, else 0; "each" 1/N and nothing; "net"
1/N and 1/N, never below 0.
"""

from dataclasses import dataclass

from certlab.course.items.scores import PICKS
from certlab.course.table import Table, valid_id


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
    """Options of which one (`single`) or several (`multi`) are correct.

    `score` is the rule for a multi that is right in part, one of `scores.PICKS`.
    """

    options: tuple[Option, ...]
    score: str

    @property
    def correct(self) -> tuple[str, ...]:
        """Ids of the correct options."""
        return tuple(option.id for option in self.options if option.correct)


def read_single(table: Table) -> Choice:
    """The options of a single-choice item."""
    body = _read(table, "all")
    if len(body.correct) != 1:
        table.problem(f"{len(body.correct)} options are correct; one must be.")
    return body


def read_multi(table: Table) -> Choice:
    """The options of a multiple-choice item."""
    body = _read(table, table.choice("score", PICKS, "all"))
    if len(body.correct) < 2:
        table.problem("fewer than two options are correct; make it a single.")
    return body


def _read(table: Table, score: str) -> Choice:
    options = tuple(_option(one) for one in table.tables("option", need=True))
    ids = [option.id for option in options]
    if len(set(ids)) != len(ids):
        table.problem("two options share an id.")
    if len(options) < 2:
        table.problem("a choice needs at least two options.")
    return Choice(options, score)


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
