"""The things to do on a day, each with its reason: review, new items, a page, a lab."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from certlab.course import Course
from certlab.course.exam_path import is_written, minutes_of
from certlab.course.items import Item
from certlab.course.steps import Step
from certlab.planner.day import DayPlan
from certlab.planner.selection import Choice, filled
from certlab.study.item_order import A_DAY, in_turn, to_wait
from certlab.study.pages_read import asked_enough, is_read
from certlab.study.standing import Standing
from certlab.words import Sentence, plural, with_commas

_SHARE = 0.5  # of the day's minutes for a page or a lab that is to be opened
_BEGUN = 8  # items of a module answered, after which its lab is worth opening
_LEAST = 5.0  # minutes; in fewer nothing is worth opening


@dataclass(frozen=True)
class Task:
    """One thing to do today.

    Attributes:
        kind: "review", "new", "page" or "lab".
        items: ids of what is asked, in order; () for a page or a lab.
        minutes: about as many as it takes.
        parts: what it is about, and how many items of each.
        opens: the module or the lab, by id; "" for items.
        why: this and not another.
        section: of the page, where to begin; "" at its top.
    """

    kind: str
    items: tuple[str, ...]
    minutes: float
    parts: tuple[tuple[str, int], ...] = ()
    opens: str = ""
    why: str = ""
    section: str = ""


def asked(course: Course, chosen: Sequence[Choice]) -> list[Task]:
    """What the plan chose, as reviews and new items; the greater gain first."""
    found = []
    for kind in ("review", "new"):
        same = [one for one in chosen if one.new == (kind == "new")]
        if same:
            ids = _in_turn(course, same)
            minutes = sum(one.seconds for one in same) / 60
            why = _why_new() if kind == "new" else _why_review(same)
            found.append(Task(kind, ids, minutes, parts(course, ids), why=why))
    return found


def apart(standing: Standing, plan: DayPlan, now: datetime, left: float) -> DayPlan:
    """The plan with siblings apart, and without what gives away or is given away today.

    Args:
        left: seconds left today for items.
    """
    course = standing.course
    recent = {row.item for row in standing.answers if now - row.time < A_DAY}
    paying = [one.key for one in plan.ranked if one.pays]
    waits = to_wait(course, (course.items[str(id)] for id in paying), recent)
    ranked = tuple(one for one in plan.ranked if not one.pays or one.key not in waits)
    chosen = {one.key: one for one in filled(ranked, left)}
    today = tuple(chosen[id] for id in _in_turn(course, chosen.values()))
    done = len(today) == len(paying) - len(waits)
    return replace(plan, ranked=ranked, today=today, enough=done)


def _in_turn(course: Course, chosen: Iterable[Choice]) -> tuple[str, ...]:
    items = [course.items[str(one.key)] for one in chosen]
    return tuple(one.id for one in in_turn(course, [items], ()))


def due(
    course: Course, ids: Sequence[str], seconds: float, minutes: float
) -> tuple[Task, ...]:
    """What is due, as far as the minutes go; nothing where nothing is.

    Args:
        ids: the most urgent first.
        seconds: that one takes.
    """
    some = tuple(ids[: max(1, int(60 * minutes / seconds))])
    if not some:
        return ()
    why = Sentence("They are due, because you would forget them if they waited longer.")
    took = len(some) * seconds / 60
    return (Task("review", some, took, parts(course, some), why=why),)


def parts(course: Course, ids: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many items of each module, by its short title; most first."""
    counts = Counter(course.items[id].module for id in ids)
    modules = course.modules
    return tuple(
        (modules[id].short if id in modules else id, count)
        for id, count in counts.most_common()
    )


def to_open(
    standing: Standing,
    minutes: float,
    items: Sequence[Item],
    weights: Mapping[str, float],
    path: Sequence[Step],
    day: date,
) -> Task | None:
    """The page to read before its questions, or the lab whose exercises are not done.

    The path says what comes first; without one, what counts most for the exam.

    Args:
        minutes: left of the day.
        items: that serve the exam; `weights` is what each counts for, in percent of it.
        path: of the exam, () where there is none.
        day: the learner's own.
    """
    most = minutes * _SHARE
    if most < _LEAST:
        return None
    if path:
        return _next(standing, most, path, items, day)
    course = standing.course
    worth: dict[str, float] = {}
    for item in items:
        worth[item.module] = worth.get(item.module, 0) + weights[item.id]
    modules = sorted(worth, key=lambda id: -worth[id])
    for id in modules:
        if id in course.modules and not (
            is_read(course, id, standing.pages)
            or asked_enough(items, standing.drilled, id)
        ):
            time = min(float(course.modules[id].minutes), most)
            return Task("page", (), time, opens=id, why=_why_page(worth[id]))
    return _lab(standing, most, modules)


def _next(
    standing: Standing,
    most: float,
    path: Iterable[Step],
    items: Sequence[Item],
    day: date,
) -> Task | None:
    """The first step of the path that is not done, among those that can be opened.

    Every other day a lab lets the next page go first, so that one that cannot be run, or
    an exercise that stays open, does not hold up the reading.
    """
    course = standing.course
    steps = [
        step
        for step in path
        if is_written(course, step) and not _is_done(standing, step, items)
    ]
    if not steps:
        return None
    step = steps[0]
    if step.lab and day.toordinal() % 2:
        step = next((later for later in steps if not later.lab), step)
    time = min(float(minutes_of(course, step)), most)
    if step.lab:
        return Task("lab", (), time, opens=step.lab, why=_why_next())
    titles = course.modules[step.module].sections
    why = _why_next(titles[one] for one in step.sections)
    first = next(iter(step.sections), "")
    return Task("page", (), time, opens=step.module, why=why, section=first)


def _is_done(standing: Standing, step: Step, items: Iterable[Item]) -> bool:
    """A lab when its exercises are solved, a page when it is read."""
    course = standing.course
    if step.lab:
        exercises = course.labs[step.lab].exercises
        return all(one.id in standing.solved for one in exercises)
    return is_read(course, step.module, standing.pages, step.sections) or asked_enough(
        items, standing.drilled, step.module, step.sections
    )


def _lab(standing: Standing, most: float, modules: Sequence[str]) -> Task | None:
    known, labs = standing.course.items, standing.course.labs.values()
    answered = Counter(known[id].module for id in standing.drilled if id in known)
    ready = [id for id in modules if answered[id] >= _BEGUN]
    begun = [lab for lab in labs if lab.module in ready]
    for lab in sorted(begun, key=lambda lab: ready.index(lab.module)):
        left = sum(one.id not in standing.solved for one in lab.exercises)
        if left:
            why = _why_lab(left, answered[lab.module])
            time = min(float(lab.minutes), most)
            return Task("lab", (), time, opens=lab.id, why=why)
    return None


def _why_review(same: Sequence[Choice]) -> Sentence:
    share = sum(one.without for one in same) / len(same)
    return Sentence(
        "Without a review, you would recall about {percent} % of them on the day.",
        percent=round(100 * share),
    )


def _why_new() -> Sentence:
    return Sentence("New questions that raise your expected score most.")


def _why_page(percent: float) -> Sentence:
    return Sentence(
        "New to you, and about {percent} % of the exam.",
        percent=round(percent),
    )


def _why_next(sections: Iterable[str] = ()) -> Sentence:
    says = with_commas(sections)
    if says:
        return Sentence("Next on the path of this exam: {sections}.", sections=says)
    return Sentence("Next on the path of this exam.")


def _why_lab(left: int, answered: int) -> Sentence:
    return plural(
        "{n} of its exercises is still open, and you have answered {answered} items "
        "of its module.",
        "{n} of its exercises are still open, and you have answered {answered} items "
        "of its module.",
        left,
        answered=answered,
    )
