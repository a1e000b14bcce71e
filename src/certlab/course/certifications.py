"""Certifications: their blueprint, and the objectives items hang on."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from certlab.course.problems import Problem
from certlab.course.readings import GuideRow, Reading, read_guide_row, read_reading
from certlab.course.steps import Step, read_step
from certlab.course.table import Table
from certlab.course.toml_file import read_toml

_PASS_MARK = re.compile(r"pass(ing)? (score|mark)[^.]*\d", re.IGNORECASE)


@dataclass(frozen=True)
class Quota:
    """How many graded items an objective should have in each pool, and no more."""

    practice: int
    exam: int


@dataclass(frozen=True)
class Objective:
    """One thing an exam asks; `official` when the guide numbers it so.

    `quota` follows from the domain's weight: the exam pool is for mocks that repeat
    nothing. None while nobody has set one.
    """

    id: str
    title: str
    official: bool
    quota: Quota | None = None


@dataclass(frozen=True)
class Domain:
    """A part of an exam with its weight in percent, as the web page gives it."""

    number: int
    name: str
    weight: int
    weight_pdf: int
    objectives: tuple[Objective, ...]


@dataclass(frozen=True)
class Conflict:
    """Where what is published contradicts itself, and what we use."""

    about: str
    says: str
    used: str


@dataclass(frozen=True)
class Certification:
    """One exam. No pass mark: none is published.

    `path` is the order in which to read and do labs; () where nobody has laid one. `alias`
    holds other codes that it is known by. Where labs share its minutes, `question_minutes`
    are what its questions have of them; 0 where they have all. `first` names the items that
    a newcomer is asked first. `guide` and `readings` are what its study guide says beside
    the objectives.
    """

    id: str
    code: str
    name: str
    level: str
    price_usd: int
    questions: tuple[int, int]
    hands_on_labs: int
    minutes: int
    verified: date | None
    tier: str
    sources: tuple[str, ...]
    page: str
    notes: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    domains: tuple[Domain, ...]
    path: tuple[Step, ...]
    file: str
    alias: tuple[str, ...] = ()
    question_minutes: int = 0
    first: tuple[str, ...] = ()
    guide: tuple[GuideRow, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def shares(self) -> dict[str, float]:
        """What each objective stands for in percent of the exam: nobody publishes more
        than its domain's weight, so that is divided evenly."""
        return {
            goal.id: domain.weight / len(domain.objectives)
            for domain in self.domains
            for goal in domain.objectives
        }


def read_certification(path: Path, file: str, problems: list[Problem]) -> Certification:
    """One file of content/certifications."""
    table = Table(read_toml(path, file, problems), file, problems)
    one = Certification(
        id=path.stem,
        code=table.text("code"),
        name=table.text("name"),
        level=table.choice("level", ("associate", "professional")),
        price_usd=table.integer("price_usd"),
        questions=_range(table, "questions"),
        hands_on_labs=table.integer("hands_on_labs", 0),
        minutes=table.integer("minutes"),
        verified=table.day("verified", need=True),
        tier=table.choice("tier", "ABCD"),
        sources=table.texts("sources", need=True),
        page=table.text("page"),
        notes=table.texts("note"),
        conflicts=tuple(read_conflict(one) for one in table.tables("conflict")),
        domains=tuple(
            _domain(one, path.stem) for one in table.tables("domain", need=True)
        ),
        path=tuple(
            read_step(one, number) for number, one in enumerate(table.tables("path"), 1)
        ),
        file=file,
        alias=table.texts("alias"),
        question_minutes=table.integer("question_minutes", 0),
        first=table.texts("first"),
        guide=tuple(read_guide_row(one) for one in table.tables("guide")),
        readings=tuple(read_reading(one) for one in table.tables("reading")),
    )
    table.done()
    if one.code.lower() != one.id:
        table.problem(f"code {one.code!r} does not match the file's name.")
    if one.question_minutes and not (
        one.hands_on_labs and 0 < one.question_minutes < one.minutes
    ):
        table.problem("question_minutes are part of minutes, which labs share.")
    total = sum(domain.weight for domain in one.domains)
    if total != 100 and not any("weight" in row.about for row in one.conflicts):
        table.problem(f"weights sum to {total}; say why in a conflict about weights.")
    ids = [objective.id for domain in one.domains for objective in domain.objectives]
    for id in {id for id in ids if ids.count(id) > 1}:
        table.problem(f"objective {id} is there twice; give one another number.")
    if any(_PASS_MARK.search(text) for text in one.notes):
        table.problem(
            "a note names a pass mark, and certlab knows none; remove that note."
        )
    return one


def _range(table: Table, name: str) -> tuple[int, int]:
    value = table.any(name)
    if isinstance(value, list) and [type(one) for one in value] == [int, int]:
        least, most = value
        return least, most
    table.problem(f"{name} must be [least, most], two whole numbers.")
    return 0, 0


def read_conflict(table: Table) -> Conflict:
    """A `[[conflict]]` of a certification, or of the programme."""
    row = Conflict(table.cell("about"), table.cell("says"), table.cell("used"))
    table.done()
    return row


def _domain(table: Table, code: str) -> Domain:
    number = table.integer("number")
    table.id = f"{code}.{number}"
    domain = Domain(
        number=number,
        name=table.text("name"),
        weight=table.integer("weight"),
        weight_pdf=table.integer("weight_pdf", 0),
        objectives=tuple(
            _objective(one, table.id) for one in table.tables("objective", need=True)
        ),
    )
    table.done()
    return domain


def _objective(table: Table, domain: str) -> Objective:
    table.id = str(table.data.get("id", ""))
    one = Objective(
        table.text("id"), table.text("title"), table.flag("official"), _quota(table)
    )
    table.done()
    head, _, last = one.id.rpartition(".")
    if head != domain or not last.isdigit():
        table.problem(f"an objective's id here reads {domain}.N.")
    return one


def _quota(table: Table) -> Quota | None:
    value = table.any("quota")
    if value is None:
        return None
    names = {"practice", "exam"}
    if isinstance(value, dict) and value.keys() == names:
        counts = [value["practice"], value["exam"]]
        if all(type(count) is int and count >= 0 for count in counts):
            return Quota(*counts)
    table.problem("quota must be { practice = 9, exam = 6 }, with counts of items.")
    return None
