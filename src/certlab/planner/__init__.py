"""The planner: review towards an exam's date, as pure arithmetic. `day.today` feeds it.

    plan_day(candidates, outlook, seconds).today

Each second of the days to come has a price, found such that the work fits the minutes. An
item is asked today when that is worth more than waiting for its best later day.
"""

from certlab.planner.day import DayPlan, plan_day
from certlab.planner.selection import Candidate, Choice

__all__ = ["Candidate", "Choice", "DayPlan", "plan_day"]
