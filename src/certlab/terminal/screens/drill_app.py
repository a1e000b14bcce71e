"""The drill on a whole screen."""

from certlab.terminal.drill import Summary
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.deck import Deck
from certlab.terminal.screens.drilled import Page
from certlab.words import ENGLISH, Words


class DrillApp(Study):
    """A deck from its first question to its end."""

    TITLE = "certlab drill"

    def __init__(self, deck: Deck, words: Words = ENGLISH) -> None:
        super().__init__(words)
        self.deck = deck

    async def on_mount(self) -> None:
        await self.push_screen(page(self.deck))

    async def over(self, page: Page) -> None:  # noqa: ARG002 -- all lead out of here
        self.exit()


def drill(deck: Deck, words: Words = ENGLISH) -> Summary:
    """Drill until the learner leaves; what it came to."""
    DrillApp(deck, words).run()
    return deck.summary
