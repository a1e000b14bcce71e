"""What holds for all exams of whoever sets them, in content/programme.toml, which need not be there.

[[rule]]
about = "Another attempt"
says = "14 days after the last one, and five attempts within twelve months."
tier = "C"                                # how sure it is, as with a fact
sources = ["certifications-compared-quidproquo"]
day = true                                # to know on the day itself; left out, before

[[conflict]]                              # what circulates, and what is used here
about = "another attempt"
says = "A study guide asks for 60 days after the second attempt."
used = "14 days"
"""

from dataclasses import dataclass
from pathlib import Path

from certlab.course.certifications import Conflict, read_conflict
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml

FILE = "content/programme.toml"


@dataclass(frozen=True)
class Rule:
    """One thing that holds for each exam.

    Attributes:
        id: what it is about, such as "Another attempt".
        says: the rule, in a sentence or two of Markdown.
        tier: how sure it is, as `facts.TIERS` has it.
        sources: ids of what was opened for it.
        day: whether one needs it on the day itself.
        file: where it stands.
    """

    id: str
    says: str
    tier: str
    sources: tuple[str, ...]
    day: bool
    file: str = FILE


@dataclass(frozen=True)
class Programme:
    """The rules, and what circulates about them and is not so."""

    rules: tuple[Rule, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


def read_programme(root: Path, problems: list[Problem]) -> Programme:
    """What the file says; nothing where there is none."""
    path = root / FILE
    if not path.exists():
        return Programme()
    table = Table(read_toml(path, FILE, problems), FILE, problems)
    rules = tuple(_rule(one) for one in table.tables("rule"))
    conflicts = tuple(read_conflict(one) for one in table.tables("conflict"))
    table.done()
    names = [one.id for one in rules]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            table.problem(f"two rules are about {name}; write one.")
    return Programme(rules, conflicts)


def _rule(table: Table) -> Rule:
    table.id = table.cell("about")
    rule = Rule(
        id=table.id,
        says=table.cell("says"),
        tier=table.choice("tier", "ABCD"),
        sources=table.texts("sources", need=True),
        day=table.flag("day"),
    )
    table.done()
    return rule
