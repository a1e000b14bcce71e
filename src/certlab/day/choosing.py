"""What is asked today of what the planner values: within the rule of the day.

Nothing new is asked of a page that was neither read nor skipped, and of one that is read
today only a few, at once behind it. Within this the greatest gain comes first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from certlab.course import Course
from certlab.course.items import Item
from certlab.day.opening import FEW, Opened
from certlab.day.path_walk import Way
from certlab.day.tasks import Task, parts, why_due
from certlab.planner.day import DayPlan
from certlab.planner.selection import Choice, filled
from certlab.study.item_order import A_DAY, in_turn, to_wait
from certlab.words import Sentence

_MORE = 3  # on a page that is read today, among other new items


@dataclass(frozen=True)
class Asked:
    """What is asked today.

    Attributes:
        plan: with only what the rule lets in, siblings apart.
        tasks: what is due, each page with its questions, what else is new, and the lab.
        closed: how many new items wait for their page.
    """

    plan: DayPlan
    tasks: tuple[Task, ...]
    closed: int


def within(
    way: Way,
    plan: DayPlan,
    opened: Sequence[Opened],
    now: datetime,
    left: float,
    *,
    forecast: bool = True,
) -> Asked:
    """The plan within the rule of the day.

    Args:
        plan: which ranks all items of the exam.
        opened: pages and a lab of today.
        left: seconds left today for items.
        forecast: whether the plan forecasts what becomes of an item.
    """
    course = way.standing.course
    choices = {str(one.key): one for one in plan.ranked}
    recent = {row.item for row in way.standing.answers if now - row.time < A_DAY}
    pages = [_in_rank(choices, one.on) for one in opened]
    few = [_few(course, ids, recent) for ids in pages]
    more = {id for ids, some in zip(pages, few, strict=True) for id in _rest(ids, some)}
    first = [choices[id] for some in few for id in some]
    while len(first) > 1 and sum(one.seconds for one in first) > left:
        first.pop()
    begun = {one.key for one in first}
    ranked = [
        one for one in plan.ranked if _may(way, one, more) and not one.key in begun
    ]
    paying = (course.items[str(one.key)] for one in (*first, *_paying(ranked)))
    waits = to_wait(course, paying, recent) - begun
    ranked = [one for one in ranked if not one.pays or one.key not in waits]
    rest = filled(ranked, left - sum(one.seconds for one in first))
    groups = _groups(
        first, few, rest, [_rest(*one) for one in zip(pages, few, strict=True)]
    )
    order = in_turn(course, [_items(course, some) for some in groups], ())
    today = tuple(choices[one.id] for one in order)
    enough = len(rest) == len(_paying(ranked))
    closed = sum(one.new and not _may(way, one, more | begun) for one in plan.ranked)
    made = replace(plan, ranked=(*first, *ranked), today=today, enough=enough)
    why = _why_review(groups[0]) if forecast else why_due(), _why_new(forecast)
    return Asked(made, tuple(_tasks(course, groups, opened, today, why)), closed)


def opens_at_once(way: Way, plan: DayPlan, left: float) -> float:
    """Seconds of a day's items without any page being opened."""
    may = [one for one in plan.ranked if _may(way, one, ())]
    return sum(one.seconds for one in filled(may, left))


def _may(way: Way, one: Choice, more: Iterable[object]) -> bool:
    """Whether the rule lets it in: what was asked before, and what was read or skipped."""
    item = way.standing.course.items[str(one.key)]
    return not one.new or way.opens(item) or one.key in more


def _paying(choices: Iterable[Choice]) -> list[Choice]:
    return [one for one in choices if one.pays]


def _in_rank(choices: dict[str, Choice], on: Sequence[Item]) -> list[str]:
    """What may be asked on a page: questions before cards, the greatest gain first."""
    ids = {item.id: item.kind == "card" for item in on}
    ranked = [id for id in choices if id in ids]
    return sorted(ranked, key=lambda id: ids[id])


def _few(course: Course, ids: Sequence[str], recent: set[str]) -> list[str]:
    waits = to_wait(course, (course.items[id] for id in ids), recent)
    return [id for id in ids if id not in waits][:FEW]


def _rest(ids: Sequence[str], some: Sequence[str]) -> list[str]:
    return [id for id in ids if id not in some][:_MORE]


def _items(course: Course, choices: Iterable[Choice]) -> list[Item]:
    return [course.items[str(one.key)] for one in choices]


def _groups(
    first: Sequence[Choice],
    few: Sequence[Sequence[str]],
    rest: Sequence[Choice],
    more: Sequence[Sequence[str]],
) -> list[list[Choice]]:
    """Reviews, the questions of each page, and what else is new.

    More questions of a page are mixed with what else is new; where that is all there is,
    they come with the others of their page.
    """
    new = [one for one in rest if one.new]
    mixed = any(all(one.key not in some for some in more) for one in new)
    on_pages = [
        [
            *(one for one in first if one.key in some),
            *(one for one in new if one.key in extra and not mixed),
        ]
        for some, extra in zip(few, more, strict=True)
    ]
    reviews = [one for one in rest if not one.new]
    return [reviews, *on_pages, new if mixed else []]


def _tasks(
    course: Course,
    groups: Sequence[Sequence[Choice]],
    opened: Sequence[Opened],
    order: Sequence[Choice],
    why: tuple[Sentence, Sentence],
) -> Iterable[Task]:
    reviews, *on_pages, others = groups
    if reviews:
        yield _task(course, "review", reviews, order, why[0])
    for one, some in zip(opened, on_pages, strict=True):
        if one.task.kind == "page":
            yield one.task
        if some:
            yield _task(
                course, "new", some, order, Sentence("On what you have just read.")
            )
    if others:
        yield _task(course, "new", others, order, why[1])
    yield from (one.task for one in opened if one.task.kind == "lab")


def _task(
    course: Course,
    kind: str,
    some: Sequence[Choice],
    order: Sequence[Choice],
    why: Sentence,
) -> Task:
    keys = {one.key for one in some}
    ids = tuple(str(one.key) for one in order if one.key in keys)
    minutes = sum(one.seconds for one in some) / 60
    return Task(kind, ids, minutes, parts(course, ids), why=why)


def _why_review(same: Sequence[Choice]) -> Sentence:
    share = sum(one.without for one in same) / max(len(same), 1)
    return Sentence(
        "Without a review, you would recall about {percent} % of them on the day.",
        percent=round(100 * share),
    )


def _why_new(forecast: bool) -> Sentence:
    if forecast:
        return Sentence("New questions that raise your expected score most.")
    return Sentence("New questions for your exam.")
