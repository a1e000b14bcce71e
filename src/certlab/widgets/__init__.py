"""Widgets for notebooks: questions, cards and boards, drawn in the browser."""

from certlab.widgets.board import MigBoard, mig_board
from certlab.widgets.drill import flashcards, mock_exam, quiz, recorded, start
from certlab.widgets.exam import MockExam
from certlab.widgets.start import Start
from certlab.widgets.views import Flashcards, Quiz

__all__ = [
    "Flashcards",
    "MigBoard",
    "MockExam",
    "Quiz",
    "Start",
    "flashcards",
    "mig_board",
    "mock_exam",
    "quiz",
    "recorded",
    "start",
]
