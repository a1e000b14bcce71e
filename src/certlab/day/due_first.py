"""The plain rule for what is asked: what is due, the least known first, then the path's order.

A plan is made by it while the learner's answers cannot be predicted. The rule of the day holds
all the same, and day/static/simple_rule.js, which has no predictions, goes by both.
"""

from collections.abc import Sequence
from datetime import datetime, time

from certlab.course.items import Item
from certlab.planner.calibration import Calibration, calibration
from certlab.planner.day import DayPlan
from certlab.planner.grid import Seconds
from certlab.planner.inputs import record_of
from certlab.planner.learner_model import LearnerModel
from certlab.planner.selection import Choice
from certlab.study.memory import Memory, is_repeat
from certlab.study.standing import Standing


def predicted(
    standing: Standing, now: datetime, begin: LearnerModel | None = None
) -> Calibration | None:
    """How well answers were predicted in the four weeks before today; None of too few.

    It is the same all day. Items of the course count, cards among them. What is of the
    learner's own decks no plan chooses, so it is only learned from.

    Args:
        now: with the learner's own time zone, whose midnight begins today.
        begin: what was last believed of the learner's memory; only where to look first.
    """
    midnight = datetime.combine(now.date(), time(), now.tzinfo)
    record = record_of(standing, now)
    return calibration(record, standing.course.items, midnight, begin)


def due_first(
    standing: Standing, items: Sequence[Item], now: datetime, seconds: Seconds
) -> DayPlan:
    """All items by the plain rule, with no forecast of any.

    Args:
        items: in the order in which new ones come.
        now: with the learner's own time zone: what comes back today is due.
    """
    memories = standing.memories
    met = [
        _met(one.id, memories[one.id], now, seconds)
        for one in items
        if one.id in memories and not is_repeat(memories[one.id], now)
    ]
    due = sorted((one for one in met if one.pays), key=lambda one: one.recall)
    new = [
        _choice(one.id, None, seconds.new) for one in items if one.id not in memories
    ]
    rest = [one for one in met if not one.pays]
    return DayPlan((), (*due, *new, *rest), False, 0.0, 0, ())


def _met(id: str, memory: Memory, now: datetime, seconds: Seconds) -> Choice:
    recall = memory.recall(now)
    days = (memory.due.astimezone(now.tzinfo).date() - now.date()).days
    takes = recall * seconds.right + (1 - recall) * seconds.wrong
    return _choice(id, recall, takes, max(days, 0))


def _choice(id: str, recall: float | None, seconds: float, days: int = 0) -> Choice:
    """One that is asked today, or after so many days."""
    known = recall or 0.0
    return Choice(
        key=id,
        new=recall is None,
        seconds=seconds,
        recall=known,
        without=known,
        now=0.0 if days else 1.0,
        later=0.0,
        when=days or None,
        gain=0.0,
    )
