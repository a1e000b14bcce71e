"""What is opened today: the next pages of the exam's path to read, and a lab by its turn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from certlab.course.exam_path import minutes_of
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.day.path_walk import SHARE, Part, Way
from certlab.day.tasks import Task
from certlab.words import Sentence, plural, with_commas

FEW = 5  # questions on a page that was just read
_FEWEST = 3  # for which there is to be time
_LEAST = 5.0  # minutes; in fewer nothing more is worth opening


@dataclass(frozen=True)
class Opened:
    """A page or a lab of today, and what may be asked about the page once it is read."""

    task: Task
    on: tuple[Item, ...] = ()


def first_of(way: Way, day: date) -> Step | None:
    """What would be opened first; None where nothing is left."""
    return next(iter(_in_turn(way, day)), None)


def minutes_for(way: Way, step: Step, most: float) -> float:
    """What of it is done in so many minutes at most."""
    if step.lab:
        return min(most, float(minutes_of(way.standing.course, step)))
    return min(most, way.next_part(step, most).minutes)


def to_open(
    way: Way,
    minutes: float,
    free: float,
    question: float,
    day: date,
    worth: Mapping[str, float] | None = None,
) -> list[Opened]:
    """The pages to read before their questions, and the lab whose exercises are not done.

    Args:
        minutes: left of the day, and of these those that are `free` for pages though more
            than half.
        question: minutes that a new item takes.
        day: the learner's own.
        worth: percent of the exam by module, where no path says what comes first.
    """
    left = max(minutes * SHARE, free)
    least = min(_LEAST, way.minutes * SHARE)
    found: list[Opened] = []
    for step in _in_turn(way, day):
        room = left - _FEWEST * question if found else left
        if room < (_LEAST if step.lab or found else least):
            break
        if step.lab:
            found.append(_lab(way, step, left, path=worth is None))
            break
        part = way.next_part(step, room)
        on = tuple(way.unseen(part))
        time = min(part.minutes, room)
        why = _why_read(way, part, None if worth is None else worth[step.module])
        section = next(iter(part.sections), "")
        task = Task("page", (), time, opens=step.module, why=why, section=section)
        found.append(Opened(task, on))
        left -= time + min(FEW, len(on)) * question
    return found


def _in_turn(way: Way, day: date) -> Sequence[Step]:
    """The steps that are left, in order.

    Every other day a lab lets the pages go first, so that one that cannot be run, or an
    exercise that stays open, does not hold up the reading.
    """
    if day.toordinal() % 2:
        return sorted(way.left, key=lambda step: bool(step.lab))
    return way.left


def _lab(way: Way, step: Step, most: float, *, path: bool) -> Opened:
    time = min(float(minutes_of(way.standing.course, step)), most)
    why = _why_next() if path else _why_lab(len(way.exercises(step)))
    return Opened(Task("lab", (), time, opens=step.lab, why=why))


def _why_read(way: Way, part: Part, percent: float | None) -> Sentence:
    titles = way.standing.course.modules[part.module].sections
    if percent is None:
        return _why_next(titles[one] for one in part.sections)
    return Sentence(
        "New to you, and about {percent} % of the exam.", percent=round(percent)
    )


def _why_next(sections: Iterable[str] = ()) -> Sentence:
    says = with_commas(sections)
    if says:
        return Sentence("Next on the path of this exam: {sections}.", sections=says)
    return Sentence("Next on the path of this exam.")


def _why_lab(left: int) -> Sentence:
    return plural(
        "{n} of its exercises is still open.",
        "{n} of its exercises are still open.",
        left,
    )
