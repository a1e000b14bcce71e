"""A round of questions, the answers to it, and the learner's place; nothing is drawn here."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from certlab.study.questions import Question
from certlab.study.session import Reply, Session
from certlab.terminal.drill import Summary

AWAY = 600  # seconds; longer than this nobody was thinking about one question


@dataclass(frozen=True)
class GivenAnswer:
    """An answer that was recorded."""

    response: Any
    confidence: str | None
    reply: Reply

    @property
    def right(self) -> bool:
        return self.reply.verdict.outcome == "correct"


@dataclass
class Deck:
    """A session asked one by one.

    Attributes:
        minutes: no new question is begun after as many, None for no limit.
        clock: seconds that only grow.
        at: place of the question that is asked; the count of them at the end.
        answers: by place.
        judged: places of cards whose grade can be taken back, the last one last.
        flags: items the learner wants to find again; for this round only.
        round: how often the wrong ones were asked again.
        tally: answers in all rounds, and which items are still wrong.
        said: what the next page says of the last answer, where it had no page of its own.
    """

    session: Session
    minutes: float | None = None
    clock: Callable[[], float] = time.monotonic
    at: int = 0
    answers: dict[int, GivenAnswer] = field(default_factory=dict)
    judged: list[int] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    round: int = 0
    tally: Summary = field(default_factory=Summary)
    said: str = ""
    questions: list[Question] = field(init=False)
    _began: float = field(init=False)
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        self.questions = list(self.session.questions)
        self._began = self._since = self.clock()

    @property
    def count(self) -> int:
        return len(self.questions)

    @property
    def question(self) -> Question:
        return self.questions[self.at]

    @property
    def planned(self) -> int:
        """How many places there are but for those of repeats, which follow them."""
        return sum(not self.repeat(place) for place in range(self.count))

    def repeat(self, place: int) -> bool:
        """Whether an item comes again there, because it was answered wrong before."""
        return bool(self.questions[place].show.get("again"))

    @property
    def left(self) -> int:
        """How many items still come again in this set."""
        return self.session.left(self.count - len(self.answers))

    @property
    def wrong(self) -> list[int]:
        """Places whose answer was wrong, repeats left out."""
        return [
            place
            for place, one in sorted(self.answers.items())
            if not one.right and not self.repeat(place)
        ]

    @property
    def open(self) -> list[int]:
        """Those of them whose item was not right since."""
        last = {
            self.questions[place].item: one.right
            for place, one in sorted(self.answers.items())
        }
        return [n for n in self.wrong if not last[self.questions[n].item]]

    @property
    def flagged(self) -> list[int]:
        """Places that are flagged."""
        return [n for n, one in enumerate(self.questions) if one.item in self.flags]

    @property
    def late(self) -> bool:
        """Whether the minutes are up."""
        spent = self.clock() - self._began
        return self.minutes is not None and spent >= self.minutes * 60

    @property
    def summary(self) -> Summary:
        """What it came to so far, all rounds together."""
        wrong = [self.questions[place].item for place in self.open]
        return replace(self.tally, wrong=wrong, stopped=len(self.answers) < self.count)

    def answer(self, response: Any, confidence: str | None = None) -> Reply:
        """Grade and record an answer to the question that is asked.

        Raises:
            HistoryError: it could not be recorded; nothing has changed.
        """
        spent = self.clock() - self._since
        reply = self.session.answer(
            self.question,
            response,
            confidence=confidence,
            milliseconds=int(spent * 1000) if spent < AWAY else None,
        )
        if reply.verdict.outcome != "invalid":
            given = self.answers[self.at] = GivenAnswer(response, confidence, reply)
            self.judged += [self.at] if self.question.kind == "card" else []
            self._count(self.at, given.right, 1)
        return reply

    def undo(self) -> None:
        """Take back the last card's grade, and go back to it.

        Raises:
            CourseError: it could not be recorded; the grade stands.
        """
        place = self.judged[-1]
        self.session.undo(self.questions[place])
        self.judged.pop()
        self._count(place, self.answers.pop(place).right, -1)
        kept = max([self.planned, *(n + 1 for n in self.answers)])
        self.questions = self.questions[:kept]  # what came again may not need to now
        self.at = place
        self._since = self.clock()

    def flag(self, item: str) -> bool:
        """Set a flag or take it away; whether it is set now."""
        self.flags ^= {item}
        return item in self.flags

    def next(self) -> None:
        """On to the next question, or to the end."""
        rest = [n for n in range(self.at + 1, self.count) if n not in self.answers]
        if not rest and len(self.answers) == self.count and not self.late:
            rest = [self.count]
            self.questions += self.session.repeats()
        self.at = rest[0] if rest and not self.late else self.count
        self._since = self.clock()

    def _count(self, place: int, right: bool, by: int) -> None:
        """Add an answer to the tally, or take it out again."""
        if self.repeat(place):
            self.tally.repeats += by
            self.tally.repeats_right += by * right
        else:
            self.tally.asked += by
            self.tally.right += by * right

    def again(self) -> None:
        """Ask what is still wrong once more, as new variants; it is recorded too."""
        self.questions = self.session.again([self.questions[n] for n in self.open])
        self.answers, self.judged, self.at = {}, [], 0
        self.round += 1
        self._since = self.clock()
