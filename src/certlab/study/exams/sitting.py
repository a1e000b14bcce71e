"""One sitting of a mock exam: a paper, a deadline, and what was answered so far.

Every step is a row of the history and on disk when its call returns, so a sitting that
was cut off goes on where it stood, on any surface. Nothing is graded before the end.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from certlab.course import Course
from certlab.study.answers import Answer, next_ulid
from certlab.study.exams.paper import Paper
from certlab.study.grading import grade
from certlab.study.history import History
from certlab.study.questions import Question, compile_item

MODE = "exam"


@dataclass
class Sitting:
    """A sitting as its rows tell it.

    Attributes:
        id: ulid of the row that began it.
        begun: when, in UTC.
        deadline: when it ends by itself, in UTC; None for an untimed one.
        questions: compiled, in the paper's order.
        responses: by place in the paper, as `grading.grade` takes them; not yet graded.
        spent: milliseconds by place.
        flags: places the learner wants to come back to.
        seen: places that were shown.
        ended: when it was handed in or ran out, None while it lasts.
        factor: how much longer than usual it may last; None for an untimed one.
    """

    course: Course = field(repr=False)
    history: History = field(repr=False)
    id: str
    paper: Paper
    begun: datetime
    deadline: datetime | None
    factor: float | None
    surface: str
    now: Callable[[], datetime] = field(repr=False)
    questions: list[Question] = field(init=False, repr=False)
    responses: dict[int, Any] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    flags: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)
    ended: datetime | None = None
    _given: dict[int, Answer] = field(default_factory=dict, repr=False)
    _place: dict[str, int] = field(init=False, repr=False)
    _last: datetime = field(init=False, repr=False)

    def __post_init__(self) -> None:
        items = self.course.items
        self.questions = [
            compile_item(self.course, items[one.item], one.seed)
            for one in self.paper.asked
        ]
        self._last = self.begun
        self._place = {one.item: n for n, one in enumerate(self.paper.asked)}

    @property
    def over(self) -> bool:
        """Whether it has ended, or its time is up."""
        late = self.deadline is not None and self.now() >= self.deadline
        return self.ended is not None or late

    def left(self) -> timedelta | None:
        """Time until the deadline, none below zero; None for an untimed one."""
        if self.deadline is None:
            return None
        return max(self.deadline - self.now(), timedelta())

    def standing(self, place: int) -> str:
        """ "answered", "incomplete" (nothing that could be graded), "seen" or "unseen"."""
        if place in self.responses:
            verdict = grade(self.questions[place].key, self.responses[place])
            return "incomplete" if verdict.outcome == "invalid" else "answered"
        return "seen" if place in self.seen else "unseen"

    def see(self, place: int) -> None:
        """Note that a question was shown.

        Raises:
            HistoryError: it could not be recorded.
        """
        if place not in self.seen:
            self._record("seen", place)

    def respond(self, place: int, response: Any, milliseconds: int = 0) -> bool:
        """Keep a response; a later one takes its place. Nothing is said about it.

        Args:
            milliseconds: spent on this question since the last call for it.

        Returns:
            Whether it was taken: not after the end.

        Raises:
            HistoryError: it could not be recorded; what was kept before still stands.
        """
        spent = self.spent.get(place, 0) + milliseconds
        return self._record("given", place, response, spent)

    def flag(self, place: int, on: bool) -> bool:
        """Set or clear a flag; False after the end.

        Raises:
            HistoryError: it could not be recorded.
        """
        return self._record("flagged" if on else "unflagged", place)

    def finish(self) -> None:
        """Hand in: grade every response and record it as an answer.

        What the time ended, ended at the deadline. Responses given elsewhere meanwhile
        count too. Done again it changes nothing.

        Raises:
            HistoryError: it could not be recorded; hand in again.
        """
        log = self.history.read().rows
        self._forget()
        self.take(row for row in log if row.more.get("sitting") == self.id)
        if self.ended is None:
            now = self.now()
            late = self.deadline is not None and now >= self.deadline
            how = "time" if late else "handed in"
            row = Answer("", 0, "ended", 0, how, more={"sitting": self.id}, mode=MODE)
            at = self.deadline if late else self._moment()
            self.take([self.history.append(row, at)])
        have = {one.ulid for one in log}
        for place, given in sorted(self._given.items()):
            graded = self._graded(place, given)
            if graded and graded.ulid not in have:
                self.history.append(graded, graded.time)

    def take(self, rows: Iterable[Answer]) -> None:
        """What rows of this sitting say, in order of time; after the end they say nothing."""
        for row in rows:
            self._last = max(self._last, row.time)
            late = self.deadline is not None and row.time > self.deadline
            if self.ended is None and not late:
                self._take(row)

    def _forget(self) -> None:
        for held in (self.responses, self.spent, self.flags, self.seen, self._given):
            held.clear()
        self.ended = None

    def _take(self, row: Answer) -> None:
        place = self._place.get(row.item)
        match row.outcome, place:
            case "ended", _:
                self.ended = row.time
            case "seen", int():
                self.seen.add(place)
            case "flagged", int():
                self.flags.add(place)
            case "unflagged", int():
                self.flags.discard(place)
            case "given", int():
                self.seen.add(place)
                self.responses[place] = row.response
                self.spent[place] = row.milliseconds or 0
                self._given[place] = row

    def _record(
        self, step: str, place: int, response: Any = None, spent: int | None = None
    ) -> bool:
        if self.over:
            return False
        asked = self.paper.asked[place]
        row = Answer(
            asked.item,
            asked.rev,
            step,
            0,
            response,
            asked.seed,
            tuple(self.questions[place].key.get("options", ())),
            milliseconds=spent,
            surface=self.surface,
            mode=MODE,
            more={"sitting": self.id},
        )
        self.take([self.history.append(row, self._moment())])
        return True

    def _moment(self) -> datetime:
        """Now, but after the last step: some clocks stand still for 16 milliseconds."""
        self._last = max(self.now(), self._last + timedelta(microseconds=1))
        return self._last

    def _graded(self, place: int, given: Answer) -> Answer | None:
        """The answer a response comes to; None for one that cannot be graded."""
        verdict = grade(self.questions[place].key, given.response)
        if verdict.outcome == "invalid":
            return None
        # The same row whoever grades it, so that two who do add it once.
        return replace(
            given,
            outcome=verdict.outcome,
            score=verdict.score,
            ulid=next_ulid(given.ulid),
        )
