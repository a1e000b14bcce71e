"""What the rows of a history say, folded once for all who ask: plan, list, page and end."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from certlab.course import Course
from certlab.study.answers import REPEAT, Answer, graded_rows
from certlab.study.lab_progress import LabProgress, lab_progress
from certlab.study.memory import Memory, fold
from certlab.study.pages_read import pages_read, sections_passed


@dataclass(frozen=True, eq=False)
class Standing:
    """How a learner stands in a course by the rows that there are.

    Make one for each end of a history, and another when a row was added. Each thing is worked
    out when it is first asked for, and then kept.

    Attributes:
        rows: of the history, in order of time.
    """

    course: Course
    rows: Sequence[Answer]

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Those that are graded and were not taken back."""
        return graded_rows(self.rows)

    @cached_property
    def lasting(self) -> tuple[Answer, ...]:
        """Answers to questions of the course, without same-day repeats and exercises.

        A repeat is answered faster, and an exercise is not a question that comes back.
        """
        return tuple(
            one for one in self.answers if one.mode not in (REPEAT, "exercise")
        )

    @cached_property
    def resets(self) -> dict[str, int]:
        """By item id, the revision before which answers no longer count."""
        return {id: item.reset for id, item in self.course.items.items()}

    @cached_property
    def memories(self) -> dict[str, Memory]:
        """What is known of each item that was answered."""
        return fold(self.answers, self.resets)

    @cached_property
    def pages(self) -> frozenset[str]:
        """The pages that are marked as read, by id."""
        return pages_read(self.rows)

    @cached_property
    def passed(self) -> frozenset[tuple[str, str]]:
        """Modules and sections that the learner was told to read, and went on from."""
        return sections_passed(self.rows)

    @cached_property
    def solved(self) -> frozenset[str]:
        """The exercises of labs that were solved, by id."""
        return frozenset(
            row.item
            for row in self.answers
            if row.mode == "exercise" and row.outcome == "correct"
        )

    def lab_progress(self, lab: str) -> LabProgress:
        """How far a lab is, by its id."""
        ids = [one.id for one in self.course.labs[lab].exercises]
        return lab_progress(ids, self.solved)

    @cached_property
    def drilled(self) -> frozenset[str]:
        """What was answered by id, in mock exams left out.

        A mock exam asks of everything: who sat one has not read its pages.
        """
        return frozenset(row.item for row in self.answers if row.mode != "exam")

    def before(self, moment: datetime) -> "Standing":
        """As it was before a moment, which has a time zone."""
        return Standing(self.course, [row for row in self.rows if row.time < moment])
