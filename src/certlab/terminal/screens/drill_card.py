"""A card of a drill: recall, turn it, say whether you knew it."""

from collections.abc import Iterable
from datetime import date
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.errors import HistoryError
from certlab.terminal.question_lines import due_words
from certlab.terminal.screens.drill_page import ItemPage
from certlab.terminal.screens.evidence import facts
from certlab.terminal.screens.feedback import verdict
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.markdown import from_markdown
from certlab.words import after_each_other

# As in app/static/deck/card_face.js: 3 and the space bar are Anki's "good", 1 is its "again".
GRADES = {1: "forgotten", 2: "known", 3: "known", 4: "known"}


class Card(ItemPage):
    """A card's front, then both of its sides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"grade({n})", show=False) for n in GRADES),
        Binding("space", "enter", show=False),
    ]
    turned = False

    def body(self) -> Iterable[Widget]:
        yield from self.notes()
        yield from front(self.question.show["ask"])

    def hints(self) -> list[Hint]:
        words = self.words
        often: list[Hint] = [
            ("F", words("flag")),
            *self.undo_hint(),
            ("T", words("light or dark")),
            ("Q", words("leave")),
        ]
        if not self.turned:
            return [(words("Space"), words("show the back")), *often]
        knew = words("knew it")
        return [("1", words("forgotten")), ("2", knew), (words("Space"), knew), *often]

    def action_enter(self) -> None:
        """Turn the card; the turned one was known."""
        if self.turned:
            self.action_grade(3)
            return
        self.turned = True
        page = self.query_one("#page")
        page.mount_all(
            [*back(self.question.feedback), *facts(self.words, self.question)]
        )
        self.draw_hints()

    def action_grade(self, n: int) -> None:
        """Record it; nothing needs reading then, so on to the next."""
        if not self.turned or self.place in self.deck.answers:
            return
        try:
            reply = self.deck.answer(GRADES[n])
        except HistoryError as error:
            self.refuse(error)
            return
        words, known = self.words, GRADES[n] == "known"
        said = words("Recorded: known.") if known else words("Recorded: forgotten.")
        if reply.due:
            when = due_words(reply.due, date.today(), words)  # noqa: DTZ011 -- the learner's own day
            due = words("Next due {when}.", when=when)
            said = words.say(after_each_other(said, due))
        self.deck.said = said
        self.deck.next()
        self.turn()


class ReadCard(ItemPage):
    """A card opened from the end, to read it."""

    def body(self) -> Iterable[Widget]:
        words, given = self.words, self.deck.answers[self.place]
        yield from verdict(
            given.right, words("Knew it") if given.right else words("Forgotten")
        )
        yield from front(self.question.show["ask"])
        yield from back(self.question.feedback)
        yield from facts(words, self.question, due=given.reply.due)

    def hints(self) -> list[Hint]:
        words = self.words
        return [("Enter", words("back")), ("↑↓", words("scroll")), ("F", words("flag"))]

    def action_enter(self) -> None:
        self.app.pop_screen()


def front(text: str) -> Iterable[Widget]:
    yield Static(from_markdown(text), classes="ask")


def back(feedback: dict[str, str]) -> Iterable[Widget]:
    yield Static(from_markdown(feedback["back"]), classes="gap")
    if feedback["explain"]:
        yield Static(from_markdown(feedback["explain"]), classes="muted gap")
