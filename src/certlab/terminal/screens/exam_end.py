"""The question whether to hand in, with what is not answered."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal import exam_words
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.sat import Running


class HandIn(Running):
    """A warning, and two ways on; Enter is none of them, so it cannot slip."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", show=False),
        Binding("n,m,escape", "no", show=False),
    ]

    def head(self) -> tuple[str, str]:
        _ = self.words
        says = _("hand in")
        return f"{self.sitting.paper.code} · {says}", self.time()

    def body(self) -> Iterable[Widget]:
        _ = self.words
        says = exam_words.missing(exam_words.open_places(self.sitting), _)
        yield Static(says, classes="ask", markup=False)
        yield Static(_("Hand in now? Afterwards nothing can be changed."))

    def hints(self) -> list[Hint]:
        _ = self.words
        return [("Y", _("hand in now")), ("N", _("keep working"))]

    def action_yes(self) -> None:
        self.go("report")

    def action_no(self) -> None:
        self.go("map")

    def action_leave(self) -> None:
        self.action_no()

    def action_enter(self) -> None:
        _ = self.words
        self.tell(_("Press Y to hand in, N to keep working."))
