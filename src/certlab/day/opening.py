"""What is opened today: the next pages of the exam's path to read, and a lab by its turn."""

from collections.abc import Iterable, Iterator, Mapping
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
    return next((step for step, _ in _in_turn(way, day)), None)


def minutes_for(way: Way, step: Step, most: float) -> float:
    """What of it is done in so many minutes at most."""
    if step.lab:
        return min(most, float(minutes_of(way.standing.course, step)))
    return min(most, way.parts_left(step)[0].minutes)


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
    for step, part in _in_turn(way, day):
        room = left - _FEWEST * question if found else left
        if part is None:
            if room >= _LEAST:
                found.append(_lab(way, step, left, path=worth is None))
            break
        if room < (part.minutes if found else least):
            break
        on = tuple(way.unseen(part))
        why = _why_read(way, part, None if worth is None else worth[step.module])
        section = next(iter(part.sections), "")
        task = Task(
            "page",
            (),
            part.minutes,
            opens=step.module,
            why=why,
            section=section,
            sections=part.within,
        )
        found.append(Opened(task, on))
        left -= part.minutes + min(FEW, len(on)) * question
    return found


def _in_turn(way: Way, day: date) -> Iterator[tuple[Step, Part | None]]:
    """The steps that are left, in order: all parts of a page, and a lab after its page.

    Every other day a lab lets the pages go first, so that one that cannot be run, or an
    exercise that stays open, does not hold up the reading.
    """
    steps = way.left
    if day.toordinal() % 2:
        steps = tuple(sorted(steps, key=lambda step: bool(step.lab)))
    for step in steps:
        if step.lab:
            yield step, None
        else:
            yield from ((step, part) for part in way.parts_left(step))


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
