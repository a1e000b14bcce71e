"""Widgets for notebooks: questions and cards, and what the modules bring of their own."""

from typing import Any

from certlab import wings
from certlab.widgets.drill import flashcards, mock_exam, quiz, recorded, start
from certlab.widgets.exam import MockExam
from certlab.widgets.start import Start
from certlab.widgets.views import Flashcards, Quiz

__all__ = [
    "Flashcards",
    "MockExam",
    "Quiz",
    "Start",
    "flashcards",
    "mock_exam",
    "quiz",
    "recorded",
    "start",
]


def __getattr__(name: str) -> Any:
    """A widget of one of the modules, such as `mig_board`."""
    if not name.startswith("_"):
        for part in wings.parts("widgets"):
            if name in part.__all__:
                return getattr(part, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Every widget there is, also those of the modules."""
    brought = [name for part in wings.parts("widgets") for name in part.__all__]
    return sorted([*__all__, *brought])
