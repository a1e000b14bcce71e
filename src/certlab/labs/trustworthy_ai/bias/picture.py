"""The two groups of the page's picture: perfectly calibrated scores, different base rates."""

from certlab.labs.trustworthy_ai.bias.measures import Audit, audit

SCORES = (0.1, 0.3, 0.5, 0.7, 0.9)  # each is the share of its people that repays
PEOPLE = {"A": (20, 30, 40, 50, 60), "B": (60, 50, 40, 30, 20)}


def decided(thresholds: dict[str, float]) -> Audit:
    """The audit when each group is approved from its threshold on."""
    people = [
        (group, score >= thresholds[group], at < round(count * score))
        for group, counts in PEOPLE.items()
        for score, count in zip(SCORES, counts, strict=True)
        for at in range(count)
    ]
    groups, approved, repaid = zip(*people, strict=True)
    return audit(groups, approved, repaid)
