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

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Scenario:
    """The situation, and the ids of its items, which keep their own memory."""

    context: str
    items: tuple[str, ...]

    @property
    def texts(self) -> dict[str, str]:
        """What a learner reads, by a name for each."""
        return {"context": self.context}


def read(table: Table) -> Scenario:
    """The body of a scenario."""
    body = Scenario(table.text("context"), table.texts("items", need=True))
    if len(set(body.items)) != len(body.items):
        table.problem("items name one twice.")
    return body
