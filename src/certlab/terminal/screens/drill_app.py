"""The drill on a whole screen."""

from certlab.terminal.drill import Summary
from certlab.terminal.screens.app import Study, page
from certlab.terminal.screens.deck import Deck


class DrillApp(Study):
    """A deck from its first question to its end."""

    TITLE = "certlab drill"

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def on_mount(self) -> None:
        self.push_screen(page(self.deck))

    def over(self) -> None:
        self.exit()


def drill(deck: Deck) -> Summary:
    """Drill until the learner leaves; what it came to."""
    DrillApp(deck).run()
    return deck.summary
