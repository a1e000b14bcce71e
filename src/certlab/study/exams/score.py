"""What a sitting came to: by domain, with intervals, and what was said to each question."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from certlab.study.answers import stamp
from certlab.study.exams.interval import chance, interval
from certlab.study.exams.paper import Paper
from certlab.study.exams.sitting import Sitting
from certlab.study.grading import grade

CUTS = tuple(range(50, 91))  # percent of questions right, for the curve


@dataclass(frozen=True)
class Row:
    """One question: "correct", "wrong" or "unanswered", and the verdict on it.

    Of a line that nobody can judge, which counts as unanswered, it says why.
    """

    item: str
    domain: int
    outcome: str
    say: str
    parts: dict[str, bool]
    response: Any
    flagged: bool


@dataclass(frozen=True)
class DomainScore:
    """A domain's share of right answers; `low` and `high` are its 80 % interval, 0 to 1."""

    domain: int
    name: str
    weight: int
    right: int
    total: int
    low: float
    high: float


@dataclass(frozen=True)
class Report:
    """A sitting that has ended.

    Attributes:
        sitting: with its paper, its questions and its seed.
        minutes: that it took, rounded up.
        allowed: minutes there were, None for an untimed one.
        low: with `high` the 80 % interval of the share right, from 0 to 1.
        unasked: domains of the exam that had no question.
        curve: chance to have at least so many percent right in a fresh exam of the
            official length; empty where a domain had no question and for a part-paper,
            as it would be the chance in another exam. NVIDIA publishes no pass mark.
        rows: one a question, in the paper's order.
    """

    sitting: Sitting
    minutes: int
    allowed: int | None
    right: int
    wrong: int
    unanswered: int
    low: float
    high: float
    domains: tuple[DomainScore, ...]
    unasked: tuple[int, ...]
    curve: tuple[tuple[int, float], ...]
    rows: tuple[Row, ...]

    @property
    def percent(self) -> int:
        """Right answers of all questions, halves rounded up."""
        return whole(self.right, len(self.rows))

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, as `app/static/exam/score.js` makes it."""
        named = {one.name: getattr(self, one.name) for one in fields(self)}
        ended, paper = self.sitting.ended, self.sitting.paper
        return named | {
            "sitting": self.sitting.id,
            "code": paper.code,
            "seed": paper.seed,
            "ended": ended and stamp(ended),
            "percent": self.percent,
            "paper": asdict(paper),
            "domains": [asdict(one) for one in self.domains],
            "curve": [list(one) for one in self.curve],
            "unasked": list(self.unasked),
            "rows": [asdict(one) for one in self.rows],
        }


def whole(part: int, of: int) -> int:
    """A share in whole percent, halves rounded up: as a browser rounds."""
    return (200 * part + of) // (2 * of) if of else 0


def report(sitting: Sitting) -> Report:
    """What an ended sitting came to.

    Raises:
        ValueError: it has not ended.
    """
    if sitting.ended is None:
        raise ValueError("the sitting has not ended")
    rows = tuple(_row(sitting, place) for place in range(len(sitting.questions)))
    outcomes = [row.outcome for row in rows]
    right = outcomes.count("correct")
    low, high = interval(right, len(rows))
    paper = sitting.paper
    unasked = tuple(one.domain for one in paper.seats if not one.filled)
    seconds = (sitting.ended - sitting.begun).total_seconds()
    allowed = None
    if sitting.deadline is not None:
        allowed = round((sitting.deadline - sitting.begun).total_seconds() / 60)
    return Report(
        sitting=sitting,
        minutes=-(-int(seconds) // 60),
        allowed=allowed,
        right=right,
        wrong=outcomes.count("wrong"),
        unanswered=outcomes.count("unanswered"),
        low=low,
        high=high,
        domains=tuple(_domains(paper, rows)),
        unasked=unasked,
        curve=()
        if unasked or paper.is_part
        else curve(right, len(rows), paper.official),
        rows=rows,
    )


def curve(right: int, total: int, questions: int) -> tuple[tuple[int, float], ...]:
    """The chance at every cut of CUTS in as many new questions."""
    return tuple((cut, chance(right, total, questions, cut)) for cut in CUTS)


def _row(sitting: Sitting, place: int) -> Row:
    asked, response = sitting.paper.asked[place], sitting.responses.get(place)
    outcome, say, parts = "unanswered", "", {}
    if place in sitting.responses:
        question = sitting.questions[place]
        verdict = grade(question.key, response)
        if verdict.outcome != "invalid":
            outcome, say, parts = verdict.outcome, verdict.say, verdict.parts
        elif question.kind == "command" and response:
            say = verdict.say  # the learner could not know that nobody can judge it
    flagged = place in sitting.flags
    return Row(asked.item, asked.domain, outcome, say, parts, response, flagged)


def _domains(paper: Paper, rows: Sequence[Row]) -> list[DomainScore]:
    found = []
    for seat in paper.seats:
        own = [row.outcome for row in rows if row.domain == seat.domain]
        if own:
            right = own.count("correct")
            low, high = interval(right, len(own))
            found.append(
                DomainScore(
                    seat.domain, seat.name, seat.weight, right, len(own), low, high
                )
            )
    return found
