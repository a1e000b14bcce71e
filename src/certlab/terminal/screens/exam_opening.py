"""The mock exam from its command: the screen first, then the course and the history."""

from collections.abc import Callable

from textual import on

from certlab.terminal.exam_request import Opened, now
from certlab.terminal.screens.app import Study
from certlab.terminal.screens.exam_app import ExamApp
from certlab.words import ENGLISH, Words


class OpeningExamApp(ExamApp):
    """An exam whose course and history are read beside its first page.

    Args:
        make: reads them, and raises what is wrong with the command.
        answers: how many of the learner's there are to read.
    """

    def __init__(
        self, make: Callable[[], Opened], words: Words = ENGLISH, answers: int = 0
    ) -> None:
        Study.__init__(self, words)  # what an ExamApp is made of is not read yet
        self.begin(now, beat=1)
        self._make = make
        self._answers = answers

    async def arrive(self) -> None:
        """Read first."""
        await self.read_beside(self._make, self._answers)

    @on(Study.Read)
    async def opened(self, event: Study.Read) -> None:
        """Go on with what was read."""
        if isinstance(event.found, Opened):
            self.take(event.found.course, event.found.history, event.found.request)
            await self.switch_screen(self.first())
            self.set_interval(self.beat_seconds, self.beat)
        elif isinstance(event.found, Exception):
            self.fail(event.found)


def sit(make: Callable[[], Opened], words: Words = ENGLISH, answers: int = 0) -> str:
    """Sit an exam until the learner leaves; what it came to, in a line."""
    app = OpeningExamApp(make, words, answers)
    app.run()
    if app.error is not None:
        raise app.error
    return app.result
