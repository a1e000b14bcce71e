"""The controls of each kind of question, and the keys they take."""

from collections.abc import Iterator

from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.screens.choices import Choices
from certlab.terminal.screens.command_line import CommandLine
from certlab.terminal.screens.controls import Controls, Show
from certlab.terminal.screens.gaps import Gaps
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.marked import filled_in, labelled, marked
from certlab.terminal.screens.pairs import Pairs
from certlab.terminal.screens.quantity import Quantity
from certlab.terminal.screens.steps import Steps
from certlab.words import Words

CONTROLS: dict[str, type[Controls]] = {
    "single": Choices,
    "multi": Choices,
    "numeric": Quantity,
    "order": Steps,
    "match": Pairs,
    "cloze": Gaps,
    "command": CommandLine,
}


def asked(_: Words, show: Show, kept: object = None) -> Iterator[Widget]:
    """The situation, the question and its controls."""
    yield from context(_, show)
    yield ask(_, show)
    yield CONTROLS[show["kind"]](show, kept)


def context(_: Words, show: Show) -> Iterator[Widget]:
    """The situation that several items ask about."""
    if "context" in show:
        title, text = show["context"]["title"], show["context"]["text"]
        yield Static(labelled(_, marked(title), marked(text)), classes="context")


def ask(_: Words, show: Show) -> Static:
    """The question itself; of a multiple choice how many are to be chosen."""
    text = marked(show["ask"])
    if show["kind"] == "multi":
        choose = _("Choose {n}.", n=show["select"])
        text = filled_in(_("{first} {then}"), first=text, then=choose)
    return Static(text, classes="ask")


def keys(_: Words, show: Show) -> list[Hint]:
    """What the keys do with these controls."""
    match show["kind"]:
        case "single" | "multi":
            return [(f"1-{len(show['options'])}", _("choose"))]
        case "order":
            return [("Shift+↑↓", _("move a step, also K and J"))]
        case "match":
            choose = (f"1-{len(show['right'])}", _("choose"))
            return [choose, ("Tab", _("next entry"))]
        case "numeric" if len(show["units"]) > 1:
            return [("Tab", _("unit")), (_("Space"), _("open the units"))]
        case "cloze" if len(show["gaps"]) > 1:
            return [("Tab", _("next gap"))]
        case _:
            return []
