"""What an exam may be drawn from: its domains with their weights, and their items."""

from collections.abc import Mapping
from dataclasses import dataclass

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.items import Item
from certlab.study.exam_codes import certification
from certlab.study.questions import ASKABLE, scenario_of

GRADED_KINDS = tuple(kind for kind in ASKABLE if kind != "card")


@dataclass(frozen=True)
class Candidate:
    """An item that may be drawn.

    Attributes:
        kept: whether it is kept for exams.
        enemies: items never asked in the same exam, named by either.
        scenario: id of the situation it belongs to, "" for none.
    """

    item: str
    rev: int
    module: str
    kept: bool
    enemies: tuple[str, ...]
    scenario: str


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
    situations = scenario_of(course)
    enemies = _enemies(course)
    for item in course.items.values():
        domain = domain_of(item, exam.id)
        if domain in pools and item.kind in GRADED_KINDS and item.status == "reviewed":
            pools[domain].append(_candidate(item, enemies, situations))
    return _blueprint(exam, pools)


def domain_of(item: Item, exam: str) -> int | None:
    """The domain an item counts for: its objective's, else of the first it serves too."""
    for objective in (item.objective, *item.also):
        code, _, rest = objective.partition(".")
        if code == exam:
            return int(rest.partition(".")[0])
    return None


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
    item: Item, enemies: Mapping[str, set[str]], situations: Mapping[str, str]
) -> Candidate:
    return Candidate(
        item=item.id,
        rev=item.rev,
        module=item.module,
        kept=item.pool == "exam",
        enemies=tuple(sorted(enemies.get(item.id, ()))),
        scenario=situations.get(item.id, ""),
    )


def _enemies(course: Course) -> dict[str, set[str]]:
    """Who must not meet whom: it is enough that one of two names the other."""
    found: dict[str, set[str]] = {}
    for item in course.items.values():
        for other in item.enemies:
            found.setdefault(item.id, set()).add(other)
            found.setdefault(other, set()).add(item.id)
    return found
