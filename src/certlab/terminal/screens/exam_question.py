"""One question of a running exam. Nothing here says what is right."""

import time
from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from certlab.errors import HistoryError
from certlab.study.questions import Question
from certlab.terminal.screens.controls import Controls
from certlab.terminal.screens.exam_running import SOON, ExamPage, Timer
from certlab.terminal.screens.hints import Hint
from certlab.terminal.screens.kinds import asked, keys

AWAY = 600  # seconds; longer than this nobody was thinking about one question


class ExamQuestion(ExamPage):
    """A question with what was answered before; each change of it goes to the disk."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
        Binding("n,right", "step(1)", show=False),
        Binding("p,left", "step(-1)", show=False),
        Binding("f", "flag", show=False),
        Binding("m", "map", show=False),
    ]

    def __init__(self, timer: Timer, place: int) -> None:
        super().__init__(timer, place)
        self._since = time.monotonic()
        self._kept: Any = None  # what is on disk, or stood there at first
        self._typed: Any = None  # what stood there a beat ago

    @property
    def question(self) -> Question:
        return self.sitting.questions[self.place]

    def head(self) -> tuple[str, str]:
        words, count = self.words, len(self.sitting.questions)
        flag = self.flag(self.place in self.sitting.flags)
        at = words("question {place} of {count}", place=self.place + 1, count=count)
        return at, f"{flag}{self.time()}"

    def body(self) -> Iterable[Widget]:
        kept = self.sitting.responses.get(self.place)
        yield from asked(self.words, self.question.show, kept)

    def start(self) -> Widget | None:
        return self.query_one(Controls).first()

    def on_mount(self) -> None:
        super().on_mount()
        self._kept = self._typed = self.query_one(Controls).read()
        try:
            self.sitting.see(self.place)
        except HistoryError as error:
            self.refuse(error)

    def hints(self) -> list[Hint]:
        words, last = self.words, self.place + 1 == len(self.sitting.questions)
        return [
            *keys(words, self.question.show),
            ("Enter", words("map") if last else words("next")),
            ("P", words("previous")),
            ("N", words("next")),
            ("F", words("flag")),
            ("M", words("map")),
            ("Q", words("leave")),
        ]

    def leave(self) -> bool:
        """Keep what stands in the controls; False where the disk refuses it."""
        response = self.query_one(Controls).read()
        if response == self._kept or self.gone:
            return True
        spent = time.monotonic() - self._since
        try:
            taken = self.sitting.respond(
                self.place, response, int(spent * 1000) if spent < AWAY else 0
            )
        except HistoryError as error:
            self.refuse(error)
            return False
        if taken:
            self._kept = response
            self._since = time.monotonic()
            self.tell("")
        return True

    def beat(self) -> None:
        """What was typed is kept when the typing pauses, and always near the end."""
        response, left = self.query_one(Controls).read(), self.sitting.left()
        if response == self._typed or (left is not None and left < SOON):
            self.leave()
        self._typed = response
        super().beat()

    def on_controls_changed(self) -> None:
        self.leave()

    def action_number(self, n: int) -> None:
        self.query_one(Controls).number(n)

    def action_enter(self) -> None:
        self.action_step(1)

    def action_step(self, by: int) -> None:
        """To the next question or the one before; after the last to the map."""
        place = self.place + by
        if place >= len(self.sitting.questions):
            self.go("map")
        elif place >= 0:
            self.go("question", place)

    def action_map(self) -> None:
        self.go("map")

    def action_flag(self) -> None:
        try:
            self.sitting.flag(self.place, self.place not in self.sitting.flags)
        except HistoryError as error:
            self.refuse(error)
        self.draw_time()
