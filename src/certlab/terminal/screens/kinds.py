"""The controls of each kind of question, and the keys they take."""

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Select, Static

from certlab.terminal.screens.choices import Choices
from certlab.terminal.screens.controls import Controls, Entry, Field, Pick, Show
from certlab.terminal.screens.gaps import Gaps
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row
from certlab.terminal.screens.markdown import filled_in, from_markdown, labelled
from certlab.terminal.screens.quantity import Quantity
from certlab.words import Words


class CommandLine(Controls):
    """One line to write in."""

    def compose(self) -> ComposeResult:
        words = self.words
        says = words("Your command; it is read, not run")
        yield Static(says, classes="muted")
        yield Entry("$", Field(self.kept if isinstance(self.kept, str) else ""))

    def read(self) -> Any:
        return self.query_one(Field).value


class Pairs(Controls):
    """A digit picks for the entry that has the focus; the space bar opens its list."""

    def compose(self) -> ComposeResult:
        kept = self.kept if isinstance(self.kept, dict) else {}
        words, right = self.words, self.show["right"]
        for number, one in enumerate(right, 1):
            last = "gap" if number == len(right) else ""
            yield Line(str(number), from_markdown(one["text"]), classes=f"muted {last}")
        options = [(f"{n}  {one['text']}", one["id"]) for n, one in enumerate(right, 1)]
        for left in self.show["left"]:
            pick = Pick(options, words("choose"), str(kept.get(left["id"], "")))
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
            yield Row(id, f"{number}.", from_markdown(texts[id]))

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


CONTROLS: dict[str, type[Controls]] = {
    "single": Choices,
    "multi": Choices,
    "numeric": Quantity,
    "order": Steps,
    "match": Pairs,
    "cloze": Gaps,
    "command": CommandLine,
}


def asked(words: Words, show: Show, kept: object = None) -> Iterator[Widget]:
    """The situation, the question and its controls."""
    yield from context(words, show)
    yield ask(words, show)
    yield CONTROLS[show["kind"]](show, kept)


def context(words: Words, show: Show) -> Iterator[Widget]:
    """The situation that several items ask about."""
    if "context" in show:
        title, text = show["context"]["title"], show["context"]["text"]
        yield Static(
            labelled(words, from_markdown(title), from_markdown(text)),
            classes="context",
        )


def ask(words: Words, show: Show) -> Static:
    """The question itself; of a multiple choice how many are to be chosen."""
    text = from_markdown(show["ask"])
    if show["kind"] == "multi":
        choose = words("Choose {n}.", n=show["select"])
        text = filled_in(words("{first} {then}"), first=text, then=choose)
    return Static(text, classes="ask")


def keys(words: Words, show: Show) -> list[Hint]:
    """What the keys do with these controls."""
    match show["kind"]:
        case "single" | "multi":
            return [(f"1-{len(show['options'])}", words("choose"))]
        case "order":
            return [("Shift+↑↓", words("move a step, also K and J"))]
        case "match":
            choose = (f"1-{len(show['right'])}", words("choose"))
            return [choose, ("Tab", words("next entry"))]
        case "numeric" if len(show["units"]) > 1:
            return [("Tab", words("unit")), (words("Space"), words("open the units"))]
        case "cloze" if len(show["gaps"]) > 1:
            return [("Tab", words("next gap"))]
        case _:
            return []
