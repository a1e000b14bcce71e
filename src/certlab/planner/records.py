"""What a history says to a plan: each item's answers that counted, and what answers cost.

Of a repeat in the same sitting only this is kept: whether it mended a wrong answer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from certlab.planner.grid import Seconds
from certlab.planner.learner_model import MENDED, LearnerModel, Record, Right, first
from certlab.planner.selection import Candidate
from certlab.study.answers import Answer
from certlab.study.forgetting_curve import Curve
from certlab.study.memory import SAME_SITTING

_DAY = 86_400
_BELIEF = 10  # how many answers of each kind the usual seconds count for
_KNOWN, _KNOWN_BELIEF = 0.35, 20
_NEW, _TIMED = 45.0, 50  # seconds for a new item, until so many answers were timed
_LEAST = 12.0  # seconds for one, afterwards
_LONGEST = 120.0  # seconds; who takes longer for one question has gone away


@dataclass(frozen=True)
class Records:
    """Answers that counted, by item, as days since `begin` and whether right."""

    begin: datetime
    of: Mapping[str, Record]

    def memory(
        self, item: str, curve: Curve, now: datetime
    ) -> tuple[float, float, float] | None:
        """Stability, difficulty and days since the last that counted; None if never asked."""
        record = self.of.get(item)
        if not record:
            return None
        last, right = record[0]
        stability, difficulty = first(curve, right)
        for day, right in record[1:]:
            stability, difficulty = curve.after(
                stability, difficulty, day - last, bool(right)
            )
            last = day
        return stability, difficulty, max(0.0, _days(now - self.begin) - last)

    def candidate(
        self, item: str, weight: float, learner: LearnerModel, now: datetime
    ) -> Candidate:
        """The item as a plan takes it."""
        beliefs = learner.beliefs(self.of.get(item, ()), _days(now - self.begin))
        memory = self.memory(item, learner.curve, now)
        return Candidate(item, weight, memory, beliefs)

    @property
    def known(self) -> float:
        """Chance that an unseen question is answered right, by the first answers so far."""
        firsts = [bool(record[0][1]) for record in self.of.values()]
        return (sum(firsts) + _KNOWN * _KNOWN_BELIEF) / (len(firsts) + _KNOWN_BELIEF)


def records(
    answers: Iterable[Answer], begin: datetime, resets: Mapping[str, int] | None = None
) -> Records:
    """The record of each item, repeats within twelve hours left out: they count only in
    that a wrong answer was mended by a right one.

    Args:
        answers: in order of time.
        resets: by item id, the revision before which answers no longer count.
    """
    found: dict[str, list[tuple[float, Right]]] = {}
    for answer in answers:
        if answer.rev < (resets or {}).get(answer.item, 0):
            continue
        day = _days(answer.time - begin)
        record, right = found.setdefault(answer.item, []), answer.outcome == "correct"
        if not record or (day - record[-1][0]) * _DAY >= SAME_SITTING.total_seconds():
            record.append((day, right))
        elif right and not record[-1][1]:
            record[-1] = record[-1][0], MENDED
    return Records(begin, found)


def seconds_spent(answers: Sequence[Answer]) -> list[float | None]:
    """What each answer took: thinking, and reading until the next question was shown.

    None where it was not measured, or where the learner was away.
    """
    found: list[float | None] = []
    for n, answer in enumerate(answers):
        if answer.milliseconds is None or answer.milliseconds / 1e3 > _LONGEST:
            found.append(None)
            continue
        thought = answer.milliseconds / 1e3
        later = answers[n + 1] if n + 1 < len(answers) else None
        read = 0.0
        if later is not None and later.milliseconds is not None:
            read = (later.time - answer.time).total_seconds() - later.milliseconds / 1e3
        found.append(thought + (read if 0 <= read <= _LONGEST else 0.0))
    return found


def pace(answers: Sequence[Answer], usual: Seconds | None = None) -> Seconds:
    """This learner's seconds for an answer, near the usual ones while few are known."""
    usual = usual or Seconds()
    sums = {"new": usual.new * _BELIEF, "right": usual.right * _BELIEF}
    sums["wrong"] = usual.wrong * _BELIEF
    counts = dict.fromkeys(sums, _BELIEF)
    seen: set[str] = set()
    for answer, took in zip(answers, seconds_spent(answers), strict=True):
        what = "right" if answer.outcome == "correct" else "wrong"
        what = what if answer.item in seen else "new"
        seen.add(answer.item)
        if took is not None:
            sums[what] += took
            counts[what] += 1
    return Seconds(**{what: sums[what] / counts[what] for what in sums})


def at_least(seconds: Seconds, answers: Iterable[Answer]) -> Seconds:
    """The same, with no less for a new item than anybody takes.

    Who has given few answers is not taken for quicker than most. day/static/pace.js is
    the twin of this.
    """
    timed = sum(
        one.milliseconds is not None and one.milliseconds / 1e3 <= _LONGEST
        for one in answers
    )
    return replace(seconds, new=max(seconds.new, _NEW if timed < _TIMED else _LEAST))


def _days(gap: timedelta) -> float:
    return gap.total_seconds() / _DAY
