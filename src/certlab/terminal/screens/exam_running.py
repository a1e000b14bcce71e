"""What the pages of a running exam share: the timer, the end of the time, the ways on."""

from datetime import timedelta

from textual.message import Message

from certlab.study.exams import Sitting
from certlab.terminal.clock import announcement, digits
from certlab.terminal.screens.frame import Frame
from certlab.words import Words

HELD = 15  # beats for which an announcement stands, whatever page is turned to
SOON = timedelta(minutes=1)


class Go(Message):
    """A page is done with; `to` names the one that the app turns to."""

    def __init__(self, page: Frame, to: str, place: int = 0) -> None:
        super().__init__()
        self.page = page
        self.to = to
        self.place = place


class Timer:
    """What is left of a sitting, and what is to be said of it."""

    def __init__(self, sitting: Sitting, words: Words) -> None:
        self.sitting = sitting
        self.words = words
        self.notice = ""
        self._before = sitting.left()
        self._held = 0

    def beat(self) -> None:
        """Look at the clock, about once a second."""
        now = self.sitting.left()
        says = announcement(self._before, now, self.words)
        self._before = now
        self._held = HELD if says else max(0, self._held - 1)
        self.notice = says or (self.notice if self._held else "")


class ExamPage(Frame):
    """A page of an exam that is being sat, at one of its questions."""

    def __init__(self, timer: Timer, place: int) -> None:
        super().__init__()
        self.timer = timer
        self.sitting = timer.sitting
        self.place = place

    def on_mount(self) -> None:
        super().on_mount()
        self.draw_time()

    def time(self) -> str:
        """The time that is left."""
        return digits(self.sitting.left(), self.words)

    def draw_time(self) -> None:
        """The head line with its timer, and an announcement."""
        self.draw_head()
        left = self.sitting.left()
        self.query_one("#place").set_class(left is not None and left <= SOON, "-soon")
        self.note(self.timer.notice)

    def beat(self) -> None:
        """Called about once a second."""
        self.draw_time()

    def leave(self) -> bool:
        """Put everything on disk before this page goes; False where that failed."""
        return True

    def go(self, to: str, place: int | None = None) -> None:
        """Turn to another page, if this one can be left."""
        if not self.gone and self.leave():
            self.depart(Go(self, to, self.place if place is None else place))

    def action_leave(self) -> None:
        self.go("away")
