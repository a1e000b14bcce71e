"""The questions of a report: what was chosen, and why each option is right or wrong."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Report
from certlab.terminal.screens.evidence import facts
from certlab.terminal.screens.exam_running import Go
from certlab.terminal.screens.feedback import feedback, verdict
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.markdown import from_markdown


class Review(Frame):
    """One question of those in `places`, reviewed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "step(1)", show=False),
        Binding("p,left", "step(-1)", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, report: Report, places: list[int], at: int = 0) -> None:
        super().__init__()
        self.report = report
        self.places = places
        self.at = at

    def head(self) -> tuple[str, str]:
        words, place, count = self.words, self.places[self.at], len(self.report.rows)
        flagged = self.report.rows[place].flagged
        at, review = (
            words("question {place} of {count}", place=place + 1, count=count),
            words("review"),
        )
        code = self.report.sitting.paper.code
        return f"{code} · {review}", f"{self.flag(flagged)}{at}"

    def body(self) -> Iterable[Widget]:
        words, place = self.words, self.places[self.at]
        row = self.report.rows[place]
        question = self.report.sitting.questions[place]
        names = {one.domain: one.name for one in self.report.sitting.paper.seats}
        domain = words("Domain {n}", n=row.domain)
        if name := names.get(row.domain):
            domain = words("{about}, {more}", about=domain, more=name)
        yield Static(domain, classes="muted gap", markup=False)
        says = (words.say(row.say), question.feedback["explain"])
        if row.outcome == "unanswered":
            yield Static(Content("– " + words("Unanswered")), classes="verdict")
            yield from (
                Static(from_markdown(one), classes="gap") for one in says if one
            )
        else:
            right = row.outcome == "correct"
            yield from verdict(
                right, words("Right") if right else words("Wrong"), *says
            )
        response = self._response(place)
        yield from feedback(words, question, response, row.parts)
        yield from facts(words, question, response, wrong=row.outcome != "correct")

    def _response(self, place: int) -> Any:
        """Of what could not be graded only chosen options and typed lines are shown."""
        row, question = self.report.rows[place], self.report.sitting.questions[place]
        graded = row.outcome != "unanswered" or row.say or "options" in question.show
        return row.response if graded else None

    def hints(self) -> list[Hint]:
        words, last = self.words, self.at + 1 == len(self.places)
        return [
            ("Enter", words("report") if last else words("next")),
            *([("P", words("previous"))] if self.at else []),
            ("↑↓", words("scroll")),
            ("Esc", words("report")),
        ]

    def action_enter(self) -> None:
        if self.at + 1 == len(self.places):
            self.action_leave()
        else:
            self.action_step(1)

    def action_step(self, by: int) -> None:
        if 0 <= self.at + by < len(self.places):
            self.depart(Go(self, "review", self.at + by))

    def action_leave(self) -> None:
        self.depart(Go(self, "back to report"))
