"""The drill on a whole screen."""

from collections.abc import Callable

from textual import on

from certlab.terminal.drill import closing, nothing_answered
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_page import DrillPage
from certlab.words import ENGLISH, Words


class DrillApp(Study):
    """A deck from its first question to its end.

    Args:
        deck: what to ask, or what makes it: that runs beside the screen, and may return
            a sentence instead, why there is nothing to ask.
        answers: how many of the learner's there are to read for that.

    Attributes:
        deck: what is asked; None until it is made.
        says: why nothing is asked; "" where something is.
    """

    TITLE = "certlab drill"

    def __init__(
        self,
        deck: Deck | Callable[[], Deck | str],
        words: Words = ENGLISH,
        answers: int = 0,
    ) -> None:
        super().__init__(words)
        self.deck = deck if isinstance(deck, Deck) else None
        self.says = ""
        self._make = None if isinstance(deck, Deck) else deck
        self._answers = answers

    async def on_mount(self) -> None:
        if self.deck is not None:
            await self.push_screen(page(self.deck))
        elif self._make is not None:
            await self.read_beside(self._make, self._answers)

    @on(Study.Read)
    async def made(self, event: Study.Read) -> None:
        if isinstance(event.found, Deck):
            self.deck = event.found
            await self.switch_screen(page(self.deck))
        elif isinstance(event.found, Exception):
            self.fail(event.found)
        elif isinstance(event.found, str):
            self.says = event.found
            self.exit()

    async def over(self, page: DrillPage) -> None:  # noqa: ARG002 -- all lead out of here
        self.exit()


def drill(
    make: Callable[[], Deck | str], words: Words = ENGLISH, answers: int = 0
) -> tuple[str, ...]:
    """Drill until the learner leaves; what it came to, or why nothing was asked, in lines."""
    app = DrillApp(make, words, answers)
    app.run()
    if app.error is not None:
        raise app.error
    if app.says:
        return (words.say(app.says),)
    on = words("Continue with {command}.", command=app.TITLE)
    if app.deck is None:
        return nothing_answered(words), on
    summary = app.deck.summary
    told = tuple(closing(app.deck.session, summary, words))
    return (*told, on) if summary.stopped else told
