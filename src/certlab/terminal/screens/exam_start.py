"""Before an exam: what is drawn, and how long it may last; or what to go on with."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Report, Sitting
from certlab.study.exams.parting import PAPERS
from certlab.terminal import exam_words
from certlab.terminal.exam_request import USUAL, ExamRequest
from certlab.terminal.screens.choices import Choices
from certlab.terminal.screens.exam_running import Go
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row
from certlab.terminal.screens.past_exams import PastExam, past_exams
from certlab.words import with_commas


class Start(Frame):
    """The start of an exam; it begins when Enter is pressed, not before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 5)),
        Binding("p", "paper", show=False),
    ]

    def __init__(
        self, request: ExamRequest, earlier: list[Report], problems: Iterable[str] = ()
    ) -> None:
        super().__init__()
        self.request = request
        self.earlier = earlier
        self.problems = problems

    def head(self) -> tuple[str, str]:
        words, request = self.words, self.request
        drawn = exam_words.drawn_by(request.paper, words)
        return words("Mock exam"), "" if request.seed is None else drawn

    def body(self) -> Iterable[Widget]:
        words, paper = self.words, self.request.paper
        for problem in self.problems:
            yield Line("!", words.say(problem), classes="wrong")
        code, *notes = exam_words.paper_notes(self.request.plan, paper, words)
        yield Static(code, classes="ask", markup=False)
        for note in notes:
            yield Static(note, classes="muted gap", markup=False)
        if self.request.offers_papers:
            names = exam_words.papers(paper.code, self.earlier, words).values()
            says = words(
                "P chooses: {papers}, or {random}.",
                papers=words.say(with_commas(names)),
                random=exam_words.random_note(words),
            )
            yield Static(says, classes="muted gap", markup=False)
        yield Static(words("How long may it take?"))
        times = exam_words.times(self.request.minutes or paper.minutes, words)
        options = [{"id": name, "text": text} for name, text in times.items()]
        yield Choices(
            {"kind": "single", "options": options}, self.request.time or USUAL
        )
        yield Static(exam_words.start_notice(words), classes="muted")
        yield from past_exams(words, self.earlier)

    def start(self) -> Widget | None:
        return self.query_one(Choices).first()

    def hints(self) -> list[Hint]:
        words = self.words
        return [
            ("1-4", words("time")),
            ("Enter", words("begin")),
            *([("P", words("paper"))] if self.request.offers_papers else []),
            *([("↓", words("earlier exams"))] if self.earlier else []),
            ("T", words("light or dark")),
            ("Q", words("quit")),
        ]

    @property
    def time(self) -> str:
        """The time that is chosen."""
        return str(self.query_one(Choices).read())

    def action_number(self, n: int) -> None:
        self.query_one(Choices).number(n)

    def action_paper(self) -> None:
        """The next of the three papers; after the last a random one again."""
        if self.request.offers_papers:
            self.depart(
                Go(self, "paper", ((self.request.seed or 0) + 1) % (PAPERS + 1))
            )

    def action_enter(self) -> None:
        """Begin; on an earlier exam, open its report."""
        if isinstance(self.focused, PastExam):
            self.focused.action_pick()
        else:
            self.depart(Go(self, "begin"))

    def on_row_picked(self, event: Row.Picked) -> None:
        self.depart(Go(self, "open", int(event.row.key)))

    def action_leave(self) -> None:
        self.depart(Go(self, "away"))


class Resume(Frame):
    """An exam that was cut off; its time has run on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("b", "begin_again", show=False)]

    def __init__(self, sitting: Sitting, request: ExamRequest | None) -> None:
        super().__init__()
        self.sitting = sitting
        self.request = request

    def head(self) -> tuple[str, str]:
        words = self.words
        return words("Mock exam"), exam_words.drawn_by(self.sitting.paper, words)

    def body(self) -> Iterable[Widget]:
        words = self.words
        says = exam_words.unfinished_words(self.sitting, words)
        yield Static(says, classes="ask", markup=False)
        yield Static(words("Continue where you left off?"))
        if self.request is not None:
            left = words(
                "If you begin a new one, this one stays open until its time is up."
            )
            yield Static(left, classes="muted above")

    def hints(self) -> list[Hint]:
        words = self.words
        again: list[Hint] = []
        if self.request is not None:
            again = [("B", words("begin a new {exam}", exam=self.request.plan.code))]
        return [("Enter", words("go on")), *again, ("Q", words("quit"))]

    def beat(self) -> None:
        """The time that is left; when it is up there is nothing to go on with."""
        says = exam_words.unfinished_words(self.sitting, self.words)
        self.query_one("#page > .ask", Static).update(says)

    def action_enter(self) -> None:
        self.depart(Go(self, "resume"))

    def action_begin_again(self) -> None:
        if self.request is not None:
            self.depart(Go(self, "start"))

    def action_leave(self) -> None:
        self.depart(Go(self, "away"))
