"""A number and its unit."""

from collections.abc import Iterator
from typing import Any

from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.screens.controls import Controls, Entry, Field, Pick, Show
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.marked import joined, marked


def given(show: Show) -> Iterator[Widget]:
    """The given values, a line each."""
    for row in show["given"]:
        yield Line("·", joined(marked(row["label"]), f": {row['value']} {row['unit']}"))


class Quantity(Controls):
    """A number to type; where there are several units, one to pick."""

    def compose(self) -> ComposeResult:
        kept = self.kept if isinstance(self.kept, dict) else {}
        yield from given(self.show)
        units = self.show["units"]
        yield Static(marked(f"Your answer, {self.show['wants']}"), classes="above")
        field = Field(str(kept.get("number", "")), classes="number")
        if len(units) > 1:
            options = [(unit, unit) for unit in units]
            unit: Widget = Pick(options, "unit", str(kept.get("unit", "")))
        else:
            unit = Static(marked(units[0] if units else ""), classes="muted")
        unit.add_class("unit")
        yield Entry("Number", field, unit)

    def read(self) -> Any:
        units = self.show["units"]
        picked = [pick.chosen for pick in self.query(Pick)]
        unit = picked[0] if picked else units[0] if units else ""
        return {"number": self.query_one(Field).value, "unit": unit}
