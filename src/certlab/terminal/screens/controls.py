"""What a learner answers with; each kind has its own, see kinds.py."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from certlab.terminal.screens.language import words_of
from certlab.terminal.screens.markdown import from_markdown
from certlab.words import Words

Show = dict[str, Any]
Options = list[tuple[str, str]]  # what is shown, as inline Markdown, and its value


class Controls(Vertical):
    """The controls of one question.

    Args:
        show: what the question shows.
        kept: a response that was given before, None for none.
    """

    class Changed(Message):
        """Something was chosen or moved; what is typed says nothing until it is read."""

    def __init__(self, show: Show, kept: Any = None) -> None:
        super().__init__()
        self.show = show
        self.kept = kept

    @property
    def words(self) -> Words:
        """Of the language that is spoken."""
        return words_of(self)

    def read(self) -> Any:
        """The response as it stands, for `grading.grade`."""
        raise NotImplementedError

    def first(self) -> Widget | None:
        """Where the focus begins."""
        return next((one for one in self.query("*") if one.focusable), None)

    def number(self, n: int) -> None:
        """A digit was pressed, 1 to 9."""

    def changed(self) -> None:
        self.post_message(self.Changed())


class Field(Input):
    """One line to type in; the arrows go from field to field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "screen.focus_previous", show=False),
        Binding("down", "screen.focus_next", show=False),
    ]

    def __init__(self, value: str = "", *, classes: str | None = None) -> None:
        # A value is selected on focus otherwise, and the next letter would replace it.
        super().__init__(value, select_on_focus=False, classes=classes)

    def on_input_changed(self) -> None:
        self.scroll_visible(animate=False)

    async def action_submit(self) -> None:
        """Enter is the page's own."""
        await self.screen.run_action("enter")


class Pick(Select[str], inherit_bindings=False):
    """One of a list, opened by the space bar, so that Enter is free to check."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "show_overlay", show=False),
        Binding("up", "screen.focus_previous", show=False),
        Binding("down", "screen.focus_next", show=False),
    ]

    def __init__(
        self, options: Options, prompt: str, chosen: str, *, classes: str | None = None
    ) -> None:
        shown = [(from_markdown(text), value) for text, value in options]
        known = chosen in {value for _, value in options} and bool(chosen)
        super().__init__(
            shown,
            prompt=prompt,
            value=chosen if known else Select.NULL,
            classes=classes,
        )

    @property
    def chosen(self) -> str:
        """The value, "" where nothing was chosen."""
        return self.value if isinstance(self.value, str) else ""


class Entry(Horizontal):
    """A label beside what is to be filled in."""

    def __init__(
        self, label: str, *control: Widget, classes: str | None = None
    ) -> None:
        text = Static(from_markdown(label), classes="label")
        super().__init__(text, *control, classes=classes)
