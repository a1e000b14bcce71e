"""What an exam may be drawn from: its domains with their weights, and their items."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.items import Item
from certlab.study.answers import Answer
from certlab.study.exam_codes import certification
from certlab.study.item_order import kin
from certlab.study.memory import SAME_SITTING
from certlab.study.questions import ASKABLE

GRADED_KINDS = tuple(kind for kind in ASKABLE if kind != "card")


@dataclass(frozen=True)
class Candidate:
    """An item that may be drawn.

    Attributes:
        kept: whether it is kept for exams.
        enemies: items never asked in the same exam, named by either.
        scenario: id of the situation it belongs to, "" for none.
        kin: numbers for what it hangs on with others of the exam: facts, objective, section.
    """

    item: str
    rev: int
    module: str
    kept: bool
    enemies: tuple[str, ...]
    scenario: str
    kin: tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """A domain of the exam: its weight as published, and its items."""

    domain: int
    name: str
    weight: int
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Blueprint:
    """An exam as it is drawn.

    Attributes:
        exam: the certification's id, "ncp-aii".
        questions: as many as the official exam has; where a range is published, the least.
        most: the most of that range.
        minutes: what the official exam gives.
    """

    exam: str
    code: str
    name: str
    questions: int
    most: int
    minutes: int
    hands_on_labs: int
    fields: tuple[Field, ...]

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
    pools: dict[int, list[Candidate]] = {one.number: [] for one in exam.domains}
    situations = course.situations
    enemies = _enemies(course)
    drawable = [
        (domain, item)
        for item in course.items.values()
        if (domain := domain_of(item, exam.id)) in pools
        and item.kind in GRADED_KINDS
        and item.status == "reviewed"
    ]
    hangs_on = _kin(course, (item for _, item in drawable))
    for domain, item in drawable:
        one = _candidate(item, enemies, situations, hangs_on[item.id])
        pools[domain].append(one)
    return _blueprint(exam, pools)


def rested(plan: Blueprint, answers: Iterable[Answer], now: datetime) -> Blueprint:
    """The blueprint without what was answered wrong in the sitting before.

    Minutes later it would show what was just read. A domain that has nothing else keeps it.

    Args:
        answers: graded ones.
    """
    wrong = {
        row.item
        for row in answers
        if row.outcome == "wrong" and now - row.time < SAME_SITTING
    }

    def of(field: Field) -> tuple[Candidate, ...]:
        others = (one for one in field.candidates if one.item not in wrong)
        return tuple(others) or field.candidates

    fields = tuple(replace(one, candidates=of(one)) for one in plan.fields)
    return replace(plan, fields=fields)


def domain_of(item: Item, exam: str) -> int | None:
    """The domain an item counts for: its objective's, else of the first it serves too."""
    for objective in (item.objective, *item.also):
        code, _, rest = objective.partition(".")
        if code == exam:
            return int(rest.partition(".")[0])
    return None


def covered(course: Course, exam: str) -> dict[int, tuple[int, int]]:
    """By domain of an exam, of how many of its objectives the course has questions, and
    how many it has.

    Args:
        exam: by its id.
    """
    served = {
        id
        for item in course.items.values()
        if item.kind in ASKABLE and item.status == "reviewed"
        for id in (item.objective, *item.also)
    }
    return {
        domain.number: (
            sum(one.id in served for one in domain.objectives),
            len(domain.objectives),
        )
        for domain in course.certifications[exam].domains
    }


def in_all(domains: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    """What `covered` found, of the whole exam."""
    return sum(n for n, _ in domains.values()), sum(n for _, n in domains.values())


def _blueprint(exam: Certification, pools: Mapping[int, list[Candidate]]) -> Blueprint:
    return Blueprint(
        exam=exam.id,
        code=exam.code,
        name=exam.name,
        questions=exam.questions[0],
        most=exam.questions[1],
        minutes=exam.minutes,
        hands_on_labs=exam.hands_on_labs,
        fields=tuple(
            Field(one.number, one.name, one.weight, tuple(pools[one.number]))
            for one in exam.domains
        ),
    )


def _candidate(
    item: Item,
    enemies: Mapping[str, set[str]],
    situations: Mapping[str, str],
    hangs_on: tuple[int, ...],
) -> Candidate:
    return Candidate(
        item=item.id,
        rev=item.rev,
        module=item.module,
        kept=item.pool == "exam",
        enemies=tuple(sorted(enemies.get(item.id, ()))),
        scenario=situations.get(item.id, ""),
        kin=hangs_on,
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
