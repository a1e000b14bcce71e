"""The three measures of an audit, by group, and the accuracy.

Definitions: Fairlearn's user guide, "Common fairness metrics", and Hardt and others (2016).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from certlab.errors import Refusal

MEASURES = {
    "approved": "approved, of all",
    "opportunity": "approved, of those who repay",
    "repay": "repaid, of the approved",
}


@dataclass(frozen=True)
class Audit:
    """Rates by group, 0 to 1; None where a group has nobody to count.

    Attributes:
        rates: by group, then by measure.
        people: by group.
        accuracy: share of right decisions over everybody.
    """

    rates: dict[str, dict[str, float | None]]
    people: dict[str, int]
    accuracy: float

    def gap(self, measure: str) -> float:
        """Largest less smallest rate over the groups that have one."""
        known = [one[measure] for one in self.rates.values()]
        values = [one for one in known if one is not None]
        return max(values) - min(values) if values else 0.0

    def __str__(self) -> str:
        groups = list(self.rates)
        lines = [f"{'':30}" + "".join(f"{one:>8}" for one in groups) + f"{'gap':>8}"]
        for measure, words in MEASURES.items():
            values = [self.rates[one][measure] for one in groups]
            shown = "".join(f"{'-' if v is None else f'{v:.3f}':>8}" for v in values)
            lines.append(f"{words:30}{shown}{self.gap(measure):>8.3f}")
        return "\n".join([*lines, f"{'accuracy':30}{self.accuracy:>8.3f}"])


def audit(
    groups: Sequence[str],
    approved: Sequence[bool],
    repaid: Sequence[bool],
    expected: Sequence[str] = ("A", "B"),
) -> Audit:
    """Rates of decisions by group.

    Args:
        groups: the group of each person.
        approved: the decision.
        repaid: what happened.
        expected: groups that must have members.

    Raises:
        Refusal: the lists differ in length, or a group has no members.
    """
    if not len(groups) == len(approved) == len(repaid):
        raise Refusal(
            f"The audit got {len(groups)} groups, {len(approved)} decisions and "
            f"{len(repaid)} outcomes; give one of each for every person."
        )
    empty = [one for one in expected if one not in set(groups)]
    if empty:
        raise Refusal(
            f"Group {empty[0]} has no members in this table, so it has no rates; "
            "collect some of its people, or leave it out of expected and say so."
        )
    people = list(zip(groups, approved, repaid, strict=True))
    rates = {
        group: _rates([(yes, good) for one, yes, good in people if one == group])
        for group in sorted(set(groups))
    }
    right = sum(yes == good for _, yes, good in people)
    counts = {group: sum(one == group for one in groups) for group in rates}
    return Audit(rates, counts, right / len(people))


def calibration(
    scores: Sequence[float], repaid: Sequence[bool], bands: int = 5
) -> list[tuple[float, float | None, int]]:
    """Mean score, share that repaid and people of each band of scores, from low to high."""
    found: list[tuple[float, float | None, int]] = []
    for band in range(bands):
        low, high = band / bands, (band + 1) / bands
        inside = [
            (score, good)
            for score, good in zip(scores, repaid, strict=True)
            if low <= score < high or score == high == 1
        ]
        count = len(inside)
        mean = sum(score for score, _ in inside) / count if count else (low + high) / 2
        share = sum(good for _, good in inside) / count if count else None
        found.append((mean, share, count))
    return found


def _rates(people: Sequence[tuple[bool, bool]]) -> dict[str, float | None]:
    approved = sum(yes for yes, _ in people)
    repaid = sum(good for _, good in people)
    both = sum(yes and good for yes, good in people)
    return {
        "approved": approved / len(people),
        "opportunity": both / repaid if repaid else None,
        "repay": both / approved if approved else None,
    }
