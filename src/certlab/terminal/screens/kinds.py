"""The controls of each kind of question, and the keys they take."""

from collections.abc import Iterator

from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.screens.choices import Choices
from certlab.terminal.screens.command_line import CommandLine
from certlab.terminal.screens.controls import Controls, Show
from certlab.terminal.screens.gaps import Gaps
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.marked import joined, marked
from certlab.terminal.screens.pairs import Pairs
from certlab.terminal.screens.quantity import Quantity
from certlab.terminal.screens.steps import Steps

CONTROLS: dict[str, type[Controls]] = {
    "single": Choices,
    "multi": Choices,
    "numeric": Quantity,
    "order": Steps,
    "match": Pairs,
    "cloze": Gaps,
    "command": CommandLine,
}


def asked(show: Show, kept: object = None) -> Iterator[Widget]:
    """The situation, the question and its controls."""
    yield from context(show)
    yield ask(show)
    yield CONTROLS[show["kind"]](show, kept)


def context(show: Show) -> Iterator[Widget]:
    """The situation that several items ask about."""
    if "context" in show:
        title, text = show["context"]["title"], show["context"]["text"]
        yield Static(joined(marked(title), ": ", marked(text)), classes="context")


def ask(show: Show) -> Static:
    """The question itself; of a multiple choice how many are to be chosen."""
    text = marked(show["ask"])
    if show["kind"] == "multi":
        text = joined(text, f" Choose {show['select']}.")
    return Static(text, classes="ask")


def keys(show: Show) -> list[Hint]:
    """What the keys do with these controls."""
    match show["kind"]:
        case "single" | "multi":
            return [(f"1-{len(show['options'])}", "choose")]
        case "order":
            return [("Shift+↑↓", "move a step, also K and J")]
        case "match":
            return [(f"1-{len(show['right'])}", "choose"), ("Tab", "next entry")]
        case "numeric" if len(show["units"]) > 1:
            return [("Tab", "unit"), ("Space", "open the units")]
        case "cloze" if len(show["gaps"]) > 1:
            return [("Tab", "next gap")]
        case _:
            return []
