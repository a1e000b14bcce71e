"""Single and multiple choice."""

from collections.abc import Iterator
from typing import Any

from textual.app import ComposeResult

from certlab.terminal.screens.controls import Controls
from certlab.terminal.screens.lines import Row
from certlab.terminal.screens.markdown import from_markdown

MARKS = {"single": ("( )", "(•)"), "multi": ("[ ]", "[x]")}


class Choices(Controls):
    """Options to choose from, by arrow and space or by their number."""

    def compose(self) -> ComposeResult:
        self._chosen = [one for one in _ids(self.kept) if one in self._known()]
        for number, option in enumerate(self.show["options"], 1):
            row = Row(option["id"], "", from_markdown(option["text"]))
            self._draw(row, number)
            yield row

    def _known(self) -> list[str]:
        return [option["id"] for option in self.show["options"]]

    def _draw(self, row: Row, number: int) -> None:
        on = row.key in self._chosen
        row.remark(f"{MARKS[self.show['kind']][on]} {number}")
        row.set_class(on, "-chosen")

    def number(self, n: int) -> None:
        rows = list(self.query(Row))
        if n <= len(rows):
            rows[n - 1].focus()
            self._choose(rows[n - 1].key)

    def on_row_picked(self, event: Row.Picked) -> None:
        event.stop()
        event.row.focus()
        self._choose(event.row.key)

    def _choose(self, id: str) -> None:
        if self.show["kind"] == "single":
            self._chosen = [id]
        elif id in self._chosen:
            self._chosen.remove(id)
        else:
            self._chosen.append(id)
        for number, row in enumerate(self.query(Row), 1):
            self._draw(row, number)
        self.changed()

    def read(self) -> Any:
        chosen = [id for id in self._known() if id in self._chosen]
        if self.show["kind"] == "multi":
            return chosen
        return chosen[0] if chosen else None


def _ids(kept: Any) -> Iterator[str]:
    yield from kept if isinstance(kept, list | tuple) else [kept] if kept else []
