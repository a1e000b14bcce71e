"""Quota and what is lent over it, as KAI Scheduler and Run:ai divide GPUs between teams.

Each team first gets what it asks for, up to its quota. What is left goes to those who ask
for more, in proportion to their weights, up to their limits. Source: KAI Scheduler,
docs/fairness. Its shares are fractions; GPUs are whole here, the largest fraction first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certlab.errors import Refusal


@dataclass(frozen=True, slots=True)
class Team:
    """What a team was promised and what it asks for, in GPUs.

    Attributes:
        name: of the team, no two alike.
        quota: what it is guaranteed.
        asks: what it wants now.
        weight: of its part in what is lent.
        limit: what it may have at most; None for no limit.
    """

    name: str
    quota: int
    asks: int
    weight: int = 1
    limit: int | None = None

    @property
    def most(self) -> int:
        """What it can get at most: what it asks for, within its limit."""
        return self.asks if self.limit is None else min(self.asks, self.limit)


@dataclass(frozen=True, slots=True)
class Share:
    """What a team gets, in GPUs.

    Attributes:
        own: within its quota.
        lent: over its quota.
        waits: what it asks for and does not get.
    """

    own: int
    lent: int
    waits: int


def shares(gpus: int, teams: Sequence[Team]) -> dict[str, Share]:
    """What each team gets of a cluster.

    Args:
        gpus: of the cluster.
        teams: in an order that decides where everything else is equal.

    Raises:
        Refusal: a number is negative, two teams have one name, or the quotas promise
            more than there is.
    """
    _check(gpus, teams)
    own = {one.name: min(one.quota, one.most) for one in teams}
    left = gpus - sum(own.values())
    lent = dict.fromkeys(own, 0)
    while left:
        wanting = [one for one in teams if one.most > own[one.name] + lent[one.name]]
        weights = sum(one.weight for one in wanting)
        if not weights:
            break
        parts = {
            one.name: min(
                Fraction(left * one.weight, weights),
                Fraction(one.most - own[one.name] - lent[one.name]),
            )
            for one in wanting
        }
        whole = {name: int(part) for name, part in parts.items()}
        if not any(whole.values()):  # fewer GPUs than teams: one each, by fraction
            first = sorted(parts, key=lambda name: -parts[name])[:left]
            whole = {name: 1 if parts[name] else 0 for name in first}
        for name, count in whole.items():
            lent[name] += count
            left -= count
    return {
        one.name: Share(
            own[one.name], lent[one.name], one.asks - own[one.name] - lent[one.name]
        )
        for one in teams
    }


def _check(gpus: int, teams: Sequence[Team]) -> None:
    for one in teams:
        for what, number in (
            ("a quota", one.quota),
            ("a wish", one.asks),
            ("a weight", one.weight),
            ("a limit", one.limit or 0),
        ):
            if number < 0:
                raise Refusal(
                    f"Team {one.name} has {what} of {number}; give 0 or more."
                )
    if len({one.name for one in teams}) < len(teams):
        raise Refusal("Two teams have the same name; give each its own.")
    promised = sum(one.quota for one in teams)
    if promised > gpus:
        raise Refusal(
            f"The quotas promise {promised} GPUs and the cluster has {gpus}; lower a quota."
        )
