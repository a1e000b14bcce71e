"""A number and its unit."""

from collections.abc import Iterator
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.screens.controls import Controls, Entry, Field, Pick, Show
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.markdown import from_markdown, labelled
from certlab.words import Words


def given(words: Words, show: Show) -> Iterator[Widget]:
    """The given values, a line each."""
    for row in show["given"]:
        what, says = (
            from_markdown(row["label"]),
            Content(f"{row['value']} {row['unit']}"),
        )
        yield Line("·", labelled(words, what, says))


class Quantity(Controls):
    """A number to type; where there are several units, one to pick."""

    def compose(self) -> ComposeResult:
        kept = self.kept if isinstance(self.kept, dict) else {}
        words, units = self.words, self.show["units"]
        yield from given(words, self.show)
        asks = words("Your answer, {wants}", wants=words.say(self.show["wants"]))
        yield Static(from_markdown(asks), classes="above")
        field = Field(str(kept.get("number", "")), classes="number")
        if len(units) > 1:
            options = [(unit, unit) for unit in units]
            unit: Widget = Pick(options, words("unit"), str(kept.get("unit", "")))
        else:
            unit = Static(from_markdown(units[0] if units else ""), classes="muted")
        unit.add_class("unit")
        yield Entry(words("Number"), field, unit)

    def read(self) -> Any:
        units = self.show["units"]
        picked = [pick.chosen for pick in self.query(Pick)]
        unit = picked[0] if picked else units[0] if units else ""
        return {"number": self.query_one(Field).value, "unit": unit}
