"""Readiness in each domain of an exam."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from certlab.readiness.assumptions import Assumptions
from certlab.readiness.evidence import Evidence
from certlab.readiness.guess import right
from certlab.readiness.posterior import Posterior
from certlab.readiness.score import expected, quantile
from certlab.study.exams.blueprint import Blueprint


@dataclass(frozen=True)
class DomainReadiness:
    """One domain.

    Attributes:
        weight: in percent, as published.
        seats: how many questions of a sitting are its.
        fresh: how many of its items were answered at least once.
        missing: how many more must be before anything is said; 0 when enough were.
        items: how many the course has.
        covered: how many of its `objectives` the course has questions on; `thin` when it
            has enough on fewer than half of them, and then nothing is said either.
        share: of its questions that would be right, guesses included, from 0 to 1;
            `low` and `high` are the 80 % interval of it.
    """

    domain: int
    name: str
    weight: int
    seats: int
    fresh: int
    missing: int
    items: int
    covered: int
    objectives: int
    thin: bool
    share: float
    low: float
    high: float


def by_domain(
    plan: Blueprint,
    found: dict[int, Evidence],
    seats: dict[int, int],
    known: Collection[str],
    after: Posterior,
    assumed: Assumptions,
) -> Iterable[DomainReadiness]:
    """A row for each domain that has a weight; `known` are objectives with items enough."""
    for part in plan.fields:
        if part.domain not in found:
            continue
        one = found[part.domain]
        values = [
            right(share, one.guess) for share in expected(one, assumed.transfer[0])
        ]
        chances = after.share(part.domain)
        yield DomainReadiness(
            domain=part.domain,
            name=part.name,
            weight=part.weight,
            seats=seats[part.domain],
            fresh=one.fresh,
            missing=max(0, assumed.fresh - one.fresh),
            items=one.items,
            covered=one.covered[0],
            objectives=one.covered[1],
            thin=2 * sum(pool.objective in known for pool in part.pools)
            < len(part.pools),
            share=sum(x * p for x, p in zip(values, chances, strict=True)),
            low=quantile(values, chances, 0.1),
            high=quantile(values, chances, 0.9),
        )
