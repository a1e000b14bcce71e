"""Today's work towards an exam: what to review, what to learn, what to open, and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time

from certlab.course import Course
from certlab.course.items import Item
from certlab.study.answers import Answer, counted
from certlab.study.exams.blueprint import domain_of
from certlab.study.goal import Goal
from certlab.study.memory import Memory, fold
from certlab.study.planner.choices import Candidate, Choice
from certlab.study.planner.day import KNOWN, DayPlan, plan_day
from certlab.study.planner.grid import Seconds
from certlab.study.planner.outlook import outlook
from certlab.study.questions import ASKABLE

_DAY = 86_400.0
_BELIEF = 10  # answers that what we assume of a learner's time and start is worth
_EXAM_BEGINS = time(9)  # nobody says; a morning
_SHARE = 0.5  # of the day's minutes for a page or a lab that is to be opened
_BEGUN = 8  # items of a module answered, after which its lab is worth opening


@dataclass(frozen=True)
class Task:
    """One thing to do today.

    Attributes:
        kind: "review", "new", "page" or "lab".
        items: ids of what is asked, in order; () for a page or a lab.
        minutes: about as many as it takes.
        parts: what it is about, and how many items of each.
        opens: the module or the lab, by id; "" for items.
    """

    kind: str
    items: tuple[str, ...]
    minutes: float
    parts: tuple[tuple[str, int], ...] = ()
    opens: str = ""


@dataclass(frozen=True)
class Today:
    """The plan of one day.

    Attributes:
        left: days to the exam; 0 on its day, below zero afterwards.
        tasks: what to do, in order.
        plan: what the items were chosen by; None where there is nothing to plan.
        unserved: domains of the exam for which the course has no item.
    """

    goal: Goal
    left: int
    tasks: tuple[Task, ...]
    plan: DayPlan | None
    unserved: tuple[int, ...]


def today(course: Course, rows: Sequence[Answer], goal: Goal, now: datetime) -> Today:
    """What to do today.

    Args:
        rows: of the history, in order of time.
        now: the present, with the learner's own time zone.
    """
    left = goal.days_left(now.date())
    items = serving(course, goal.exam)
    weights = weighted(course, goal.exam, items)
    unserved = tuple(
        one.number
        for one in course.certifications[goal.exam].domains
        if not any(domain_of(item, goal.exam) == one.number for item in items)
    )
    if left < 0 or not items:
        return Today(goal, left, (), None, unserved)
    answers = counted(rows)
    opened = _to_open(course, goal, rows, items, weights)
    minutes = goal.minutes - (opened.minutes if opened else 0)
    plan = _plan(items, weights, answers, course, goal, now, 60 * minutes)
    tasks = [*_asked(course, plan.today), *([opened] if opened else [])]
    if opened and opened.kind == "page":
        tasks = [opened, *tasks[:-1]]
    return Today(goal, left, tuple(tasks), plan, unserved)


def serving(course: Course, exam: str) -> list[Item]:
    """What may be practised for an exam."""
    return [
        item
        for item in course.items.values()
        if item.kind in ASKABLE
        and item.pool == "practice"
        and item.status == "reviewed"
        and domain_of(item, exam) is not None
    ]


def weighted(course: Course, exam: str, items: Iterable[Item]) -> dict[str, float]:
    """What each item counts for: its domain's weight, shared among the domain's items."""
    weights = {one.number: one.weight for one in course.certifications[exam].domains}
    found = {item.id: domain_of(item, exam) for item in items}
    counts = Counter(found.values())
    return {
        id: weights.get(domain or 0, 0) / counts[domain] for id, domain in found.items()
    }


def pace(answers: Sequence[Answer]) -> Seconds:
    """The learner's own seconds an answer, from those that were measured."""
    plain = Seconds()
    seen: set[str] = set()
    spent: dict[str, list[float]] = {"right": [], "wrong": [], "new": []}
    for row in answers:
        first = row.item not in seen
        seen.add(row.item)
        if row.milliseconds is None:
            continue
        kind = "new" if first else "right" if row.outcome == "correct" else "wrong"
        spent[kind].append(row.milliseconds / 1000)

    def mean(kind: str, assumed: float) -> float:
        return (sum(spent[kind]) + _BELIEF * assumed) / (len(spent[kind]) + _BELIEF)

    return Seconds(
        right=mean("right", plain.right),
        wrong=mean("wrong", plain.wrong),
        new=mean("new", plain.new),
    )


def known_before(answers: Sequence[Answer]) -> float:
    """The chance that a question never seen is answered right, from first answers."""
    firsts: dict[str, bool] = {}
    for row in answers:
        firsts.setdefault(row.item, row.outcome == "correct")
    return (sum(firsts.values()) + _BELIEF * KNOWN) / (len(firsts) + _BELIEF)


def _plan(
    items: Sequence[Item],
    weights: Mapping[str, float],
    answers: Sequence[Answer],
    course: Course,
    goal: Goal,
    now: datetime,
    cap: float,
) -> DayPlan:
    memories = fold(answers, {id: one.reset for id, one in course.items.items()})
    candidates = [
        Candidate(item.id, weights[item.id], _state(memories.get(item.id), now))
        for item in items
    ]
    begins = datetime.combine(goal.day, _EXAM_BEGINS, now.tzinfo)
    days = max((begins - now).total_seconds() / _DAY, 0.05)
    view = outlook(max(goal.days_left(now.date()), 1), days)
    return plan_day(
        candidates, view, cap, seconds=pace(answers), known=known_before(answers)
    )


def _state(memory: Memory | None, now: datetime) -> tuple[float, float, float] | None:
    """Stability, difficulty, and days since; a clock that went back counts as now."""
    if (
        memory is None
        or memory.card.stability is None
        or memory.card.difficulty is None
    ):
        return None
    days = (now - memory.counted).total_seconds() / _DAY
    return memory.card.stability, memory.card.difficulty, max(days, 0.0)


def _asked(course: Course, chosen: Sequence[Choice]) -> list[Task]:
    found = []
    for kind in ("review", "new"):
        same = [one for one in chosen if one.new == (kind == "new")]
        if same:
            ids = tuple(str(one.key) for one in same)
            minutes = sum(one.seconds for one in same) / 60
            found.append(Task(kind, ids, minutes, _parts(course, ids)))
    return found


def _parts(course: Course, ids: Iterable[str]) -> tuple[tuple[str, int], ...]:
    counts = Counter(course.items[id].module for id in ids)
    modules = course.modules
    return tuple(
        (modules[id].short if id in modules else id, count)
        for id, count in counts.most_common()
    )


def _to_open(
    course: Course,
    goal: Goal,
    rows: Sequence[Answer],
    items: Sequence[Item],
    weights: Mapping[str, float],
) -> Task | None:
    """The page to read before its questions, or the lab whose exercises are not done.

    What counts most for the exam comes first.
    """
    most = goal.minutes * _SHARE
    answered = Counter(
        course.items[id].module
        for id in {row.item for row in counted(rows)} & course.items.keys()
    )
    worth: dict[str, float] = {}
    for item in items:
        worth[item.module] = worth.get(item.module, 0) + weights[item.id]
    modules = sorted(worth, key=lambda id: -worth[id])
    for id in modules:
        if id in course.modules and not answered[id]:
            page = course.modules[id]
            return Task("page", (), min(float(page.minutes), most), opens=id)
    done = {
        row.item for row in rows if row.mode == "exercise" and row.outcome == "correct"
    }
    for lab in course.labs.values():
        open_ = [one.id for one in lab.exercises if one.id not in done]
        if lab.module in modules and open_ and answered[lab.module] >= _BEGUN:
            return Task("lab", (), min(float(lab.minutes), most), opens=lab.id)
    return None
