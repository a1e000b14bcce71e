"""What a learner knows of each domain, as chances on a grid.

A learner has an overall level, and each domain's share of known items lies about it. So
little is said of a domain with few answers, and what is said leans on the others. All
sums are exact on the grid; nothing is drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from certlab.readiness.assumptions import Assumptions
from certlab.readiness.evidence import Evidence
from certlab.readiness.guess import right

SHARES = tuple((n + 0.5) / 40 for n in range(40))  # of a domain's items, known
LEVELS = tuple((n + 0.5) / 20 for n in range(20))  # their mean over the domains


@dataclass(frozen=True)
class Posterior:
    """Chances after the answers.

    Attributes:
        levels: of each of LEVELS.
        shares: by domain, for each of LEVELS, of each of SHARES.
    """

    levels: tuple[float, ...]
    shares: dict[int, list[list[float]]]

    def share(self, domain: int) -> list[float]:
        """Of each of SHARES, whatever the level."""
        rows = self.shares[domain]
        pairs = list(zip(self.levels, rows, strict=True))
        return [sum(level * row[n] for level, row in pairs) for n in range(len(SHARES))]


def posterior(found: Mapping[int, Evidence], assumed: Assumptions) -> Posterior:
    """What the first answers say, together with what is assumed."""
    mean, strength = assumed.level
    logs = [
        _log_beta(level, mean * strength, (1 - mean) * strength) for level in LEVELS
    ]
    priors = [_prior(level, assumed.likeness) for level in LEVELS]
    shares: dict[int, list[list[float]]] = {}
    for domain, evidence in found.items():
        likely, scale = _likelihood(evidence)
        shares[domain] = []
        for n, prior in enumerate(priors):
            row = [one * other for one, other in zip(prior, likely, strict=True)]
            whole = sum(row)
            logs[n] += log(whole) + scale
            shares[domain].append([one / whole for one in row])
    return Posterior(tuple(_normal(logs)), shares)


def _prior(level: float, likeness: float) -> list[float]:
    a, b = level * likeness, (1 - level) * likeness
    return _normal([_log_beta(share, a, b) for share in SHARES])


def _log_beta(x: float, a: float, b: float) -> float:
    return (a - 1) * log(x) + (b - 1) * log(1 - x)


def _likelihood(evidence: Evidence) -> tuple[list[float], float]:
    """Of the first answers at each share, over its greatest; and that one's logarithm."""
    logs = []
    for share in SHARES:
        total = 0.0
        for (correct, chance), weight in evidence.firsts.items():
            p = right(share, chance)
            total += weight * log(p if correct else 1 - p)
        logs.append(total)
    scale = max(logs)
    return [exp(one - scale) for one in logs], scale


def _normal(logs: Sequence[float]) -> list[float]:
    scale = max(logs)
    found = [exp(one - scale) for one in logs]
    whole = sum(found)
    return [one / whole for one in found]
