"""Widgets for notebooks: questions and cards, and what the modules bring of their own."""

from typing import Any

from certlab import module_parts
from certlab.widgets.decks import Flashcards, Quiz
from certlab.widgets.exams import MockExam
from certlab.widgets.history_line import recorded
from certlab.widgets.parts import flashcards, mock_exam, quiz, start
from certlab.widgets.prediction import Comparison, Prediction, prediction
from certlab.widgets.start import Start

__all__ = [
    "Comparison",
    "Flashcards",
    "MockExam",
    "Prediction",
    "Quiz",
    "Start",
    "flashcards",
    "mock_exam",
    "prediction",
    "quiz",
    "recorded",
    "start",
]


def __getattr__(name: str) -> Any:
    """A widget of one of the modules, such as `mig_board`."""
    if not name.startswith("_"):
        for part in module_parts.find("widgets"):
            if name in part.__all__:
                return getattr(part, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Every widget there is, also those of the modules."""
    brought = [name for part in module_parts.find("widgets") for name in part.__all__]
    return sorted([*__all__, *brought])
