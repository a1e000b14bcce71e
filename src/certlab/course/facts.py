"""Facts and their sources: every number has one home and says how sure it is."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from certlab.course.expression import Number
from certlab.course.problems import Problem
from certlab.course.table import Table, valid_id
from certlab.course.units import UNITS

TIERS = {
    "A": "primary text opened",
    "B": "two independent transcriptions agree",
    "C": "one transcription",
    "D": "no source opened",
}
GRADED = "AB"  # only these may stand behind a graded answer
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(_[a-z0-9]+)*")


@dataclass(frozen=True)
class Source:
    """A text somebody of ours opened, and when."""

    id: str
    title: str
    address: str
    publisher: str
    opened: date | None
    note: str
    file: str


@dataclass(frozen=True)
class Fact:
    """One value with its unit, its source and an evidence tier.

    Attributes:
        what: the label a table would give it.
        value: a number, or a text for versions and names.
        unit: from the closed table; "" for a bare count or a text.
        sparsity: "dense" or "sparse" for a tensor rate, else "".
        form: the form factor the value holds for, "SXM5", else "".
        tier: "A" to "D", see TIERS.
        exam_era: the name or value the exams still use, where it changed.
        current: the name or value of today, where it changed.
        version_of: how texts call the product whose version of today this is, else ().
    """

    id: str
    what: str
    value: Number | str
    unit: str
    sparsity: str
    form: str
    tier: str
    sources: tuple[str, ...]
    where: str
    as_of: str
    exam_era: str
    current: str
    note: str
    file: str
    version_of: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The value as a reader sees it, with its unit."""
        return with_unit(format_number(self.value), self.unit)


def format_number(value: Number | str) -> str:
    """A number for reading: thousands apart, no trailing zeros; a text unchanged."""
    if isinstance(value, str):
        return value
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,}"


def format_result(value: Number) -> str:
    """A computed number for reading: whole as it is, else four digits that count."""
    if float(value).is_integer():
        return f"{int(value):,}"
    return format_number(
        round(value, 1) if abs(value) >= 1000 else float(f"{value:.4g}")
    )


def with_unit(number: str, unit: str) -> str:
    """A number and its unit as they stand in a text; no space before % and x."""
    if unit == "x":
        return f"{number}×"
    return f"{number} {unit}" if unit else number


@dataclass(frozen=True)
class Numbers(Mapping[str, Number]):
    """Value by id of the facts that are numbers, for expressions.

    A value is looked up when it is asked for, because a course has thousands of facts
    and an expression reads two.
    """

    facts: Mapping[str, Fact]

    def __getitem__(self, id: str) -> Number:
        value = self.facts[id].value
        if isinstance(value, str):
            raise KeyError(id)
        return value

    def __iter__(self) -> Iterator[str]:
        return (id for id in self.facts if id in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def read_fact(data: dict[str, object], file: str, problems: list[Problem]) -> Fact:
    """One `[[fact]]` table."""
    table = Table(data, file, problems, str(data.get("id", "")))
    id = table.text("id")
    if not _ID.fullmatch(id):
        table.problem("an id reads entity.property, such as warp.threads.")
    fact = Fact(
        id=id,
        what=table.text("what"),
        value=_value(table),
        unit=table.text("unit", ""),
        sparsity=table.choice("sparsity", ("dense", "sparse"), ""),
        form=table.text("form", ""),
        tier=table.choice("tier", TIERS),
        sources=table.texts("sources"),
        where=table.text("where", ""),
        as_of=table.text("as_of", ""),
        exam_era=table.text("exam_era", ""),
        current=table.text("current", ""),
        note=table.text("note", ""),
        file=file,
        version_of=table.texts("version_of"),
    )
    if fact.version_of and not isinstance(fact.value, str):
        table.problem("a version is a text; 26.10 without quotes would be 26.1.")
    if fact.unit and fact.unit not in UNITS:
        table.problem(f"unit {fact.unit!r} is not in the table of units.")
    if fact.tier in ("A", "C") and not fact.sources:
        table.problem(f"tier {fact.tier} needs a source.")
    if fact.tier == "B" and len(fact.sources) < 2:
        table.problem("tier B needs two sources that agree.")
    if fact.unit.endswith(("FLOPS", "OPS")) and not fact.sparsity:
        table.problem('a rate needs sparsity = "dense" or "sparse".')
    table.done()
    return fact


def _value(table: Table) -> Number | str:
    value = table.any("value")
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        return value
    table.problem("value must be a number or a text.")
    return ""


def read_source(data: dict[str, object], file: str, problems: list[Problem]) -> Source:
    """One `[[source]]` table."""
    table = Table(data, file, problems, str(data.get("id", "")))
    id = table.text("id")
    if not valid_id(id):
        table.problem("an id is lower-case words joined by hyphens.")
    source = Source(
        id=id,
        title=table.text("title"),
        address=table.text("address"),
        publisher=table.text("publisher"),
        opened=table.day("opened", need=True),
        note=table.text("note", ""),
        file=file,
    )
    table.done()
    return source
