"""The drill on a whole screen."""

from collections.abc import Callable, Iterable

from textual import on
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from certlab.terminal.drill import Summary
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_page import DrillPage
from certlab.terminal.screens.frame import Frame
from certlab.terminal.screens.hints import Hint
from certlab.words import ENGLISH, Words


class LoadingPage(Frame):
    """What stands while the deck is made; it takes no key but the one that leaves."""

    def head(self) -> tuple[str, str]:
        return "certlab drill", ""

    def body(self) -> Iterable[Widget]:
        words = self.words
        yield Static(words("Reading the course and your answers…"), markup=False)

    def hints(self) -> list[Hint]:
        words = self.words
        return [("Q", words("quit"))]

    def action_enter(self) -> None:
        """Nothing yet: it was meant for a question that nobody has seen."""

    def action_leave(self) -> None:
        self.app.exit()


class DrillApp(Study):
    """A deck from its first question to its end.

    Args:
        deck: what to ask, or what makes it: that runs beside the screen, and may return
            a sentence instead, why there is nothing to ask.

    Attributes:
        deck: what is asked; None until it is made.
        says: why nothing is asked; "" where something is.
        error: what hindered making it.
    """

    TITLE = "certlab drill"

    class Made(Message):
        """The deck is there, or what came in its place."""

        def __init__(self, found: Deck | str | Exception) -> None:
            super().__init__()
            self.found = found

    def __init__(
        self, deck: Deck | Callable[[], Deck | str], words: Words = ENGLISH
    ) -> None:
        super().__init__(words)
        self.deck = deck if isinstance(deck, Deck) else None
        self.says = ""
        self.error: Exception | None = None
        self._make = None if isinstance(deck, Deck) else deck

    async def on_mount(self) -> None:
        if self.deck is not None:
            await self.push_screen(page(self.deck))
            return
        await self.push_screen(LoadingPage())
        self.run_worker(self._made, thread=True)

    def _made(self) -> None:
        assert self._make is not None
        try:
            found: Deck | str | Exception = self._make()
        except Exception as error:  # noqa: BLE001 -- raised again when the screen is gone
            found = error
        self.post_message(self.Made(found))

    @on(Made)
    async def made(self, event: Made) -> None:
        if isinstance(event.found, Deck):
            self.deck = event.found
            await self.switch_screen(page(self.deck))
        elif isinstance(event.found, Exception):
            self.error = event.found
            self.exit()
        else:
            self.says = event.found
            self.exit()

    async def over(self, page: DrillPage) -> None:  # noqa: ARG002 -- all lead out of here
        self.exit()


def drill(make: Callable[[], Deck | str], words: Words = ENGLISH) -> Summary | str:
    """Drill until the learner leaves; what it came to, or why nothing was asked."""
    app = DrillApp(make, words)
    app.run()
    if app.error is not None:
        raise app.error
    return app.says or (app.deck.summary if app.deck else Summary())
