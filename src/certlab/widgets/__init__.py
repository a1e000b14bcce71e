"""Widgets for notebooks: questions, cards, boards and bits, drawn in the browser."""

from certlab.widgets.board import MigBoard, mig_board
from certlab.widgets.collective import CollectiveSteps, collective
from certlab.widgets.drill import flashcards, mock_exam, quiz, recorded, start
from certlab.widgets.exam import MockExam
from certlab.widgets.numbers import NumberBits, number_bits
from certlab.widgets.schedule import PipelineSchedules, schedule
from certlab.widgets.start import Start
from certlab.widgets.views import Flashcards, Quiz

__all__ = [
    "CollectiveSteps",
    "Flashcards",
    "MigBoard",
    "MockExam",
    "NumberBits",
    "PipelineSchedules",
    "Quiz",
    "Start",
    "collective",
    "flashcards",
    "mig_board",
    "mock_exam",
    "number_bits",
    "quiz",
    "recorded",
    "schedule",
    "start",
]
