"""Laws between facts: equations that must hold, whichever of their facts is edited.

```toml
[[law]]
id = "a100-fp32-lanes"
equation = "fact(a100.fp32_lanes) == fact(a100.sms) * fact(a100.fp32_lanes_per_sm)"
within = 0.01     # optional, relative: what the sources round away
why = "Each SM has the same lanes."
```

A number that has two homes is a law of equality. With several `==` all sides are equal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from certlab.course.expression import ExpressionError, Number, evaluate
from certlab.course.facts import Fact, Numbers, format_result
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.toml_file import read_toml

FILE = "content/laws.toml"
EXACT = 1e-9  # relative: what floating point itself may be off


@dataclass(frozen=True)
class Law:
    """Expressions of facts whose values are equal, to a relative tolerance."""

    id: str
    sides: tuple[str, ...]
    within: float
    why: str
    file: str


def read_laws(path: Path, file: str, problems: list[Problem]) -> list[Law]:
    """The `[[law]]` tables of the file, in its order; [] where there is none."""
    if not path.exists():
        return []
    table = Table(read_toml(path, file, problems), file, problems)
    laws = [_read(row, file) for row in table.tables("law")]
    table.done()
    return laws


def _read(table: Table, file: str) -> Law:
    table.id = str(table.data.get("id", ""))
    sides = tuple(side.strip() for side in table.text("equation").split("=="))
    within = table.number("within", 0)
    law = Law(table.text("id"), sides, within, table.text("why"), file)
    if not valid_id(law.id):
        table.problem("an id is lower-case words joined by hyphens.")
    if len(sides) < 2:
        table.problem("an equation has two sides; join them by ==.")
    if not 0 <= within < 1:
        table.problem(f"within {within} is not a share from 0 to 1.")
    table.done()
    return law


def broken(law: Law, facts: dict[str, Fact]) -> Iterator[Problem]:
    """The first side that differs from the first one, or what has no value."""
    known = Numbers(facts)
    try:
        first, *others = ((side, evaluate(side, {}, known)) for side in law.sides)
    except ExpressionError as error:
        yield Problem(law.file, law.id, f"cannot be worked out: {error}.")
        return
    for side, value in others:
        if not _equal(first[1], value, law.within):
            says = f"{_said(*first)}, but {_said(side, value)}; correct the wrong fact."
            yield Problem(law.file, law.id, says)
            return


def _equal(a: Number, b: Number, within: float) -> bool:
    return abs(a - b) <= max(within, EXACT) * max(abs(a), abs(b))


def _said(side: str, value: Number) -> str:
    return f"{side} is {format_result(value)}"
