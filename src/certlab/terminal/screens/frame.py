"""The frame all pages stand in: a head line, a body that scrolls, what went wrong, keys."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from certlab.errors import CourseError
from certlab.terminal.screens.hints import Hint, Hints
from certlab.terminal.screens.language import words_of
from certlab.terminal.screens.markdown import from_markdown
from certlab.words import Words


class Body(VerticalScroll, can_focus=False):
    """What scrolls; the keys for it are the frame's, so that the focus stays in fields."""


class Frame(Screen[None]):
    """A page. Subclasses say what stands in it."""

    gone = False  # whether another page was asked for; what is typed now does nothing
    ready = False  # whether the page stands, and can be asked what is on it
    AUTO_FOCUS = ""  # each page knows where the focus begins
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll_page(-1)", show=False),
        Binding("pagedown", "scroll_page(1)", show=False),
        Binding("home", "edge(-1)", show=False),
        Binding("end", "edge(1)", show=False),
        Binding("escape", "leave_field", show=False),
        Binding("enter", "enter", show=False),
        Binding("q", "leave", show=False),
        Binding("t", "app.theme", show=False),
    ]

    @property
    def words(self) -> Words:
        """Of the language that is spoken."""
        return words_of(self)

    def head(self) -> tuple[str, str]:
        """What stands in the head line, left and right."""
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        """What stands in the body."""
        raise NotImplementedError

    def hints(self) -> list[Hint]:
        """The keys of this page."""
        raise NotImplementedError

    def start(self) -> Widget | None:
        """What has the focus at first."""
        return None

    def action_enter(self) -> None:
        """The primary action of this page."""
        raise NotImplementedError

    def action_leave(self) -> None:
        """Go away from this page."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="left")
            yield Static(id="place")
        with Body(id="body"), Vertical(id="page"):
            yield from self.body()
        yield Static(id="notice")
        yield Static(id="problem")
        yield Hints()

    def on_mount(self) -> None:
        self.draw_head()
        self.draw_hints()
        start = self.start()
        if start is not None:
            # Not scrolled to: a question is read from its beginning.
            self.set_focus(start, scroll_visible=False)
        self.ready = True

    def depart(self, message: Message) -> None:
        """Ask the app for another page, once."""
        if not self.gone:
            self.gone = True
            self.app.post_message(message)

    def stay(self, error: CourseError) -> None:
        """There was no way to the other page, and why."""
        self.gone = False
        self.refuse(error)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """No action of a page that is left, or does not stand yet."""
        return self.ready and not self.gone and super().check_action(action, parameters)

    def draw_head(self) -> None:
        left, right = self.head()
        self.query_one("#left", Static).update(Content(left))
        self.query_one("#place", Static).update(Content(right))

    def draw_hints(self) -> None:
        """The keys; while a field has the focus, letters are typed into it."""
        words, hints = self.words, self.hints()
        if isinstance(self.focused, Input):
            typing: Hint = ("Esc", words("leave the field for other keys"))
            hints = [*(one for one in hints if len(one[0]) > 1), typing]
        elif isinstance(self.focused, OptionList):
            hints = [
                ("↑↓", words("choose")),
                ("Enter", words("take it")),
                ("Esc", words("close")),
            ]
        self.query_one(Hints).show(hints)

    def tell(self, says: str) -> None:
        """A sentence above the keys, such as why an entry was not taken; "" for none."""
        line = self.query_one("#problem", Static)
        line.update(from_markdown(says))
        line.set_class(bool(says), "-said")

    def flag(self, flagged: bool) -> str:
        """What the head line says of a flag."""
        words = self.words
        says = words("flagged")
        return f"⚑ {says} · " if flagged else ""

    def refuse(self, error: CourseError) -> None:
        """What went wrong, as a sentence above the keys."""
        self.tell(self.words.say(error.args[0]))

    def note(self, says: str) -> None:
        """A sentence that is no complaint, such as the time that is left; "" for none."""
        line = self.query_one("#notice", Static)
        line.update(from_markdown(says))
        line.set_class(bool(says), "-said")

    def on_descendant_focus(self) -> None:
        self.draw_hints()

    def on_descendant_blur(self) -> None:
        self.draw_hints()

    def action_scroll(self, by: int) -> None:
        self.query_one(Body).scroll_relative(y=by, animate=False)

    def action_scroll_page(self, by: int) -> None:
        body = self.query_one(Body)
        body.scroll_relative(y=by * max(1, body.size.height - 1), animate=False)

    def action_edge(self, by: int) -> None:
        body = self.query_one(Body)
        body.scroll_to(y=0 if by < 0 else body.max_scroll_y, animate=False)

    def action_leave_field(self) -> None:
        self.set_focus(None)
