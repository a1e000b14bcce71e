"""Simulated learners: what they know, learn and forget. None of it is FSRS.

A learner knows an item because they know its subject, or because they remember it from
practice. The first is an ability by domain against the item's difficulty; it grows with
study and fades without. The second is one of two models that the estimate does not use:
ACT-R (activation by the age of each encounter, Anderson and Schooler 1991,
https://doi.org/10.1111/j.1467-9280.1991.tb00174.x) or half-lives that grow with right
answers (Settles and Meeder 2016, https://doi.org/10.18653/v1/P16-1174).
"""

from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import Protocol

SLIP = 0.03  # of answers go wrong although the learner knows
FADING = 90.0  # days until half of what study added is gone


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


class Memory(Protocol):
    """What is remembered of one item."""

    def recall(self, day: float) -> float: ...

    def meet(self, day: float, right: bool) -> None: ...


@dataclass
class ActR:
    """Activation is the logarithm of a sum of powers of the encounters' ages in days."""

    decay: float
    threshold: float
    noise: float
    met: list[float] = field(default_factory=list)

    def recall(self, day: float) -> float:
        if not self.met:
            return 0.0
        ages = [max(day - one, 0.01) for one in self.met]
        active = log(sum(age**-self.decay for age in ages))
        return logistic((active - self.threshold) / self.noise)

    def meet(self, day: float, right: bool) -> None:  # noqa: ARG002 -- the other takes it
        self.met.append(day)


@dataclass
class HalfLife:
    """Recall halves in a time that right answers make longer and wrong ones shorter."""

    half: float
    growth: float
    last: float | None = None

    def recall(self, day: float) -> float:
        return 0.0 if self.last is None else 2 ** (-(day - self.last) / self.half)

    def meet(self, day: float, right: bool) -> None:
        if self.last is not None and day - self.last > 0.5:
            self.half *= self.growth if right else 0.6
            self.half = min(max(self.half, 0.5), 400)
        self.last = day


@dataclass
class Learner:
    """One learner of one course.

    Attributes:
        family: "act-r" or "half-life".
        overlap: the share of the exam that asks what an item of the course asks.
        gain: logits that a new item adds to its domain's ability.
    """

    rng: Random
    family: str
    ability: dict[int, float]
    gain: float
    overlap: float
    form: float
    decay: float
    strength: float
    studied: dict[int, tuple[float, float]] = field(default_factory=dict)
    difficulty: dict[str, float] = field(default_factory=dict)
    luck: dict[str, float] = field(default_factory=dict)
    memory: dict[str, Memory] = field(default_factory=dict)

    def able(self, domain: int, day: float) -> float:
        """Ability in logits on a day."""
        added, since = self.studied.get(domain, (0.0, day))
        return self.ability[domain] + float(added * 0.5 ** ((day - since) / FADING))

    def study(self, domain: int, day: float, logits: float) -> None:
        """Learn something of a domain that its other items gain from."""
        added = self.able(domain, day) - self.ability[domain]
        self.studied[domain] = (added + logits, day)

    def knows(self, item: str, domain: int, day: float) -> float:
        """The chance to know an item; it is 0 or 1 but for what memory adds."""
        if item not in self.luck:
            self.luck[item] = self.rng.random()
            self.difficulty[item] = self.rng.gauss(0, 0.9)
        able = logistic(self.able(domain, day) - self.difficulty[item])
        if self.luck[item] < able:
            return 1.0
        memory = self.memory.get(item)
        return memory.recall(day) if memory else 0.0

    def answer(self, item: str, domain: int, day: float, guess: float) -> bool:
        """Answer an item of the course, and learn from what is said after it."""
        known = self.knows(item, domain, day)
        right = self.rng.random() < (known + (1 - known) * guess) * (1 - SLIP)
        if item not in self.memory:
            self.study(domain, day, self.gain)
            self.memory[item] = self.model(right)
        self.memory[item].meet(day, right)
        return right

    def model(self, right: bool) -> Memory:
        """What is remembered of an item that is met for the first time."""
        rng = self.rng
        if self.family == "act-r":
            threshold = -self.strength + rng.gauss(0, 0.4)
            return ActR(self.decay, threshold, 0.4)
        half = exp(self.strength + rng.gauss(0, 0.5)) * (3 if right else 1)
        return HalfLife(half, 1 + 2 * self.decay)

    def sit(self, domain: int, items: list[str], day: float, guess: float) -> bool:
        """Answer one question of the real exam, about a domain."""
        if self.rng.random() < self.overlap:
            known = self.knows(self.rng.choice(items), domain, day)
        else:
            hard = self.rng.gauss(self.form, 0.9)
            known = logistic(self.able(domain, day) - hard)
        return self.rng.random() < (known + (1 - known) * guess) * (1 - SLIP)


def learner(rng: Random, domains: list[int], overlap: float | None = None) -> Learner:
    """Draw a learner.

    Args:
        rng: decides everything, also what the learner does later.
        domains: of the exam.
        overlap: drawn when None, 0.4 on average.
    """
    level = rng.gauss(0.4, 0.9)
    return Learner(
        rng=rng,
        family=rng.choice(("act-r", "half-life")),
        ability={domain: level + rng.gauss(0, 0.6) for domain in domains},
        gain=rng.uniform(0.0, 0.03),
        overlap=rng.betavariate(2, 3) if overlap is None else overlap,
        form=rng.gauss(0, 0.2),
        decay=rng.uniform(0.3, 0.7),
        strength=rng.uniform(0.2, 1.8),
    )
