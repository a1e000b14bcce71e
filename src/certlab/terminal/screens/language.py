"""The language that a screen speaks: its app's."""

from textual.app import App
from textual.widget import Widget

from certlab.words import ENGLISH, Words


class AppInLanguage(App[None]):
    """An app of one language.

    Attributes:
        words: of the language.
    """

    def __init__(self, words: Words = ENGLISH) -> None:
        super().__init__()
        self.words = words


def words_of(part: Widget) -> Words:
    """The words of the app that a part of a screen stands in, or a screen itself."""
    app = part.app
    assert isinstance(app, AppInLanguage), "screens stand in apps that speak"
    return app.words
