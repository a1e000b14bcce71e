"""Widgets for notebooks: questions and cards, drawn in the browser, recorded on disk."""

from certlab.widgets.drill import flashcards, quiz, recorded
from certlab.widgets.views import Flashcards, Quiz

__all__ = ["Flashcards", "Quiz", "flashcards", "quiz", "recorded"]
