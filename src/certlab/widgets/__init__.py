"""Widgets for notebooks: questions, cards and boards, drawn in the browser."""

from certlab.widgets.board import MigBoard, mig_board
from certlab.widgets.drill import flashcards, quiz, recorded
from certlab.widgets.views import Flashcards, Quiz

__all__ = [
    "Flashcards",
    "MigBoard",
    "Quiz",
    "flashcards",
    "mig_board",
    "quiz",
    "recorded",
]
