"""What a reader has to say, one sentence a finding."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Weight = Literal["problem", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    Attributes:
        rule: what was looked at, in a word or two.
        says: the sentence.
        weight: a problem is worth a look at the machine, a note explains.
    """

    rule: str
    says: str
    weight: Weight = "note"


@dataclass(frozen=True, slots=True)
class Report:
    """All of them."""

    findings: tuple[Finding, ...]

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Those worth a look."""
        return tuple(one for one in self.findings if one.weight == "problem")

    def __str__(self) -> str:
        if not self.findings:
            return "Nothing stands out."
        ordered = sorted(self.findings, key=lambda one: one.weight != "problem")
        return "\n".join(f"- {one.weight}, {one.rule}: {one.says}" for one in ordered)


def listed(names: Iterable[object]) -> str:
    """Names with commas, and "and" before the last."""
    *head, last = [*map(str, names)] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def counted(many: int, one: str, several: str = "") -> str:
    """ "1 link", "2 links"."""
    return f"{many:,} {one if many == 1 else several or one + 's'}"
