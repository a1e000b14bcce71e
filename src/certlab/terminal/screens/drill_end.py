"""The end of a round: how it went, what to read again, what comes back when."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.course.markup import plain
from certlab.terminal.drill import came_to, minutes_up
from certlab.terminal.screens.drill_card import ReadCard
from certlab.terminal.screens.drill_page import DrillPage, ItemPage
from certlab.terminal.screens.drill_question import AnswerPage
from certlab.terminal.screens.feedback import ICONS
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row


class End(DrillPage):
    """Right of how many; what was wrong and what was flagged, to open and read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "again", show=False)]

    def head(self) -> tuple[str, str]:
        words, done, count = self.words, self._done(), self.deck.planned
        says = words("{n} of {count} answered", n=done, count=count)
        return words("The end of this set"), says

    def body(self) -> Iterable[Widget]:
        words, deck, done = self.words, self.deck, self._done()
        yield from self.said()
        if len(deck.answers) < deck.count and deck.minutes is not None:
            yield Static(minutes_up(deck.minutes, words), classes="gap")
        right = done - len(deck.wrong)
        score = words("{right} right of {asked}", right=right, asked=done)
        yield Static(score, classes="score")
        yield from self._list(words("Missed: open one to see why"), "wrong", deck.wrong)
        flagged = [place for place in deck.flagged if place in deck.answers]
        yield from self._list(words("Flagged"), "flag", flagged)
        again = [one.right for n, one in deck.answers.items() if deck.repeat(n)]
        if again:
            told = words("{right} right of {asked}", right=sum(again), asked=len(again))
            yield Line(words("Asked again"), told, classes="fact above")
        if deck.answers:
            *lines, week = came_to(deck.session, words)
            yield Static(" ".join(lines), classes="above", markup=False)
            yield Static(week, markup=False)
        says = words("Nothing to ask again.")
        if deck.open:
            says = words("Retries count too.")
        yield Static(says, classes="muted above")

    def _done(self) -> int:
        """How many were answered, repeats left out."""
        return sum(not self.deck.repeat(place) for place in self.deck.answers)

    def start(self) -> Widget | None:
        return next(iter(self.query(Row)), None)

    def hints(self) -> list[Hint]:
        words = self.words
        again: list[Hint] = [("A", words("ask the wrong ones again"))]
        read: list[Hint] = [("↑↓", words("choose")), ("Enter", words("read it"))]
        return [
            *(again if self.deck.open else []),
            *(read if self.deck.wrong or self.deck.flagged else []),
            *self.undo_hint(),
            ("Q", words("leave")),
        ]

    def _list(self, title: str, mark: str, places: list[int]) -> Iterator[Widget]:
        if places:
            yield Static(title, classes="muted above")
        for place in places:
            icon = ICONS.get(mark, "⚑")
            ask = plain(self.deck.questions[place].show["ask"])
            yield Row(str(place), icon, ask, classes=mark)

    def on_row_picked(self, event: Row.Picked) -> None:
        self._read(int(event.row.key))

    def action_enter(self) -> None:
        """Read what is chosen."""
        if isinstance(self.focused, Row):
            self._read(int(self.focused.key))

    def _read(self, place: int) -> None:
        kind = self.deck.questions[place].kind
        page: type[ItemPage] = ReadCard if kind == "card" else AnswerPage
        self.app.push_screen(page(self.deck, place, reading=True))

    def action_again(self) -> None:
        if self.deck.open:
            self.deck.again()
            self.turn()
