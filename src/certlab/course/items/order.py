"""Putting steps in order.

```toml
kind = "order"
ask = "Put the steps in order."
step = [
  { id = "mode", text = "Switch MIG mode on", why = "" },
  { id = "instances", text = "Create GPU instances", why = "They need the mode." },
  { id = "run", text = "Run a program", why = "It needs a device." },
]
after = { instances = ["mode"], run = ["instances"] }          # optional
tests = [{ answer = ["run", "mode", "instances"], outcome = "wrong" }]
```

Without `after` the steps' order in the file is the only right one. With it, every order
is right in which each step comes after those it names. A step that comes after another
says in `why` what it needs of it. A test's answer lists step ids.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import factorial
from typing import Any, Self

from certlab.course.items.body import Body, Tell
from certlab.course.table import Table, valid_id
from certlab.course.template import Values, fill_placeholders


@dataclass(frozen=True)
class Step:
    """One step, and why it cannot come earlier."""

    id: str
    text: str
    why: str


@dataclass(frozen=True)
class Order(Body):
    """Steps, and for each the steps that must come before it."""

    steps: tuple[Step, ...]
    after: dict[str, tuple[str, ...]]

    @property
    def order(self) -> tuple[str, ...]:
        """A right order, the file's as far as it can be; short where `after` circles."""
        placed: list[str] = []
        waiting = [step.id for step in self.steps]
        while waiting:
            ready = [id for id in waiting if set(self.after.get(id, ())) <= {*placed}]
            if not ready:
                break
            placed.append(ready[0])
            waiting.remove(ready[0])
        return tuple(placed)

    def key(self, values: Values) -> list[dict[str, Any]]:
        """What comes after what, and the facts of each step."""
        facts = {one.id: fill_placeholders(one.text, values) for one in self.steps}
        return [{id: sorted(ids) for id, ids in self.after.items()}, facts]

    def retold(self, tell: Tell) -> Self:
        """With other steps and reasons."""
        steps = tuple(
            replace(
                one,
                text=tell(one.text, "step", one.id, "text"),
                why=tell(one.why, "step", one.id, "why"),
            )
            for one in self.steps
        )
        return replace(self, steps=steps)

    def example(self, _values: Values) -> list[str]:
        """A right order."""
        return list(self.order)

    @property
    def stem(self) -> tuple[str, ...]:
        """The steps."""
        return tuple(one.text for one in self.steps)

    @property
    def chance(self) -> float:
        """That of one order among all; a little less than it is where steps are free."""
        ways = factorial(len(self.steps))
        return 1 / ways if ways > 1 else 0.0


def read(table: Table) -> Order:
    """The body of an order item."""
    steps = tuple(_step(one) for one in table.tables("step", need=True))
    ids = [step.id for step in steps]
    if len(set(ids)) != len(ids):
        table.problem("two steps share an id.")
    if len(ids) < 3:
        table.problem("an order needs three steps; of two the shown order tells all.")
    chain: dict[str, tuple[str, ...]] = {b: (a,) for a, b in pairwise(ids)}
    body = Order(steps, _after(table, ids) if table.has("after") else chain)
    if not body.after and len(ids) > 1:
        table.problem("every order is right; say in after what comes after what.")
    stuck = [id for id in ids if id not in body.order]
    if stuck and len(set(ids)) == len(ids):
        table.problem(f"after goes in a circle; look at {', '.join(stuck)}.")
    for step in steps:
        if body.after.get(step.id) and not step.why.strip():
            table.problem(f"step {step.id} has no reason; add why = a text.")
    return body


def _after(table: Table, ids: list[str]) -> dict[str, tuple[str, ...]]:
    after = table.any("after")
    if not isinstance(after, dict):
        table.problem("after must be a table, { later = ['earlier'] }.")
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for step, before in after.items():
        earlier = before if isinstance(before, list) else [before]
        for one in (step, *earlier):
            if one not in ids:
                table.problem(f"after names a step {one} that is not there.")
        known = tuple(one for one in earlier if one in ids)
        if step in ids and known:
            found[step] = known
    return found


def _step(table: Table) -> Step:
    step = Step(table.text("id"), table.text("text"), table.text("why", ""))
    if not valid_id(step.id):
        table.problem(f"step id {step.id!r}: use lower-case words and hyphens.")
    table.done()
    return step
