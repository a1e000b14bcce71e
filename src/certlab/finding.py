"""What a checker says of something that somebody wrote, or that a machine printed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import Literal

# A mistake does not work, or works as something else than was meant; a problem is a machine's,
# and worth a look at it; advice works and could be better; a note explains.
Weight = Literal["mistake", "problem", "advice", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a checker found.

    Attributes:
        rule: id of the rule that found it, "gpus-behind-image"; "" in a checker without ids.
        says: what is there, in one sentence.
        do: what to do or to run, where the sentence does not say so itself.
        where: the part that it is about, such as an object of a manifest or an option.
        line: of the text, from 1; 0 where it is about the whole.
    """

    rule: str
    says: str
    do: str = ""
    where: str = ""
    line: int = 0
    weight: Weight = "mistake"

    @property
    def advice(self) -> bool:
        """Whether it works as it is."""
        return self.weight == "advice"

    def __str__(self) -> str:
        head = f"{self.where}:" if self.where else f"[{self.rule}]" if self.rule else ""
        return " ".join(filter(None, (head, self.says, self.do)))


def listing(
    findings: Iterable[Finding],
    width: int = 84,
    words: Mapping[Weight, str] | None = None,
) -> str:
    """Findings as text, one under the other; a sentence where there is none.

    Args:
        words: what to put in front of a finding of each weight.
    """
    heads = words or {}
    lines = (f"{heads.get(one.weight, '')} {one}".lstrip() for one in findings)
    wrapped = [fill(line, width, subsequent_indent="    ") for line in lines]
    return "\n".join(wrapped) or "Nothing found."


def bullet(finding: Finding) -> str:
    """A line of a report: how much it weighs, its rule, its line and its sentence."""
    line = f", line {finding.line}" if finding.line else ""
    return f"- {finding.weight}, {finding.rule}{line}: {finding.says}"
