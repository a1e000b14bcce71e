"""Widgets by one call: the course loaded, the workspace's history opened."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from certlab.course import Course, load
from certlab.course.workspace import find
from certlab.study import browser
from certlab.study.answers import Answer
from certlab.study.bank import compile_bank, listing
from certlab.study.exams import blueprint
from certlab.study.history import FILE, History
from certlab.study.memory import fold
from certlab.study.questions import ASKABLE
from certlab.study.session import Session
from certlab.widgets import stored
from certlab.widgets.deck import PAGES
from certlab.widgets.exam import MockExam
from certlab.widgets.start import Start
from certlab.widgets.stored_start import StoredStart
from certlab.widgets.views import Flashcards, Quiz
from certlab.widgets.widget import spoken
from certlab.words import Words, day_words, text

GRADED = tuple(kind for kind in ASKABLE if kind != "card")
CARDS = ("card",)


def quiz(
    module: str | None = None,
    exam: str | None = None,
    count: int = 10,
    *,
    seed: int | None = None,
    workspace: Path | None = None,
    pages: str = PAGES,
    lang: str | None = None,
) -> Quiz | stored.StoredQuiz:
    """Questions due now, then new ones, as a widget.

    Args:
        module: only this module, by slug, "cuda".
        exam: only this certification, by code, "NCA-AIIO".
        count: how many at most.
        seed: variant of the questions; by default another each time one is asked. A
            browser takes no seed.
        workspace: where the history is; the learner's own when None.
        pages: address of a module page from the notebook.
        lang: language of the interface, "zh_TW", and of what is translated; see
            `certlab.words.text`.

    Raises:
        CourseError: no such module, exam or language, or the history cannot be read.
    """
    words = text(lang)
    course = load(lang=words.lang)
    if browser.HERE:
        return stored.StoredQuiz(**_given(course, module, exam, GRADED, count, words))
    session = Session(
        course, _history(workspace), module, exam, GRADED, count, seed, surface="lab"
    )
    title = _title(course, module, exam, words)
    return Quiz(session, title=title, pages=pages, lang=words.lang)


def flashcards(
    module: str | None = None,
    exam: str | None = None,
    count: int = 20,
    *,
    workspace: Path | None = None,
    pages: str = PAGES,
    lang: str | None = None,
) -> Flashcards | stored.StoredCards:
    """Cards due now, then new ones, as a widget; see `quiz`."""
    words = text(lang)
    course = load(lang=words.lang)
    if browser.HERE:
        return stored.StoredCards(**_given(course, module, exam, CARDS, count, words))
    session = Session(
        course, _history(workspace), module, exam, CARDS, count, surface="lab"
    )
    title = _title(course, module, exam, words)
    return Flashcards(session, title=title, pages=pages, lang=words.lang)


def mock_exam(
    *,
    workspace: Path | None = None,
    pages: str = PAGES,
    lang: str | None = None,
) -> MockExam | stored.StoredExam:
    """Mock exams: choose one, sit it against the clock, read what it came to.

    One that was cut off goes on where it stood.

    Raises:
        CourseError: the history cannot be read, or there is no such language.
    """
    words = text(lang)
    course = load(lang=words.lang)
    if browser.HERE:
        plans = [asdict(blueprint(course, code)) for code in course.certifications]
        banks = [compile_bank(course, one, exams=True) for one in course.modules]
        return stored.StoredExam(plans=plans, banks=banks, **spoken(words))
    return MockExam(course, _history(workspace), pages=pages, lang=words.lang)


def start(
    *,
    workspace: Path | None = None,
    pages: str = PAGES,
    lang: str | None = None,
) -> Start:
    """The start page: an exam and its date, today's work, and how one stands.

    In a browser's Python, which has no history of its own, from what the browser keeps.

    Raises:
        CourseError: the history cannot be read, or there is no such language.
    """
    words = text(lang)
    course = load(lang=words.lang)
    if browser.HERE:
        return StoredStart(course, Path(mkdtemp()), lang=words.lang)
    return Start(course, _history(workspace), pages=pages, lang=words.lang)


class Recorded(str):
    """Sentences that a notebook shows as they are, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def recorded(
    workspace: Path | None = None, *, lang: str | None = None
) -> Recorded | stored.StoredProgress:
    """What the history holds, and what comes back next, in two sentences.

    Raises:
        CourseError: the history cannot be read, or there is no such language.
    """
    words = text(lang)
    if browser.HERE:
        banks = listing(load())
        return stored.StoredProgress(banks=banks, **spoken(words))
    return Recorded(_recorded(_history(workspace).read().answers, words))


def _recorded(answers: Sequence[Answer], words: Words) -> str:
    if not answers:
        return words("Nothing is recorded yet. Answer above, then run this cell again.")
    right = sum(answer.outcome == "correct" for answer in answers)
    things = words.ngettext("{n} answer", "{n} answers", len(answers))
    items = load().items
    resets = {id: item.reset for id, item in items.items()}
    days = [
        memory.due.astimezone().date()
        for id, memory in fold(answers, resets).items()
        if id in items and items[id].pool == "practice"  # others never come back
    ]
    told = words(
        "{answers} recorded, {right} of them right.", answers=things, right=right
    )
    return f"{told} {_next(days, words)}" if days else told


def _next(days: list[date], words: Words) -> str:
    """When something comes back first; what was due before today waits for today."""
    today = date.today()  # noqa: DTZ011 - the day on the learner's wall is meant
    first = max(min(days), today)
    many = sum(day <= first for day in days)
    items = words.ngettext("{n} item", "{n} items", many)
    if first == today:
        return words("Next due: {items} today.", items=items)
    return words(
        "Next due: {items} on {day}.", items=items, day=day_words(words, first)
    )


def _history(workspace: Path | None) -> History:
    return History(find(workspace) / FILE)


def _title(course: Course, module: str | None, exam: str | None, words: Words) -> str:
    """What a set is about: the module's short title, the exam's code, or all of it."""
    short = course.modules[module].short if module else ""
    code = course.certifications[exam.lower()].code if exam else ""
    if short and code:
        return words("{module} for {exam}", module=short, exam=code)
    return short or code or words("all modules")


def _given(
    course: Course,
    module: str | None,
    exam: str | None,
    kinds: Sequence[str],
    count: int,
    words: Words,
) -> dict[str, Any]:
    """What a browser needs to ask by itself.

    Raises:
        CourseError: no such module or exam, or nothing to ask.
    """
    Session(
        course, _history(None), module, exam, kinds, count
    )  # refuses what is not there
    banks = [
        compile_bank(course, one) for one in ([module] if module else course.modules)
    ]
    if exam:
        for bank in banks:
            bank["items"] = [x for x in bank["items"] if exam.lower() in x["exams"]]
    title = _title(course, module, exam, words)
    own = {"title": title, "banks": banks, "kinds": list(kinds), "count": count}
    return {**own, **spoken(words)}
