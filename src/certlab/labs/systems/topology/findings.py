"""What a reader has to say, one sentence a finding."""

from dataclasses import dataclass

from certlab.finding import Finding, bullet


def problem(rule: str, says: str) -> Finding:
    """What is worth a look at the machine; the rule is what was looked at, in a word."""
    return Finding(rule, says, weight="problem")


def note(rule: str, says: str) -> Finding:
    """What explains."""
    return Finding(rule, says, weight="note")


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
        return "\n".join(map(bullet, ordered))
