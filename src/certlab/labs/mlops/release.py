"""A new version beside the old one: as a shadow, which answers nobody, and as a canary."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from certlab.errors import Refusal

MINUTES = 120  # how long a canary is watched before it gets everything
REQUESTS = 100  # a minute, to both versions together
DELAY = 10  # minutes from an answer until its error stands in the metrics

Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Shadow:
    """What a shadow run tells.

    Attributes:
        answers: what the callers got, which is always the old version's answer.
        beside: the new version's answer to the same request; None where it failed.
        errors: the kinds of its failures, in the order in which they came.
    """

    answers: tuple[float, ...]
    beside: tuple[float | None, ...]
    errors: tuple[str, ...]

    @property
    def apart(self) -> tuple[float, ...]:
        """By how much the new answer is above the old one, where both are there."""
        return tuple(
            new - old
            for old, new in zip(self.answers, self.beside, strict=True)
            if new is not None
        )


def shadow(
    requests: Sequence[Row],
    old: Callable[[Row], float],
    new: Callable[[Row], float],
) -> Shadow:
    """Ask both versions the same; a failure of the new one reaches nobody.

    Raises:
        Refusal: there are no requests.
    """
    if not requests:
        raise Refusal("shadow: no request came, so nothing was compared; send some.")
    answers: list[float] = []
    beside: list[float | None] = []
    errors: list[str] = []
    for request in requests:
        answers.append(old(request))
        try:
            beside.append(new(request))
        except Exception as error:  # noqa: BLE001 - whatever fails here is the finding
            beside.append(None)
            errors.append(type(error).__name__)
    return Shadow(tuple(answers), tuple(beside), tuple(errors))


@dataclass(frozen=True, slots=True)
class Rule:
    """When a canary is taken back.

    Attributes:
        share: per cent of the requests that the new version answers.
        least: answers of the new version before anybody judges.
        limit: percentage points by which its share of errors may exceed the old one's.

    Raises:
        Refusal: a share that leaves one of the two without requests, or a number below 0.
    """

    share: float
    least: int
    limit: float

    def __post_init__(self) -> None:
        if not 0 < self.share < 100:
            raise Refusal(
                f"a canary with {self.share:g} % of the requests leaves nothing to compare "
                "it with; take a share between 0 and 100 %."
            )
        if self.least < 1 or self.limit < 0:
            raise Refusal(
                "a canary is judged after 1 answer or more, by 0 points or more."
            )


@dataclass(frozen=True, slots=True)
class Canary:
    """How one canary went.

    Attributes:
        stopped: the minute in which it was taken back; None where it was not.
        judged: whether it had its least number of answers before the time was up.
        failed: requests that the new version answered with an error until then.
    """

    stopped: int | None
    judged: bool
    failed: int


def canary(rule: Rule, old: float, new: float, seed: int) -> Canary:
    """Play one canary, minute by minute.

    Args:
        rule: what sends requests to it, and stops it.
        old: per cent of requests that fail in the old version.
        new: per cent of requests that fail in the new one.
        seed: of which request goes where and which fails.
    """
    rng = random.Random(seed)
    seen: list[tuple[int, int, int, int]] = [
        (0, 0, 0, 0)
    ]  # answers, errors; new, then old
    for minute in range(1, MINUTES + 1):
        mine, wrong, theirs, failed = seen[-1]
        to_new = _drawn(rng, REQUESTS, rule.share)
        mine, wrong = mine + to_new, wrong + _drawn(rng, to_new, new)
        to_old = REQUESTS - to_new
        theirs, failed = theirs + to_old, failed + _drawn(rng, to_old, old)
        seen.append((mine, wrong, theirs, failed))
        if minute > DELAY and _is_worse(rule, *seen[minute - DELAY]):
            return Canary(minute, True, wrong)
    return Canary(None, seen[-1][0] >= rule.least, seen[-1][1])


def _is_worse(rule: Rule, mine: int, wrong: int, theirs: int, failed: int) -> bool:
    if mine < rule.least or not theirs:
        return False
    return 100 * (wrong / mine - failed / theirs) > rule.limit


def _drawn(rng: random.Random, times: int, percent: float) -> int:
    return sum(rng.random() * 100 < percent for _ in range(times))


@dataclass(frozen=True, slots=True)
class Tally:
    """Many canaries by one rule.

    Attributes:
        stopped: how many were taken back.
        blind: how many got everything without having been judged.
        failed: errors that the new version answered with, on average.
    """

    stopped: int
    blind: int
    failed: float


def tally(rule: Rule, old: float, new: float, runs: int = 100) -> Tally:
    """Play as many canaries, each with a seed of its own."""
    played = [canary(rule, old, new, seed) for seed in range(runs)]
    return Tally(
        sum(one.stopped is not None for one in played),
        sum(not one.judged for one in played),
        sum(one.failed for one in played) / runs,
    )
