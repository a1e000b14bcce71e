"""What a checker found: a rule, what is wrong here, and what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import fill


@dataclass(frozen=True)
class Finding:
    """One mistake, or with `advice` something that works and should be better.

    Attributes:
        rule: the rule's id, "gpus-behind-image".
        says: what is wrong, in one sentence.
        do: what to do or to run.
    """

    rule: str
    says: str
    do: str
    advice: bool = False

    def __str__(self) -> str:
        head = "advice" if self.advice else "error"
        return f"{head} [{self.rule}] {self.says} {self.do}"


def listing(findings: Iterable[Finding], width: int = 84) -> str:
    """Findings as text, one under the other; a sentence where there is none."""
    lines = [fill(str(one), width, subsequent_indent="    ") for one in findings]
    return "\n".join(lines) or "Nothing found."
