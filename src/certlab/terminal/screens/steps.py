"""Steps to put in order, by keys alone."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from certlab.terminal.screens.controls import Controls
from certlab.terminal.screens.lines import Row
from certlab.terminal.screens.marked import marked


class Steps(Controls):
    """Rows that move up and down; K and J for terminals that keep Shift and arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up,K", "move(-1)", show=False),
        Binding("shift+down,J", "move(1)", show=False),
    ]

    def compose(self) -> ComposeResult:
        texts = {step["id"]: step["text"] for step in self.show["steps"]}
        kept = self.kept if isinstance(self.kept, list) else []
        # As shown is never right, so an order nobody touched is no answer.
        self._touched = sorted(kept) == sorted(texts)
        for number, id in enumerate(kept if self._touched else texts, 1):
            yield Row(id, f"{number}.", marked(texts[id]))

    def _rows(self) -> list[Row]:
        return list(self.query(Row))

    def number(self, n: int) -> None:
        if n <= len(self._rows()):
            self._rows()[n - 1].focus()

    def action_move(self, by: int) -> None:
        """Move the step that has the focus."""
        rows = self._rows()
        row = self.screen.focused
        if not isinstance(row, Row) or row not in rows:
            return
        place = rows.index(row)
        if not 0 <= place + by < len(rows):
            return
        other = rows[place + by]
        if by < 0:
            self.move_child(row, before=other)
        else:
            self.move_child(row, after=other)
        self._touched = True
        for number, one in enumerate(self._rows(), 1):
            one.remark(f"{number}.")
        row.scroll_visible(animate=False)
        self.changed()

    def read(self) -> Any:
        return [row.key for row in self._rows()] if self._touched else None
