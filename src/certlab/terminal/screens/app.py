"""What the apps of the terminal share: themes, styles, and how a drill goes on."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message

from certlab.terminal.screens import theme
from certlab.terminal.screens.drill_card import Card
from certlab.terminal.screens.drill_deck import Deck
from certlab.terminal.screens.drill_end import End
from certlab.terminal.screens.drill_page import DrillPage
from certlab.terminal.screens.drill_question import QuestionPage
from certlab.terminal.screens.language import AppInLanguage
from certlab.terminal.screens.loading import LoadingPage
from certlab.words import ENGLISH, Words


class Study(AppInLanguage):
    """An app that can drill. Subclasses say where it begins, and where a drill leads.

    Attributes:
        error: what hindered reading what it is about; raised when the screen is gone.
    """

    CSS_PATH = Path(__file__).with_name("style.tcss")
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012 -- as Textual types it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "stop", show=False, priority=True)
    ]

    class Read(Message):
        """What was read is there, or the error that hindered it."""

        def __init__(self, found: object) -> None:
            super().__init__()
            self.found = found

    def __init__(self, words: Words = ENGLISH) -> None:
        super().__init__(words)
        self.error: Exception | None = None
        for one in theme.themes():
            self.register_theme(one)
        self.theme = theme.wanted()

    async def read_beside(self, make: Callable[[], object], answers: int) -> None:
        """Show at once that something is read, and read it; `Read` says when it is there.

        Args:
            make: may raise; then `Read` has the error.
            answers: how many there are to read.
        """
        await self.push_screen(LoadingPage(answers))
        self.run_worker(partial(self._read, make), thread=True)

    def _read(self, make: Callable[[], object]) -> None:
        try:
            found = make()
        except Exception as error:  # noqa: BLE001 -- raised again when the screen is gone
            found = error
        self.post_message(self.Read(found))

    def fail(self, error: Exception) -> None:
        """End, to raise an error when the screen is gone."""
        self.error = error
        self.exit()

    def action_theme(self) -> None:
        """Light for dark, dark for light."""
        self.theme = theme.LIGHT if self.theme == theme.DARK else theme.DARK

    def action_stop(self) -> None:
        """End at once; what was answered is on disk."""
        self.exit()

    @on(DrillPage.Turn)
    async def turn(self, event: DrillPage.Turn) -> None:
        """To the deck's place; once, however often a key was pressed."""
        if event.page is self.screen:
            await self.switch_screen(page(event.page.deck))

    @on(DrillPage.Left)
    async def left(self, event: DrillPage.Left) -> None:
        """A drill was left; once."""
        if event.page is self.screen:
            await self.over(event.page)

    async def over(self, page: DrillPage) -> None:
        """A drill was left on this page."""
        raise NotImplementedError


def page(deck: Deck) -> DrillPage:
    """The page of the deck's place."""
    if deck.at >= deck.count:
        return End(deck)
    return (Card if deck.question.kind == "card" else QuestionPage)(deck, deck.at)
