"""Pages of a drill: a question before its answer, and after it."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from certlab.errors import HistoryError
from certlab.terminal.screens.controls import Controls
from certlab.terminal.screens.drill_page import ItemPage
from certlab.terminal.screens.evidence import facts
from certlab.terminal.screens.feedback import feedback, verdict
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.kinds import asked, keys


class QuestionPage(ItemPage):
    """A question that waits for its answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
        Binding("exclamation_mark", "confidence('sure')", show=False),
        Binding("question_mark", "confidence('unsure')", show=False),
    ]
    confidence: str | None = None

    def body(self) -> Iterable[Widget]:
        yield from self.notes()
        yield from asked(self.words, self.question.show)
        yield Static(self._sure(), id="sure", classes="muted")

    def start(self) -> Widget | None:
        return self.query_one(Controls).first()

    def hints(self) -> list[Hint]:
        _ = self.words
        return [
            *keys(_, self.question.show),
            ("Enter", _("check")),
            ("!", _("sure")),
            ("?", _("unsure")),
            ("F", _("flag")),
            *self.undo_hint(),
            ("T", _("light or dark")),
            ("Q", _("leave")),
        ]

    def _sure(self) -> Content:
        _ = self.words
        marks = [
            f"{'(•)' if self.confidence == level else '( )'} {word}"
            for level, word in (("sure", _("Sure")), ("unsure", _("Unsure")))
        ]
        return Content("  ".join([_("How sure are you?"), *marks]))

    def action_number(self, n: int) -> None:
        self.query_one(Controls).number(n)

    def action_confidence(self, level: str) -> None:
        """Say how sure; said twice it is taken back."""
        self.confidence = None if self.confidence == level else level
        self.query_one("#sure", Static).update(self._sure())

    def on_controls_changed(self) -> None:
        self.tell("")

    def action_enter(self) -> None:
        """Record, then show the verdict; what is no answer costs nothing."""
        if self.place in self.deck.answers:
            return  # Enter was pressed twice
        response = self.query_one(Controls).read()
        try:
            reply = self.deck.answer(response, self.confidence)
        except HistoryError as error:
            self.refuse(error)
            return
        if reply.verdict.outcome == "invalid":
            _ = self.words
            says = _.say(reply.verdict.say)
            self.tell(_("{say} Nothing was recorded.", say=says))
            return
        self.app.switch_screen(AnswerPage(self.deck, self.place))


class AnswerPage(ItemPage):
    """A question with its verdict; `reading` when it was opened from the end."""

    def body(self) -> Iterable[Widget]:
        _, given = self.words, self.deck.answers[self.place]
        says, explain = given.reply.verdict, self.question.feedback["explain"]
        word = _("Right") if given.right else _("Wrong")
        yield from verdict(given.right, word, _.say(says.say), explain)
        yield from feedback(_, self.question, given.response, says.parts)
        yield from facts(
            _,
            self.question,
            given.response,
            wrong=not given.right,
            confidence=given.confidence,
            due=given.reply.due,
        )

    def hints(self) -> list[Hint]:
        _ = self.words
        leave = ("Q", _("back") if self.reading else _("leave"))
        return [
            ("Enter", _("back") if self.reading else _("next")),
            ("↑↓", _("scroll")),
            ("F", _("flag")),
            *([] if self.reading else self.undo_hint()),
            leave,
        ]

    def action_enter(self) -> None:
        if self.reading:
            self.app.pop_screen()
        elif self.deck.at == self.place:
            self.deck.next()
            self.turn()
