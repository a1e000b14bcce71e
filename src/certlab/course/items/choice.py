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

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import comb
from typing import Self

from certlab.course.items.body import Body, Name, Tell
from certlab.course.items.option import Option
from certlab.course.items.scores import PICKS
from certlab.course.table import Table, valid_id
from certlab.course.template import Values, fill_placeholders


@dataclass(frozen=True)
class Choice(Body):
    """Options of which one (`single`) or several (`multi`) are correct.

    `score` is the rule for a multi that is right in part, one of `scores.PICKS`.
    """

    options: tuple[Option, ...]
    score: str

    @property
    def correct(self) -> tuple[str, ...]:
        """Ids of the correct options."""
        return tuple(option.id for option in self.options if option.correct)

    def key(self, values: Values) -> dict[str, list[str]]:
        """The facts of each correct option; another wording of it judges alike."""
        right = [one for one in self.options if one.correct]
        return {one.id: fill_placeholders(one.text, values) for one in right}

    def retold(self, tell: Tell) -> Self:
        """With other options and reasons."""
        options = tuple(
            replace(
                one,
                text=tell(one.text, "option", one.id, "text"),
                why=tell(one.why, "option", one.id, "why"),
            )
            for one in self.options
        )
        return replace(self, options=options)

    def example(self, _values: Values) -> str | list[str]:
        """The correct id of a single, the list of them of a multi."""
        correct = [*self.correct]
        return correct[0] if len(correct) == 1 else correct

    @property
    def answer_words(self) -> str:
        """The correct options."""
        return " ".join(one.text for one in self.options if one.correct)

    @property
    def decoys(self) -> Collection[Name]:
        """The texts of wrong options; that is their work. Their reasons hold."""
        return [("option", one.id, "text") for one in self.options if not one.correct]

    @property
    def chance(self) -> float:
        """That of one set of options among all of its size.

        A learner is told how many to take, or can see it.
        """
        ways = comb(len(self.options), len(self.correct))
        return 1 / ways if ways > 1 else 0.0

    @property
    def offered(self) -> tuple[Option, ...]:
        """All options."""
        return self.options


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
