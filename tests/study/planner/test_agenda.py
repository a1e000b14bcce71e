"""A day's work in its order, and repeats only after it."""

from certlab.study.planner import Agenda, Candidate, plan_day
from certlab.study.planner.outlook import outlook


def test_the_plans_items_come_first_then_what_was_wrong() -> None:
    items = [Candidate(n, float(n + 1)) for n in range(3)]
    day = plan_day(items, outlook(1, 1.0), 600)
    agenda, asked = Agenda(day), []
    for minute in range(10):
        key = agenda.pick()
        if key is None:
            break
        asked.append(key)
        agenda.saw(key, minute, right=key != 1 or minute > 3)
    assert asked == [one.key for one in day.today] + [1, 1]


def test_nothing_planned_is_nothing_to_do() -> None:
    assert Agenda(plan_day([], outlook(1, 1.0), 600)).pick() is None
