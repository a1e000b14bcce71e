"""What the pages of a drill share: their place in the deck, the flag, the way on."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from certlab.errors import CourseError
from certlab.study.questions import Question
from certlab.terminal.question_lines import origin
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line


class DrillPage(Frame):
    """A page of a drill. It knows no other page: the app turns to the deck's place."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("u", "undo", show=False)]

    class Turn(Message):
        """This page is done with; on to the deck's place."""

        def __init__(self, page: "DrillPage") -> None:
            super().__init__()
            self.page = page

    class Left(Message):
        """The drill was left on this page."""

        def __init__(self, page: "DrillPage") -> None:
            super().__init__()
            self.page = page

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def turn(self) -> None:
        self.depart(self.Turn(self))

    def action_leave(self) -> None:
        self.depart(self.Left(self))

    def action_undo(self) -> None:
        """Take the last card's grade back, and ask for it again."""
        if not self.deck.judged:
            return
        try:
            self.deck.undo()
        except CourseError as error:
            self.refuse(error)
            return
        words = self.words
        self.deck.said = words("The last grade was taken back.")
        self.turn()

    def undo_hint(self) -> list[Hint]:
        """The key for it, where there is a grade to take back."""
        words = self.words
        return [("U", words("undo the last card"))] if self.deck.judged else []

    def said(self) -> Iterable[Widget]:
        """What the last page left to be said."""
        if self.deck.said:
            yield Static(self.deck.said, classes="muted gap", markup=False)
            self.deck.said = ""


class ItemPage(DrillPage):
    """A page about one question of a deck.

    Args:
        place: of the question.
        reading: whether it was opened from the end, and leads back there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "flag", show=False)]

    def __init__(self, deck: Deck, place: int, *, reading: bool = False) -> None:
        super().__init__(deck)
        self.place = place
        self.reading = reading

    @property
    def question(self) -> Question:
        return self.deck.questions[self.place]

    def head(self) -> tuple[str, str]:
        words, n, count = self.words, self.place + 1, self.deck.planned
        place = words("item {n} of {count}", n=n, count=count)
        if self.deck.round:
            place = words("again: item {n} of {count}", n=n, count=count)
        if self.deck.repeat(self.place):
            left = self.deck.left
            place = words("again: {n} at most", n=left) if left else words("again")
        flagged = self.question.item in self.deck.flags
        return origin(self.question.show, words), f"{self.flag(flagged)}{place}"

    def notes(self) -> Iterable[Widget]:
        """What the history could not read, and what was said of the last card."""
        if not self.place and not self.deck.round:
            for problem in self.deck.session.problems:
                yield Line("!", self.words.say(problem), classes="wrong")
        yield from self.said()

    def action_flag(self) -> None:
        self.deck.flag(self.question.item)
        self.draw_head()

    def action_undo(self) -> None:
        if not self.reading:
            super().action_undo()

    def action_leave(self) -> None:
        if self.reading:
            self.app.pop_screen()
        else:
            super().action_leave()
