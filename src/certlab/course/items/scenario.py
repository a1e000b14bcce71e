"""Scenarios: a situation that several items ask about.

```toml
kind = "scenario"
ask = "One H100 for three teams"           # its title
context = "A node has one empty H100-80GB. Training wants half of it, ..."
items = ["mig-teams-profile", "mig-teams-command"]
```

A scenario is never asked itself. Its items are ordinary items of the bank, of any kind,
each with its own memory; whenever one is asked, the situation is shown above it. An item
belongs to one scenario at most.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from certlab.course.items.body import Body, Tell
from certlab.course.table import Table
from certlab.course.template import Values


@dataclass(frozen=True)
class Scenario(Body):
    """The situation, and the ids of its items, which keep their own memory."""

    context: str
    items: tuple[str, ...]

    asked: ClassVar[bool] = False
    graded: ClassVar[bool] = False

    def key(self, _values: Values) -> None:
        """Nothing is right in what is not asked."""

    def retold(self, tell: Tell) -> Self:
        """With another situation."""
        return replace(self, context=tell(self.context, "context"))

    def example(self, _values: Values) -> None:
        """Nobody answers it."""

    @property
    def children(self) -> tuple[str, ...]:
        """Its items."""
        return self.items


def read(table: Table) -> Scenario:
    """The body of a scenario."""
    body = Scenario(table.text("context"), table.texts("items", need=True))
    if len(set(body.items)) != len(body.items):
        table.problem("items name one twice.")
    return body
