"""Numeric items: values given, a formula for the answer, a unit, a tolerance.

```toml
kind = "numeric"
ask = "How many blocks cover all elements?"
given = [
  { name = "n", label = "Elements", choice = [1000, 2000] },  # one is drawn
  { name = "b", label = "Threads a block", value = 256, unit = "threads" },
]
answer = "ceil(n / b)"
unit = "blocks"
tolerance = 0                  # relative: 0.01 is to within 1 %, 0 exactly
trap = [{ answer = "n // b", why = "Rounded down." }]
tests = [
  { answer = "4 blocks", outcome = "correct", given = { n = 1000 } },
  { answer = "3 blocks", outcome = "wrong", given = { n = 1000 }, say = "Rounded" },
]
```

Givens are drawn apart. Those that belong together, such as the power of a server and of
its GPUs, are drawn as a row: `with` names an earlier given, and the first choice goes
with its first, the second with its second.

```toml
given = [
  { name = "s", label = "Server", choice = [10.2, 14.3], unit = "kW" },
  { name = "g", label = "One GPU", choice = [700, 1000], unit = "W", with = "s" },
]
```

An answer may be typed with its unit, in any spelling of it, or with the words that the
question counts by ("How many whole requests fit"): "31 requests".

In no variant may a trap lie within the tolerance of the answer or of another trap.
"""

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from certlab.course.expression import ExpressionError, Number, evaluate, names_in
from certlab.course.facts import Numbers
from certlab.course.items.body import Body, Tell
from certlab.course.items.given import Given
from certlab.course.table import Table
from certlab.course.template import Values
from certlab.course.units import UNITS

MOST_VARIANTS = 200  # of one item; more would slow the check for nothing
FIGURES = 9  # of a number: the last bits of a logarithm differ between machines


@dataclass(frozen=True)
class Trap:
    """A wrong answer people compute, and what they forgot."""

    answer: str
    why: str


@dataclass(frozen=True)
class Numeric(Body):
    """What is given and what comes out of it.

    Attributes:
        answer: an expression over the given names and `fact(ID)`.
        unit: unit of the answer, "" for a bare number.
        tolerance: relative, 0.01 is within 1 %; 0 asks for the exact value.
    """

    given: tuple[Given, ...]
    answer: str
    unit: str
    tolerance: float
    traps: tuple[Trap, ...]
    typed: ClassVar[bool] = True

    @property
    def rows(self) -> dict[str, int]:
        """What is drawn: the name of each given drawn apart, and out of how many."""
        return {one.name: len(one.choices) for one in self.given if one.row == one.name}

    def at(self, places: Mapping[str, int]) -> dict[str, Number]:
        """The given values at a place of each row."""
        return {one.name: one.choices[places[one.row]] for one in self.given}

    def variants(self) -> Iterator[dict[str, Number]]:
        """Every set of given values, in order, as far as MOST_VARIANTS."""
        rows = self.rows
        drawn = itertools.product(*map(range, rows.values()))
        for places in itertools.islice(drawn, MOST_VARIANTS):
            yield self.at(dict(zip(rows, places, strict=True)))

    def draw(self, seeded: random.Random) -> dict[str, Number]:
        """A place of each row, and the values there."""
        return self.at({name: seeded.randrange(n) for name, n in self.rows.items()})

    def key(self, values: Values) -> list[Any]:
        """The answer in each variant, its unit and its tolerance."""
        known = Numbers(values.facts)
        answers = (evaluate(self.answer, given, known) for given in self.variants())
        shown = [f"{answer:.{FIGURES}g}" for answer in answers]
        return [shown, self.unit, self.tolerance]

    def retold(self, tell: Tell) -> Self:
        """With other labels and reasons; the answer that a trap catches names it."""
        given = (
            replace(one, label=tell(one.label, "given", one.name)) for one in self.given
        )
        traps = (
            replace(one, why=tell(one.why, "trap", one.answer)) for one in self.traps
        )
        return replace(self, given=tuple(given), traps=tuple(traps))

    def example(self, values: Values) -> dict[str, str]:
        """The answer of the given values, with all its digits."""
        answer = evaluate(self.answer, values.given, Numbers(values.facts))
        return {"number": repr(answer), "unit": self.unit}

    def response(self, answer: object) -> dict[str, str]:
        """A number as it is typed, with its unit beside it or not."""
        return {"number": str(answer), "unit": ""}

    @property
    def stem(self) -> tuple[str, ...]:
        """The labels of what is given."""
        return tuple(one.label for one in self.given)

    @property
    def formulas(self) -> tuple[str, ...]:
        """The answer's and the traps'."""
        return (self.answer, *(trap.answer for trap in self.traps))

    @property
    def drawn(self) -> tuple[Given, ...]:
        """All that is given."""
        return self.given


def read(table: Table) -> Numeric:
    """The body of a numeric item."""
    body = Numeric(
        given=_all_given(table),
        answer=table.text("answer"),
        unit=table.text("unit", ""),
        tolerance=table.number("tolerance"),
        traps=tuple(_trap(one) for one in table.tables("trap")),
    )
    if body.unit and body.unit not in UNITS:
        table.problem(f"unit {body.unit!r} is not in the table of units.")
    if not 0 <= body.tolerance < 1:
        table.problem(f"tolerance {body.tolerance} is not a share from 0 to 1.")
    names = {given.name for given in body.given}
    for text in body.formulas:
        _expression(table, text, names)
    return body


def _expression(table: Table, text: str, names: set[str]) -> None:
    try:
        unknown = names_in(text) - names
    except ExpressionError as error:
        table.problem(f"bad expression: {error}.")
        return
    if unknown:
        table.problem(f"expression {text!r}: nothing given is named {min(unknown)}.")


def _all_given(table: Table) -> tuple[Given, ...]:
    found: dict[str, Given] = {}
    for one in map(_given, table.tables("given")):
        lead = found.get(one.row, one)
        if one.row not in (one.name, *found) or lead.row != lead.name:
            table.problem(f"{one.name} is drawn with {one.row}, no earlier given.")
        elif len(one.choices) != len(lead.choices):
            table.problem(f"{one.name} and {lead.name} need equally many choices.")
        else:
            found[one.name] = one
    return tuple(found.values())


def _given(table: Table) -> Given:
    value, choices = table.any("value"), table.any("choice")
    if (value is None) == (choices is None):
        table.problem("a given needs either value or choice.")
    numbers = choices if isinstance(choices, list) else [value]
    if not numbers or not all(_number(one) for one in numbers):
        table.problem("a given's values must be numbers.")
        numbers = [0]
    name = table.text("name")
    given = Given(
        name=name,
        label=table.text("label"),
        choices=tuple(numbers),
        unit=table.text("unit", ""),
        row=table.text("with", name),
    )
    if given.unit and given.unit not in UNITS:
        table.problem(f"unit {given.unit!r} is not in the table of units.")
    table.done()
    return given


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _trap(table: Table) -> Trap:
    trap = Trap(table.text("answer"), table.text("why"))
    table.done()
    return trap
