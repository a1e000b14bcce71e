"""The planner: review towards an exam's date.

    plan(course, answers, Goal("NCP-AII", at, minutes=20), now).day.today

Each second of the days to come has a price, found such that the work fits the minutes. An
item is asked today when that is worth more than waiting for its best later day.
"""

from certlab.study.planner.agenda import Agenda
from certlab.study.planner.choices import Candidate, Choice
from certlab.study.planner.day import DayPlan, plan_day
from certlab.study.planner.goal import Goal
from certlab.study.planner.plan import Plan, exam_weights, plan
from certlab.study.planner.steps import Steps

__all__ = [
    "Agenda",
    "Candidate",
    "Choice",
    "DayPlan",
    "Goal",
    "Plan",
    "Steps",
    "exam_weights",
    "plan",
    "plan_day",
]
