"""Scenarios: a situation that several items ask about."""

from dataclasses import dataclass

from certlab.course.table import Table


@dataclass(frozen=True)
class Scenario:
    """The situation, and the ids of its items, which keep their own memory."""

    context: str
    items: tuple[str, ...]


def read(table: Table) -> Scenario:
    """The body of a scenario."""
    return Scenario(table.text("context"), table.texts("items", need=True))
