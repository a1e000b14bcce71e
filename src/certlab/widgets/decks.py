"""Quizzes and cards in a notebook."""

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.course import Course
from certlab.study.bank import compile_bank, of_exam
from certlab.study.exam_codes import certification
from certlab.study.history import History
from certlab.study.session import Session
from certlab.widgets.app_part import AppPart, Data, Reply
from certlab.words import Words

CARDS = ("card",)


class Deck(AppPart):
    """Some questions: those that are due first, then new ones.

    Of one module or exam where it is told so, else of the exam that is planned.
    """

    kinds = traitlets.List[str]().tag(sync=True)
    count = traitlets.Int().tag(sync=True)
    items = traitlets.List[str]().tag(sync=True)

    def __init__(
        self,
        course: Course,
        history: History,
        kinds: Sequence[str],
        count: int,
        *,
        module: str | None = None,
        exam: str | None = None,
        items: Sequence[str] = (),
        **more: Any,
    ) -> None:
        """A deck.

        Args:
            course: where the questions are.
            history: where answers go.
            kinds: what is asked.
            count: how many at most.
            module: only this module, by slug.
            exam: only this certification, by code.
            items: just these, by id and in this order.
            more: as `AppPart` takes it.

        Raises:
            CourseError: no such module or exam, nothing to ask, or the history cannot
                be read.
        """
        Session(
            course, history, module, exam, kinds, count
        )  # refuses what is not there
        self._module, self._exam = module, exam and certification(course, exam).id
        super().__init__(course, history, **more)
        self.kinds, self.count, self.items = list(kinds), count, list(items)

    def replies(self) -> dict[str, Reply]:
        """The history, and the questions: { title, banks, notes }."""
        return super().replies() | {"questions": self._questions}

    def _questions(self, asked: Mapping[str, Any]) -> Data:
        """Those of the exam that is planned, unless it has none."""
        modules = [self._module] if self._module else self._course.modules
        banks = [compile_bank(self._course, one) for one in modules]
        exam = self._exam
        if not exam and not self._module and not self.items:
            planned = str(asked.get("exam"))
            rows = [row for bank in banks for row in of_exam(bank, planned)["items"]]
            kinds = {row["kind"] for row in rows}
            exam = planned if kinds & {*self.kinds} else None
        if exam:
            banks = [of_exam(bank, exam) for bank in banks]
        title = _title(self._course, self._module, exam, self._words)
        return {"title": title, "banks": banks, "notes": self.notes()}


def _title(course: Course, module: str | None, exam: str | None, words: Words) -> str:
    """What a set is about: the module's short title, the exam's code, or all of it."""
    short = course.modules[module].short if module else ""
    code = course.certifications[exam].code if exam else ""
    if short and code:
        return words("{module} for {exam}", module=short, exam=code)
    return short or code or words("all modules")


class Quiz(Deck):
    """Questions; Enter checks, 1 to 9 choose, F flags."""

    _esm = joined("notebook/quiz.js")
    _css = style()


class Flashcards(Deck):
    """Cards; Space turns one, 1 says forgotten, 2 to 4 known, U takes it back, F flags."""

    _esm = joined("notebook/flashcards.js")
    _css = style()
