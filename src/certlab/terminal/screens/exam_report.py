"""What an exam came to: the score with its interval, by domain, and ways on."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Report
from certlab.terminal import exam_words
from certlab.terminal.plots import scale
from certlab.terminal.screens.exam_running import Go
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row
from certlab.terminal.screens.past_exams import PastExam, past_exams, plot


def lost(report: Report) -> list[int]:
    """Places that were not right."""
    return [n for n, row in enumerate(report.rows) if row.outcome != "correct"]


class ReportPage(Frame):
    """A report; nothing in it changes any more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "go('wrong')", show=False),
        Binding("a", "go('all')", show=False),
        Binding("r", "go('retry')", show=False),
        Binding("s", "go('repeat')", show=False),
    ]

    def __init__(self, report: Report, earlier: list[Report]) -> None:
        super().__init__()
        self.report = report
        self.earlier = earlier

    def head(self) -> tuple[str, str]:
        ended = self.report.sitting.ended
        code = self.report.sitting.paper.code
        words = self.words
        says = words("report")
        return f"{code} · {says}", f"{ended.astimezone():%Y-%m-%d}" if ended else ""

    def body(self) -> Iterable[Widget]:
        words, report = self.words, self.report
        yield Static(f"{report.percent} %", classes="ask")
        yield Static(exam_words.score(report, words))
        span = exam_words.span(report.low, report.high, words)
        yield Static(words("80 % interval: {span}", span=span), classes="muted gap")
        if says := exam_words.no_pass_mark(report.sitting.paper, words):
            yield Static(says, markup=False)
        yield from self._domains()
        for place, line in enumerate(exam_words.chances(report, words)):
            yield Static(line, classes="muted" if place else "heading", markup=False)
        yield from past_exams(words, self.earlier, report.sitting.id)
        yield from self._facts()

    def _domains(self) -> Iterator[Widget]:
        words = self.words
        says = words("By domain: dot the score, line its 80 % interval")
        yield Static(says, classes="heading")
        for one in self.report.domains:
            share, interval = one.right / one.total, (one.low, one.high)
            yield plot(share, interval, exam_words.domain(one, words))
        yield Static(scale(), classes="scale")
        if self.report.unasked:
            yield Static(exam_words.unasked(self.report, words), classes="muted")

    def _facts(self) -> Iterator[Widget]:
        words, paper = self.words, self.report.sitting.paper
        took = exam_words.time_used(self.report, words)
        yield Line(words("Time"), took, classes="fact above")
        name = words("Paper") if paper.number else words("Seed")
        yield Line(name, str(paper.seed), classes="fact")
        for note in paper.notes or (words("by the published weights"),):
            yield Line(words("Drawn"), words.say(note), classes="fact")

    def hints(self) -> list[Hint]:
        words, n = self.words, len(lost(self.report))
        number = self.report.sitting.paper.number
        again: list[Hint] = [
            ("W", words("review the {n} not right", n=n)),
            ("R", words("ask these {n} again", n=n)),
        ]
        return [
            *(again if n else []),
            ("A", words("review all")),
            ("S", words("same paper again") if number else words("same seed again")),
            ("↑↓", words("scroll")),
            ("Q", words("quit")),
        ]

    def action_enter(self) -> None:
        """What was not right comes first; where all was, all of it."""
        if isinstance(self.focused, PastExam):
            self.focused.action_pick()
            return
        self.action_go("wrong" if lost(self.report) else "all")

    def action_go(self, to: str) -> None:
        if lost(self.report) or to not in ("wrong", "retry"):
            self.depart(Go(self, to))

    def on_row_picked(self, event: Row.Picked) -> None:
        self.depart(Go(self, "open", int(event.row.key)))

    def action_leave(self) -> None:
        self.action_go("away")
