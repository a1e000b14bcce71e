"""The widgets: one class and one ES module each."""

from certlab.app.esm import joined, style
from certlab.widgets.deck import Deck


class Quiz(Deck):
    """Choice and numeric questions; Enter checks, 1 to 9 choose, F flags."""

    _esm = joined("deck/quiz.js")
    _css = style()


class Flashcards(Deck):
    """Cards; Space turns one, 1 says forgotten, 2 to 4 known, U takes it back, F flags."""

    _esm = joined("deck/flashcards.js")
    _css = style()
