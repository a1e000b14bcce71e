"""Lines of a page: a mark on the left, a text that wraps beside it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static


class Line(Horizontal):
    """A mark and a text."""

    def __init__(
        self, mark: str, text: Content | str, *, classes: str | None = None
    ) -> None:
        super().__init__(classes=classes)
        self._mark = Static(Content(mark), classes="mark")
        self._text = Static(Content(text) if isinstance(text, str) else text)
        self._text.add_class("text")

    def compose(self) -> ComposeResult:
        yield self._mark
        yield self._text

    def remark(self, mark: str) -> None:
        """Show another mark."""
        self._mark.update(Content(mark))


class Row(Line, can_focus=True):
    """A line that can be picked; the arrows go from one to the next.

    Attributes:
        key: what it stands for: an id, a place.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("space", "pick", show=False),
    ]

    class Picked(Message):
        """A row was picked, by the space bar or the mouse."""

        def __init__(self, row: "Row") -> None:
            super().__init__()
            self.row = row

    def __init__(
        self, key: str, mark: str, text: Content | str, *, classes: str | None = None
    ) -> None:
        super().__init__(mark, text, classes=classes)
        self.key = key

    async def action_step(self, by: int) -> None:
        """To another row; where there is none, the page scrolls."""
        rows = list(self.screen.query(Row))
        place = rows.index(self) + by
        if 0 <= place < len(rows):
            rows[place].focus()
        else:
            await self.screen.run_action(f"scroll({by})")

    def action_pick(self) -> None:
        self.post_message(self.Picked(self))

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Picked(self))
