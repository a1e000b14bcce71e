"""What the rows of a history say, folded once for all who ask: plan, list, page and end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from certlab.course import Course
from certlab.study.answers import GRADED, REPEAT, Answer, graded_rows
from certlab.study.lab_progress import LabProgress, lab_progress
from certlab.study.memory import Memory, fold
from certlab.study.pages_read import pages_read, sections_passed

T = TypeVar("T")
Rows = Sequence[Answer]
Times = dict[str, datetime]
# What a fold came to over the answers before (None before any), and those that follow.
Fold = Callable[[T | None, Sequence[Answer]], T]


@dataclass(frozen=True, eq=False)
class Standing:
    """How a learner stands in a course by the rows that there are.

    Make one for each end of a history by `standing_of`, and another when a row was added.
    Each thing is worked out when it is first asked for, and then kept.

    Attributes:
        rows: of the history, in order of time.
    """

    course: Course
    rows: Sequence[Answer]
    _folds: dict[str, tuple[int, Any]] = field(default_factory=dict, repr=False)

    def folded(self, name: str, fold: Fold[T]) -> T:
        """What a fold over the answers comes to: carried on where it was made before.

        Args:
            name: of this fold alone.
            fold: leaves what it is given as it is, and makes another.
        """
        return self._folded(name, fold, self.answers)

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Those that are graded and were not taken back."""
        return graded_rows(self.rows)

    @cached_property
    def steps(self) -> tuple[Answer, ...]:
        """The rows that are no answers, such as goals and lists of a day."""
        return self._folded("steps", _steps, self.rows)

    @cached_property
    def lasting(self) -> tuple[Answer, ...]:
        """Answers to questions of the course, without same-day repeats and exercises.

        A repeat is answered faster, and an exercise is not a question that comes back.
        """
        return self.folded("lasting", _lasting)

    @cached_property
    def resets(self) -> dict[str, int]:
        """By item id, the revision before which answers no longer count."""
        return {id: item.reset for id, item in self.course.items.items()}

    @cached_property
    def memories(self) -> dict[str, Memory]:
        """What is known of each item that was answered."""
        return self.folded(
            "memories", lambda before, some: fold(some, self.resets, before)
        )

    @cached_property
    def pages(self) -> frozenset[str]:
        """The pages that are marked as read, by id."""
        return pages_read(self.steps)

    @cached_property
    def passed(self) -> frozenset[tuple[str, str]]:
        """Modules and sections that the learner was told to read, and went on from."""
        return self._folded("passed", sections_passed, self.rows)[0]

    @cached_property
    def solved(self) -> frozenset[str]:
        """The exercises of labs that were solved, by id."""
        return self.folded("solved", _solved)

    @cached_property
    def firsts(self) -> dict[str, datetime]:
        """When each item was first answered."""
        return self.folded("firsts", _firsts)

    @cached_property
    def lasts(self) -> dict[str, datetime]:
        """When each item was last answered."""
        return self.folded("lasts", _lasts)

    def lab_progress(self, lab: str) -> LabProgress:
        """How far a lab is, by its id."""
        ids = [one.id for one in self.course.labs[lab].exercises]
        return lab_progress(ids, self.solved)

    @cached_property
    def drilled(self) -> frozenset[str]:
        """What was answered by id, in mock exams left out.

        A mock exam asks of everything: who sat one has not read its pages.
        """
        return self.folded("drilled", _drilled)

    def before(self, moment: datetime) -> "Standing":
        """As it was before a moment, which has a time zone."""
        return Standing(self.course, [row for row in self.rows if row.time < moment])

    def followed(self, rows: tuple[Answer, ...]) -> "Standing":
        """The standing by these rows, which begin with ours.

        An answer that is taken back changes what was worked out before: then all is new.
        """
        found = Standing(self.course, rows)
        fresh = rows[len(self.rows) :]
        if not any(row.outcome == "undone" for row in fresh):
            # A clock that went back may have taken back one of these beforehand.
            back = {row.response for row in self.steps if row.outcome == "undone"}
            answers = (row for row in graded_rows(fresh) if row.ulid not in back)
            found.__dict__["answers"] = (*self.answers, *answers)
            found._folds.update(self._folds)
        return found

    def _folded(self, name: str, fold: Fold[T], rows: Sequence[Answer]) -> T:
        done, value = self._folds.get(name, (-1, None))
        if done < len(rows):
            value = fold(value, rows[max(done, 0) :])
            self._folds[name] = len(rows), value
        return value  # type: ignore[no-any-return]  # what this fold has made


_latest: list[Standing] = []


def standing_of(course: Course, rows: tuple[Answer, ...]) -> Standing:
    """The standing by the rows of a history, in order of time.

    Where they begin with those that it was last asked for, what those said is carried on,
    so that an answer costs the same after many as after few.
    """
    before = _latest[0] if _latest else None
    if before is None or before.course is not course or not _begins(rows, before.rows):
        found = Standing(course, rows)
    elif len(rows) == len(before.rows):
        return before
    else:
        found = before.followed(rows)
    _latest[:] = [found]
    return found


def _begins(rows: tuple[Answer, ...], before: Sequence[Answer]) -> bool:
    """Whether rows begin with these very ones."""
    count = len(before)
    if not 0 < count <= len(rows) or rows[count - 1] is not before[-1]:
        return False
    return rows[:count] == before  # of the same objects this takes no time


def _steps(before: Rows | None, some: Rows) -> tuple[Answer, ...]:
    return *(before or ()), *(row for row in some if row.outcome not in GRADED)


def _lasting(before: Rows | None, some: Rows) -> tuple[Answer, ...]:
    passing = REPEAT, "exercise"
    return *(before or ()), *(row for row in some if row.mode not in passing)


def _solved(before: frozenset[str] | None, some: Rows) -> frozenset[str]:
    return (before or frozenset()) | {
        row.item for row in some if row.mode == "exercise" and row.outcome == "correct"
    }


def _drilled(before: frozenset[str] | None, some: Rows) -> frozenset[str]:
    return (before or frozenset()) | {row.item for row in some if row.mode != "exam"}


def _firsts(before: Times | None, some: Rows) -> Times:
    return {row.item: row.time for row in reversed(some)} | (before or {})


def _lasts(before: Times | None, some: Rows) -> Times:
    return (before or {}) | {row.item: row.time for row in some}
