"""Parts of the app by one call: the course loaded, the workspace's history opened."""

from collections.abc import Sequence
from pathlib import Path

from certlab.course import load
from certlab.course.items import GRADED_KINDS
from certlab.course.workspace import find
from certlab.study.example import example
from certlab.study.history import FILE, History
from certlab.widgets.decks import CARDS, Flashcards, Quiz
from certlab.widgets.exams import MockExam
from certlab.widgets.start import Start
from certlab.words import text


def quiz(
    module: str | None = None,
    exam: str | None = None,
    count: int = 10,
    *,
    items: Sequence[str] = (),
    shows: str | None = None,
    workspace: Path | None = None,
    pages: str | None = None,
    lang: str | None = None,
) -> Quiz:
    """Questions due now, then new ones, as a widget.

    Args:
        module: only this module, by slug, "cuda".
        exam: only this certification, by code, "NCA-AIIO"; without a module or an exam,
            that which is planned, or all of the course.
        count: how many at most.
        items: just these, by id and in this order.
        shows: id of the question that stands in the notebook where nothing is live.
        workspace: where the history is; the learner's own when None.
        pages: address of a module page from the notebook.
        lang: language of the interface, "zh_TW", and of what is translated; see
            `certlab.words.text`.

    Raises:
        CourseError: no such module, exam, question or language, or the history cannot
            be read.
    """
    lang = text(lang).lang
    course = load(lang=lang)
    return Quiz(
        course,
        _history(workspace),
        GRADED_KINDS,
        count,
        module=module,
        exam=exam,
        items=items,
        pages=pages,
        lang=lang,
        shown=example(course, "Quiz", shows),
    )


def flashcards(
    module: str | None = None,
    exam: str | None = None,
    count: int = 20,
    *,
    items: Sequence[str] = (),
    shows: str | None = None,
    workspace: Path | None = None,
    pages: str | None = None,
    lang: str | None = None,
) -> Flashcards:
    """Cards due now, then new ones, as a widget; see `quiz`."""
    lang = text(lang).lang
    course = load(lang=lang)
    return Flashcards(
        course,
        _history(workspace),
        CARDS,
        count,
        module=module,
        exam=exam,
        items=items,
        pages=pages,
        lang=lang,
        shown=example(course, "Flashcards", shows),
    )


def mock_exam(
    *,
    shows: str | None = None,
    workspace: Path | None = None,
    pages: str | None = None,
    lang: str | None = None,
) -> MockExam:
    """Mock exams: choose one, sit it against the clock, read what it came to.

    One that was cut off goes on where it stood. Arguments are those of `quiz`.

    Raises:
        CourseError: there is no such question or language.
    """
    lang = text(lang).lang
    course = load(lang=lang)
    shown = example(course, "Mock exam", shows)
    return MockExam(course, _history(workspace), pages=pages, lang=lang, shown=shown)


def start(
    *,
    workspace: Path | None = None,
    pages: str | None = None,
    lang: str | None = None,
) -> Start:
    """The start page: an exam and its date, today's work, and how one stands.

    Raises:
        CourseError: there is no such language.
    """
    lang = text(lang).lang
    shown = "Today's work shows here when this cell is run; Python takes some seconds to start."
    return Start(
        load(lang=lang), _history(workspace), pages=pages, lang=lang, shown=shown
    )


def _history(workspace: Path | None) -> History:
    return History(find(workspace) / FILE)
