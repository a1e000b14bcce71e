"""The page that stands while course and history are read, so that the screen is there at once."""

from collections.abc import Iterable

from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint


class LoadingPage(Frame):
    """It takes no key but the one that leaves.

    Args:
        answers: how many there are to read.
    """

    def __init__(self, answers: int = 0) -> None:
        super().__init__()
        self.answers = answers

    def head(self) -> tuple[str, str]:
        return str(self.app.title), ""

    def body(self) -> Iterable[Widget]:
        words, n = self.words, self.answers
        says = words("Reading the course and your answers…")
        if n:
            says = words.ngettext("Reading {n} answer…", "Reading {n} answers…", n)
        yield Static(says, markup=False)

    def hints(self) -> list[Hint]:
        words = self.words
        return [("Q", words("quit"))]

    def action_enter(self) -> None:
        """Nothing yet: it was meant for a question that nobody has seen."""

    def action_leave(self) -> None:
        self.app.exit()
