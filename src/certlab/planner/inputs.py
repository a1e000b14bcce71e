"""What a day is planned from: the items, the learner's record, and the time there is."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from certlab.course.items import GRADED_KINDS, Item
from certlab.planner.fit import refit
from certlab.planner.goal import Goal
from certlab.planner.grid import Seconds
from certlab.planner.learner_model import LearnerModel
from certlab.planner.outlook import Outlook, outlook
from certlab.planner.records import Records, records, seconds_spent
from certlab.planner.selection import Candidate
from certlab.study.answers import Answer
from certlab.study.exams.blueprint import domain_of
from certlab.study.item_order import spread
from certlab.study.standing import Standing

_DAY = 86_400.0
_SOON = 0.05  # days to an exam that has begun


@dataclass(frozen=True)
class Inputs:
    """What `plan_day` takes.

    Attributes:
        cap: seconds a day.
        left: seconds left today for items.
        seconds: what answers cost this learner.
        minds: what is believed of the learner's memory.
        known: the chance that an unseen item is answered right.
        domains: of the items that the exam may ask, by id; it asks no card.
    """

    candidates: Sequence[Candidate]
    outlook: Outlook
    cap: float
    left: float
    seconds: Seconds
    learner: LearnerModel
    known: float
    domains: Mapping[Hashable, int] = field(default_factory=dict)


def inputs(
    standing: Standing,
    items: Sequence[Item],
    weights: Mapping[str, float],
    goal: Goal,
    now: datetime,
    left: float,
    seconds: Seconds,
    begin: LearnerModel | None = None,
) -> Inputs:
    """From the course and the history.

    Args:
        items: what may be asked; of those that gain alike the first come first.
        weights: what each counts for, by id.
        now: with the learner's own time zone.
        left: seconds left today for items.
        seconds: what answers cost this learner.
        begin: what was last believed of the learner's memory.
    """
    record = record_of(standing, now)
    learner = refit(record.of.values(), begin)
    candidates = [
        record.candidate(one.id, weights[one.id], learner, now) for one in items
    ]
    days = max((goal.begins(now.tzinfo) - now).total_seconds() / _DAY, _SOON)
    view = outlook(max(goal.days_left(now.date()), 1), days)
    return Inputs(
        candidates,
        view,
        60.0 * goal.minutes,
        left,
        seconds,
        learner,
        record.known,
        {
            one.id: domain
            for one in items
            if one.kind in GRADED_KINDS and (domain := domain_of(one, goal.exam))
        },
    )


def record_of(standing: Standing, now: datetime) -> Records:
    """What the answers say of the learner's memory; those to exercises are left out."""
    kept = [one for one in standing.answers if one.mode != "exercise"]
    return records(kept, kept[0].time if kept else now, standing.resets)


def spent(answers: Sequence[Answer], usual: float, now: datetime) -> float:
    """Seconds that today's answers took; one that was not timed counts for `usual`.

    Today is the day where the learner is now: after a journey it is counted there.
    """
    day = now.date()
    recent = [
        one
        for one in answers
        if one.mode != "exercise" and one.time.astimezone(now.tzinfo).date() == day
    ]
    return sum(usual if one is None else one for one in seconds_spent(recent))


def lined_up(
    items: Sequence[Item], answers: Iterable[Answer], first: str
) -> list[Item]:
    """Items in the order to ask them where they gain alike.

    The module that is opened today comes first, then those that were begun; within each,
    cards and questions are mixed.

    Args:
        first: the module's id, "" for none.
    """
    known = {one.id: one.module for one in items}
    begun = Counter(known[one.item] for one in answers if one.item in known)
    mixed = spread(items)

    def order(item: Item) -> tuple[bool, bool, float]:
        return item.module != first, not begun[item.module], mixed[item.id]

    return sorted(items, key=order)
