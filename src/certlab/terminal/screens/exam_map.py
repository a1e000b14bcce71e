"""The map of an exam: what is answered, flagged and unseen; and handing in."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.widget import Widget
from textual.widgets import Static

from certlab.study.exams import Sitting
from certlab.terminal import exam_words
from certlab.terminal.screens.exam_running import ExamPage
from certlab.terminal.screens.frame import Body
from certlab.terminal.screens.hints import Hint

ICONS = {"answered": "✓", "incomplete": "~", "seen": "-", "unseen": "·"}
CELL = 8  # cells of the terminal


class Cells(Widget, can_focus=True):
    """A cell a question; the arrows go from one to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("home", "step(-999)", show=False),
        Binding("end", "step(999)", show=False),
    ]

    def __init__(self, sitting: Sitting, at: int) -> None:
        super().__init__()
        self.sitting = sitting
        self.at = at

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return -(-len(self.sitting.questions) // self._across(width))

    def render(self) -> Content:
        across = self._across(self.content_size.width)
        cells = [self._cell(place) for place in range(len(self.sitting.questions))]
        lines = [
            Content("").join(cells[first : first + across])
            for first in range(0, len(cells), across)
        ]
        return Content("\n").join(lines)

    def _across(self, width: int) -> int:
        return max(1, width // CELL)

    def _cell(self, place: int) -> Content:
        here = place == self.at
        icon = ICONS[self.sitting.standing(place)]
        flag = "⚑" if place in self.sitting.flags else " "
        text = f"{'›' if here else ' '}{place + 1:>2} {icon}{flag} "
        return Content.assemble(
            (text, "bold $cl-on-accent on $cl-accent" if here else ""), " "
        )

    def action_step(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), len(self.sitting.questions) - 1)
        self.refresh()
        line = self.at // self._across(self.content_size.width)
        body = self.screen.query_one(Body)
        y = self.virtual_region.y + line
        body.scroll_to_region(Region(0, y, 1, 1), animate=False)
        assert isinstance(self.screen, Map)
        self.screen.say()

    def action_row(self, by: int) -> None:
        """A line up or down; beyond the last cell it stays."""
        to = self.at + by * self._across(self.content_size.width)
        if 0 <= to < len(self.sitting.questions):
            self.action_step(to - self.at)


class Map(ExamPage):
    """Where everything stands; Enter goes to a question, S hands in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m,escape", "back", show=False),
        Binding("s", "hand_in", show=False),
    ]

    def head(self) -> tuple[str, str]:
        words = self.words
        says = words("map")
        return f"{self.sitting.paper.code} · {says}", self.time()

    def body(self) -> Iterable[Widget]:
        words, count = self.words, len(self.sitting.questions)
        done = count - len(exam_words.open_places(self.sitting))
        score = words("{n} of {count} answered", n=done, count=count)
        if self.sitting.flags:
            flagged = words("{n} flagged", n=len(self.sitting.flags))
            score = words("{about}, {more}", about=score, more=flagged)
        yield Static(score, classes="score")
        yield Cells(self.sitting, self.place)
        yield Static(id="cell", classes="gap")
        named = exam_words.standings(words)
        legend = [f"{icon} {named[name]}" for name, icon in ICONS.items()]
        legend.append("⚑ " + words("flagged"))
        says = "   ".join(legend)
        yield Static(says, classes="muted", markup=False)

    def start(self) -> Widget | None:
        return self.query_one(Cells)

    def on_mount(self) -> None:
        super().on_mount()
        self.say()

    def say(self) -> None:
        """The cell under the cursor, in words."""
        words, at = self.words, self.query_one(Cells).at
        what = words("Question {place}", place=at + 1)
        says = exam_words.place_state(self.sitting, at, words)
        line = words("{what}: {says}", what=what, says=says)
        self.query_one("#cell", Static).update(line)

    def hints(self) -> list[Hint]:
        words = self.words
        return [
            (words("Arrows"), words("choose")),
            ("Enter", words("go there")),
            ("M", words("back to question {place}", place=self.place + 1)),
            ("S", words("hand in")),
            ("Q", words("leave")),
        ]

    def action_enter(self) -> None:
        self.go("question", self.query_one(Cells).at)

    def action_back(self) -> None:
        self.go("question")

    def action_hand_in(self) -> None:
        self.go("hand in")


class HandIn(ExamPage):
    """A warning, and two ways on; Enter is none of them, so it cannot slip."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", show=False),
        Binding("n,m,escape", "no", show=False),
    ]

    def head(self) -> tuple[str, str]:
        words = self.words
        says = words("hand in")
        return f"{self.sitting.paper.code} · {says}", self.time()

    def body(self) -> Iterable[Widget]:
        words = self.words
        says = exam_words.unanswered_notice(exam_words.open_places(self.sitting), words)
        yield Static(says, classes="ask", markup=False)
        yield Static(words("Hand in now? Afterwards nothing can be changed."))

    def hints(self) -> list[Hint]:
        words = self.words
        return [("Y", words("hand in now")), ("N", words("keep working"))]

    def action_yes(self) -> None:
        self.go("report")

    def action_no(self) -> None:
        self.go("map")

    def action_leave(self) -> None:
        self.action_no()

    def action_enter(self) -> None:
        words = self.words
        self.tell(words("Press Y to hand in, N to keep working."))
