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
        words = self.words
        return [
            *keys(words, self.question.show),
            ("Enter", words("check")),
            ("!", words("sure")),
            ("?", words("unsure")),
            ("F", words("flag")),
            *self.undo_hint(),
            ("T", words("light or dark")),
            ("Q", words("leave")),
        ]

    def _sure(self) -> Content:
        words = self.words
        marks = [
            f"{'(•)' if self.confidence == level else '( )'} {word}"
            for level, word in (("sure", words("Sure")), ("unsure", words("Unsure")))
        ]
        return Content("  ".join([words("How sure are you?"), *marks]))

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
            words = self.words
            says = words.say(reply.verdict.say)
            self.tell(words("{say} Nothing was recorded.", say=says))
            return
        self.app.switch_screen(AnswerPage(self.deck, self.place))


class AnswerPage(ItemPage):
    """A question with its verdict; `reading` when it was opened from the end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "report", show=False)]

    def body(self) -> Iterable[Widget]:
        words, given = self.words, self.deck.answers[self.place]
        says, explain = given.reply.verdict, self.question.feedback["explain"]
        word = words("Right") if given.right else words("Wrong")
        yield from verdict(given.right, word, words.say(says.say), explain)
        yield from feedback(words, self.question, given.response, says.parts)
        yield from facts(
            words,
            self.question,
            given.response,
            wrong=not given.right,
            confidence=given.confidence,
            due=given.reply.due,
        )

    def hints(self) -> list[Hint]:
        words = self.words
        leave = ("Q", words("back") if self.reading else words("leave"))
        return [
            ("Enter", words("back") if self.reading else words("next")),
            ("↑↓", words("scroll")),
            ("F", words("flag")),
            *([] if self.reading else self.undo_hint()),
            *([] if self._own() else [("R", words("report a mistake"))]),
            leave,
        ]

    def _own(self) -> bool:
        return "deck" in self.question.show

    def action_report(self) -> None:
        """What to send where something is wrong with the question; of an own card nothing."""
        if self._own():
            return
        words, given = self.words, self.deck.answers[self.place]
        place = self.question.feedback["report"] or words("the authors of this course")
        says = words("Copy this line and send it to {place}:", place=place)
        self.tell(f"{says} `{self.question.mistake(given.response)}`")

    def action_enter(self) -> None:
        if self.reading:
            self.app.pop_screen()
        elif self.deck.at == self.place:
            self.deck.next()
            self.turn()
