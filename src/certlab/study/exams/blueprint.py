"""What an exam may be drawn from: its domains with their weights, and their items."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.items import ASKABLE, GRADED_KINDS, Item
from certlab.study.answers import Answer
from certlab.study.exam_codes import certification
from certlab.study.item_order import kin
from certlab.study.memory import SAME_SITTING

CHOICES = ("single", "multi")  # what every transcription of an associate exam describes


@dataclass(frozen=True)
class Candidate:
    """An item that may be drawn.

    Attributes:
        kept: whether it is kept for exams.
        fits: whether it has the form that the exam's questions have.
        enemies: items never asked in the same exam, named by either.
        scenario: id of the situation it belongs to, "" for none.
        kin: numbers for what it hangs on with others of the exam: facts, objective, section.
    """

    item: str
    rev: int
    module: str
    kept: bool
    fits: bool
    enemies: tuple[str, ...]
    scenario: str
    kin: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """The items of one objective, by its id: those that name it first of the exam's."""

    objective: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Field:
    """A domain of the exam: its weight as published, and its objectives with their items."""

    domain: int
    name: str
    weight: int
    pools: tuple[Pool, ...]

    @property
    def candidates(self) -> list[Candidate]:
        """The items of all its objectives."""
        return [one for pool in self.pools for one in pool.candidates]


@dataclass(frozen=True)
class Blueprint:
    """An exam as it is drawn.

    Attributes:
        exam: the certification's id, "ncp-aii"; `alias` are other codes of it.
        questions: as many as the official exam has; where a range is published, the least.
        most: the most of that range.
        minutes: what its questions have, as far as anybody says; `whole_minutes` is what
            the official exam gives to them and to its labs.
        publisher: who sets it, "" where that is nobody but the course.
    """

    exam: str
    code: str
    name: str
    questions: int
    most: int
    minutes: int
    whole_minutes: int
    hands_on_labs: int
    fields: tuple[Field, ...]
    alias: tuple[str, ...] = ()
    publisher: str = ""

    @property
    def total_weight(self) -> int:
        """What the published weights sum to, in percent; not always 100."""
        return sum(field.weight for field in self.fields)


def blueprint(course: Course, code: str) -> Blueprint:
    """The blueprint of one exam, by code or id.

    Raises:
        CourseError: there is no such exam.
    """
    exam = certification(course, code)
    pools: dict[str, list[Candidate]] = {id: [] for id in exam.shares}
    form = CHOICES if exam.level == "associate" else GRADED_KINDS
    situations, enemies = course.situations, _enemies(course)
    drawable = [
        (objective, item)
        for item in course.by_exam.get(exam.id, ())
        if (objective := objective_of(item, exam.id)) in pools
        and item.kind in GRADED_KINDS
        and item.status == "reviewed"
    ]
    hangs_on = _kin(course, (item for _, item in drawable))
    for objective, item in drawable:
        one = Candidate(
            item=item.id,
            rev=item.rev,
            module=item.module,
            kept=item.pool == "exam",
            fits=item.kind in form,
            enemies=tuple(sorted(enemies.get(item.id, ()))),
            scenario=situations.get(item.id, ""),
            kin=hangs_on[item.id],
        )
        pools[objective].append(one)
    return _blueprint(exam, pools, course.publisher)


def rested(plan: Blueprint, answers: Iterable[Answer], now: datetime) -> Blueprint:
    """The blueprint without what was answered wrong in the sitting before.

    Minutes later it would show what was just read. An objective that has nothing else
    keeps it.

    Args:
        answers: graded ones.
    """
    wrong = {
        row.item
        for row in answers
        if row.outcome == "wrong" and now - row.time < SAME_SITTING
    }

    def left(pool: Pool) -> Pool:
        others = tuple(one for one in pool.candidates if one.item not in wrong)
        return replace(pool, candidates=others) if _any_fits(others) else pool

    fields = (replace(one, pools=tuple(map(left, one.pools))) for one in plan.fields)
    return replace(plan, fields=tuple(fields))


def objective_of(item: Item, exam: str) -> str:
    """The objective an item counts for: the first of the exam's that it names, else ""."""
    own = f"{exam}."
    if item.objective.startswith(own):
        return item.objective
    return next((id for id in item.also if id.startswith(own)), "")


def domain_of(item: Item, exam: str) -> int | None:
    """The domain an item counts for: that of its objective."""
    objective = objective_of(item, exam)
    return int(objective.split(".")[1]) if objective else None


def _any_fits(some: Iterable[Candidate]) -> bool:
    return any(one.fits for one in some)


def covered(course: Course, exam: str) -> dict[int, tuple[int, int]]:
    """By domain of an exam, of how many of its objectives the course has questions, and
    how many it has.

    Args:
        exam: by its id.
    """
    asked = asked_for(course)
    return {
        domain.number: (
            sum(one.id in asked for one in domain.objectives),
            len(domain.objectives),
        )
        for domain in course.certifications[exam].domains
    }


def asked_for(course: Course) -> set[str]:
    """The objectives, of whatever exam, that the course has questions on."""
    return {
        id
        for item in course.items.values()
        if item.kind in ASKABLE and item.status == "reviewed"
        for id in (item.objective, *item.also)
    }


def in_all(domains: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    """What `covered` found, of the whole exam."""
    return sum(n for n, _ in domains.values()), sum(n for _, n in domains.values())


def _blueprint(
    exam: Certification, pools: Mapping[str, list[Candidate]], publisher: str
) -> Blueprint:
    return Blueprint(
        exam=exam.id,
        code=exam.code,
        name=exam.name,
        questions=exam.questions[0],
        most=exam.questions[1],
        minutes=exam.question_minutes or exam.minutes,
        whole_minutes=exam.minutes,
        hands_on_labs=exam.hands_on_labs,
        alias=exam.alias,
        publisher=publisher,
        fields=tuple(
            Field(
                one.number,
                one.name,
                one.weight,
                tuple(Pool(goal.id, tuple(pools[goal.id])) for goal in one.objectives),
            )
            for one in exam.domains
        ),
    )


def _kin(course: Course, items: Iterable[Item]) -> dict[str, tuple[int, ...]]:
    """A number for each name that more than one of some items hang on, by item id."""
    names = {item.id: sorted(kin(course, item).names) for item in items}
    counts = Counter(chain.from_iterable(names.values()))
    numbers = {name: n for n, name in enumerate(counts) if counts[name] > 1}
    return {
        id: tuple(numbers[name] for name in some if name in numbers)
        for id, some in names.items()
    }


def _enemies(course: Course) -> dict[str, set[str]]:
    """Who must not meet whom: it is enough that one of two names the other."""
    found: dict[str, set[str]] = {}
    for item in course.items.values():
        for other in item.enemies:
            found.setdefault(item.id, set()).add(other)
            found.setdefault(other, set()).add(item.id)
    return found


def most_answered(course: Course, items: Iterable[str]) -> list[Certification]:
    """The exams that most of some items are of; several where as many are of each."""
    asked = [course.items[id] for id in {*items} if id in course.items]
    counts = {
        id: sum(domain_of(one, id) is not None for one in asked)
        for id in course.certifications
    }
    most = max(counts.values(), default=0)
    return [course.certifications[id] for id, n in counts.items() if n == most > 0]
