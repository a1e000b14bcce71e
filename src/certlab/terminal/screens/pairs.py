"""Pairs to make: a list to pick from for each entry on the left."""

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Select

from certlab.terminal.screens.controls import Controls, Entry, Pick
from certlab.terminal.screens.lines import Line
from certlab.terminal.screens.marked import marked


class Pairs(Controls):
    """A digit picks for the entry that has the focus; the space bar opens its list."""

    def compose(self) -> ComposeResult:
        kept = self.kept if isinstance(self.kept, dict) else {}
        _, right = self.words, self.show["right"]
        for number, one in enumerate(right, 1):
            last = "gap" if number == len(right) else ""
            yield Line(str(number), marked(one["text"]), classes=f"muted {last}")
        options = [(f"{n}  {one['text']}", one["id"]) for n, one in enumerate(right, 1)]
        for left in self.show["left"]:
            pick = Pick(options, _("choose"), str(kept.get(left["id"], "")))
            yield Entry(left["text"], pick, classes="pair")

    def number(self, n: int) -> None:
        pick = self.screen.focused
        if isinstance(pick, Pick) and n <= len(self.show["right"]):
            pick.value = self.show["right"][n - 1]["id"]

    def on_select_changed(self, event: Select.Changed) -> None:
        event.stop()
        self.changed()

    def read(self) -> Any:
        chosen = [pick.chosen for pick in self.query(Pick)]
        ids = [left["id"] for left in self.show["left"]]
        return dict(zip(ids, chosen, strict=True))
