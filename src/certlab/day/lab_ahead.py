"""The labs that the path comes to within a week, by name, and how soon.

day/static/lab_ahead.js is the twin of this.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from certlab.course.exam_path import minutes_of
from certlab.course.labs import Lab
from certlab.day.opening import FEW
from certlab.day.path_walk import SHARE, Way
from certlab.words import Sentence, with_commas

_QUESTION = 0.75  # minutes for a new item
_WEEK = 7


@dataclass(frozen=True)
class LabAhead:
    """A lab of the days to come.

    Attributes:
        lab: its id.
        exercises: those that are open and fit into its day, by id.
        minutes: that it takes on that day.
        days: from today, about; 1 is tomorrow.
    """

    lab: str
    exercises: tuple[str, ...]
    minutes: float
    days: int


def labs_ahead(
    way: Way, day: date, listed: Collection[str], read: float
) -> Iterator[LabAhead]:
    """The labs of a week, the next one first.

    Args:
        day: today, where the learner is.
        listed: exercises of today's list, by id; of its lab the others may come next.
        read: minutes of the pages and new items in today's list.
    """
    course, before, last = way.standing.course, -read, 0
    for step in way.left:
        time = float(minutes_of(course, step))
        if not step.lab:
            before += time + FEW * _QUESTION
        elif left := [id for id in way.exercises(step) if id not in listed]:
            soon = 1 + int(max(0.0, before) / (way.minutes * SHARE))
            days = max(soon, last + 1)  # a day has one lab
            pages = any(not other.lab for other in way.left)
            days += pages and (day.toordinal() + days) % 2  # pages go first on that day
            if days > _WEEK:
                return
            most = min(time, way.minutes * SHARE)
            yield LabAhead(step.lab, tuple(fitting(left, most, time)), most, days)
            before, last = max(0.0, before) + time, days


def fitting(open: Sequence[str], minutes: float, whole: float) -> Sequence[str]:
    """As many open exercises as fit the minutes of a lab that takes so many; one at least."""
    share = min(1.0, minutes / max(whole, 1))
    return open[: max(1, int(len(open) * share + 0.5))]


def lab_title(lab: Lab, exercises: Collection[str]) -> str:
    """The lab's title, and which of its exercises where they are not all."""
    numbers = [n for n, one in enumerate(lab.exercises, 1) if one.id in exercises]
    if not numbers or len(numbers) == len(lab.exercises):
        return lab.title
    first, last = numbers[0], numbers[-1]
    if first == last:
        return Sentence("{title}, exercise {n}", title=lab.title, n=first)
    if last - first + 1 > len(numbers):
        some = with_commas(map(str, numbers))
        return Sentence("{title}, exercises {list}", title=lab.title, list=some)
    told = {"title": lab.title, "first": first, "last": last}
    if len(numbers) == 2:
        return Sentence("{title}, exercises {first} and {last}", **told)
    return Sentence("{title}, exercises {first} to {last}", **told)
