"""The mock exams so far, each with its interval."""

from collections.abc import Iterable, Iterator, Sequence

from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Report
from certlab.terminal.exam_words import exam_name, span
from certlab.terminal.plots import scale, whisker
from certlab.terminal.screens.lines import Line, Row
from certlab.words import Words


class PastExam(Row):
    """An earlier exam; picked, its report opens. `key` is its place among them."""


def past_exams(
    words: Words, reports: Iterable[Report], now: str = ""
) -> Iterator[Widget]:
    """A plot for each sitting that has ended; `now` is the id of the one shown."""
    found: Sequence[Report] = list(reports)
    if not found:
        return
    yield Static(words("Your mock exams, % right"), classes="heading")
    for place, one in enumerate(found):
        ended = one.sitting.ended
        day = f"{ended.astimezone():%Y-%m-%d}" if ended else ""
        share = one.right / len(one.rows) if one.rows else 0
        mark = " ← " + words("this one") if one.sitting.id == now else ""
        says = words(
            "{exam} {day}: {percent} % ({span}), {right} of {total}",
            exam=exam_name(one.sitting.paper, words),
            day=day,
            percent=one.percent,
            span=span(one.low, one.high, words),
            right=one.right,
            total=len(one.rows),
        )
        line = whisker(share, one.low, one.high)
        yield PastExam(str(place), line, f"{says}{mark}", classes="plot")
    yield Static(scale(), classes="scale -rows")


def plot(share: float, interval: tuple[float, float], says: str) -> Widget:
    """A whisker and its words, side by side where there is room."""
    return Line(whisker(share, *interval), says, classes="plot")
