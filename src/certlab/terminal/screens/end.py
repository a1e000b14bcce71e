"""The end of a round: how it went, what to read again, what comes back when."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.course.markup import plain
from certlab.terminal.print_out import due_words
from certlab.terminal.screens.answered import ICONS
from certlab.terminal.screens.card import ReadCard
from certlab.terminal.screens.drilled import Drilled, Page
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row
from certlab.terminal.screens.question import Answered


class End(Page):
    """Right of how many; what was wrong and what was flagged, to open and read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "again", show=False)]

    def head(self) -> tuple[str, str]:
        done = len(self.deck.answers)
        return "The end of this set", f"{done} of {self.deck.count} answered"

    def body(self) -> Iterable[Widget]:
        deck, done = self.deck, len(self.deck.answers)
        yield from self.said()
        if done < deck.count:
            yield Static(f"{deck.minutes:g} minutes are up.", classes="gap")
        score = f"{done - len(deck.wrong)} right of {done}"
        yield Static(score, classes="score")
        yield from self._list("Wrong; open one to read why", "wrong", deck.wrong)
        flagged = [place for place in deck.flagged if place in deck.answers]
        yield from self._list("Flagged", "flag", flagged)
        due = self._due()
        if due:
            yield Line("Next due", due, classes="fact above")
        says = "Nothing to ask again."
        if deck.wrong:
            says = "Answers to a second asking are recorded too."
        yield Static(says, classes="muted above")

    def start(self) -> Widget | None:
        return next(iter(self.query(Row)), None)

    def hints(self) -> list[Hint]:
        again: list[Hint] = [("A", "ask the wrong ones again")]
        read: list[Hint] = [("↑↓", "choose"), ("Enter", "read")]
        return [
            *(again if self.deck.wrong else []),
            *(read if self.deck.wrong or self.deck.flagged else []),
            *self.undo_hint(),
            ("Q", "leave"),
        ]

    def _list(self, title: str, mark: str, places: list[int]) -> Iterator[Widget]:
        if places:
            yield Static(title, classes="muted above")
        for place in places:
            icon = ICONS.get(mark, "⚑")
            ask = plain(self.deck.questions[place].show["ask"])
            yield Row(str(place), icon, ask, classes=mark)

    def _due(self) -> str:
        """ "3 items in 3 days, Tuesday 24 November": the first day anything comes back."""
        days = sorted(
            one.reply.due for one in self.deck.answers.values() if one.reply.due
        )
        if not days:
            return ""
        first = days.count(days[0])
        things = "1 item" if first == 1 else f"{first} items"
        return f"{things} {due_words(days[0], date.today())}"  # noqa: DTZ011 -- the learner's own day

    def on_row_picked(self, event: Row.Picked) -> None:
        self._read(int(event.row.key))

    def action_enter(self) -> None:
        """Read what is chosen."""
        if isinstance(self.focused, Row):
            self._read(int(self.focused.key))

    def _read(self, place: int) -> None:
        kind = self.deck.questions[place].kind
        page: type[Drilled] = ReadCard if kind == "card" else Answered
        self.app.push_screen(page(self.deck, place, reading=True))

    def action_again(self) -> None:
        if self.deck.wrong:
            self.deck.again()
            self.turn()
