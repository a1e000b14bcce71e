"""What an exam came to: the score with its interval, by domain, and ways on."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Report
from certlab.terminal import exam_words
from certlab.terminal.plots import scale
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.lines import Line, Row
from certlab.terminal.screens.mocks import Mock, mocks, plot
from certlab.terminal.screens.sat import Go


def lost(report: Report) -> list[int]:
    """Places that were not right."""
    return [n for n, row in enumerate(report.rows) if row.outcome != "correct"]


class Told(Frame):
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
        return f"{code} · report", f"{ended.astimezone():%Y-%m-%d}" if ended else ""

    def body(self) -> Iterable[Widget]:
        report = self.report
        yield Static(f"{report.percent} %", classes="ask")
        yield Static(exam_words.score(report))
        interval = exam_words.span(report.low, report.high)
        yield Static(f"80 % interval: {interval}", classes="muted gap")
        yield Static(exam_words.NO_PASS_MARK)
        yield from self._domains()
        for place, line in enumerate(exam_words.chances(report)):
            yield Static(line, classes="muted" if place else "heading", markup=False)
        yield from mocks(self.earlier, report.sitting.id)
        yield from self._facts()

    def _domains(self) -> Iterator[Widget]:
        yield Static(
            "By domain: dot the score, line its 80 % interval", classes="heading"
        )
        for one in self.report.domains:
            share, interval = one.right / one.total, (one.low, one.high)
            yield plot(share, interval, exam_words.domain(one))
        yield Static(scale(), classes="scale")
        if self.report.unasked:
            listed = ", ".join(str(one) for one in self.report.unasked)
            yield Static(f"Not asked: domain {listed}.", classes="muted")

    def _facts(self) -> Iterator[Widget]:
        paper = self.report.sitting.paper
        yield Line("Time", exam_words.took(self.report), classes="fact above")
        yield Line("Seed", str(paper.seed), classes="fact")
        for note in paper.notes or ("by the published weights",):
            yield Line("Drawn", note, classes="fact")

    def hints(self) -> list[Hint]:
        n = len(lost(self.report))
        again: list[Hint] = [
            ("W", f"review the {n} not right"),
            ("R", f"ask these {n} again"),
        ]
        return [
            *(again if n else []),
            ("A", "review all"),
            ("S", "same seed again"),
            ("↑↓", "scroll"),
            ("Q", "quit"),
        ]

    def action_enter(self) -> None:
        """What was not right comes first; where all was, all of it."""
        if isinstance(self.focused, Mock):
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
