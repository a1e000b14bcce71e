"""A paper: the questions of one mock exam, drawn by the blueprint's weights and a seed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from certlab.study.bank import VARIANTS
from certlab.study.exams.blueprint import Blueprint, Candidate, Field
from certlab.study.item_order import parted
from certlab.words import Sentence, with_commas


@dataclass(frozen=True)
class Asked:
    """An item's place in a paper; `seed` is its variant."""

    item: str
    rev: int
    seed: int
    domain: int


@dataclass(frozen=True)
class Seats:
    """How many questions a domain's weight gives it, and how many the course could fill."""

    domain: int
    name: str
    weight: int
    wanted: int
    filled: int


@dataclass(frozen=True)
class Paper:
    """What is asked, in its order.

    Attributes:
        minutes: the official time, cut in proportion where there are fewer questions.
        official: how many questions the official exam has.
    """

    exam: str
    code: str
    seed: int
    asked: tuple[Asked, ...]
    seats: tuple[Seats, ...]
    minutes: int
    official: int
    total_weight: int

    @property
    def notes(self) -> tuple[str, ...]:
        """What a learner should know of the draw before they begin, a sentence each."""
        found: list[str] = []
        if self.total_weight != 100:
            found.append(
                Sentence(
                    "The published weights sum to {total} %; "
                    "each is taken as its share of that sum.",
                    total=self.total_weight,
                )
            )
        short = [one for one in self.seats if one.filled < one.wanted]
        if short:
            found.append(
                Sentence(
                    "{drawn} questions of the {wanted} wanted: "
                    "the course has too few yet for {missing}.",
                    drawn=len(self.asked),
                    wanted=sum(one.wanted for one in self.seats),
                    missing=_missing(short),
                )
            )
        return tuple(found)


def _missing(short: Iterable[Seats]) -> str:
    """The domains that have too few questions."""
    return with_commas(
        Sentence(
            "domain {domain} ({filled} of {wanted})",
            domain=one.domain,
            filled=one.filled,
            wanted=one.wanted,
        )
        for one in short
    )


def draw(plan: Blueprint, seed: int, count: int | None = None) -> Paper:
    """Draw a paper; the same for everybody who gives this seed.

    Half of each domain's questions come from those kept for exams, as far as there are
    enough, so that a second paper has some that the first one had not. A domain with too
    few is left short: filling it from another would no longer be this exam.

    Args:
        plan: what to draw from.
        seed: decides everything that is left to chance.
        count: how many questions to ask, where the course has as many; when None, as
            many seats as the official exam has, filled or not.
    """
    if count is None:
        return _seated(plan, seed, plan.questions)
    papers = (_seated(plan, seed, seats) for seats in range(count, plan.most + 1))
    found = next(papers)
    for paper in papers:
        if len(found.asked) >= count:
            break
        found = paper
    return found


def _seated(plan: Blueprint, seed: int, seats: int) -> Paper:
    """A paper with so many seats, shared out by weight."""
    drawn: dict[str, tuple[Candidate, int]] = {}
    filled = []
    wanted = share([field.weight for field in plan.fields], seats)
    for field, places in zip(plan.fields, wanted, strict=True):
        before = len(drawn)
        for candidate in _in_turn(field, seed, places):
            if len(drawn) - before == places:
                break
            if not any(enemy in drawn for enemy in candidate.enemies):
                drawn[candidate.item] = candidate, field.domain
        taken = len(drawn) - before
        filled.append(Seats(field.domain, field.name, field.weight, places, taken))
    return Paper(
        exam=plan.exam,
        code=plan.code,
        seed=seed,
        asked=tuple(_ordered(drawn.values(), seed)),
        seats=tuple(filled),
        minutes=-(-plan.minutes * len(drawn) // plan.questions),
        official=plan.questions,
        total_weight=plan.total_weight,
    )


def share(weights: Sequence[int], count: int) -> list[int]:
    """Whole numbers in proportion to weights: largest remainders, ties to the first."""
    total = sum(weights)
    found = [weight * count // total for weight in weights]
    rest = sorted(range(len(weights)), key=lambda n: (-(weights[n] * count % total), n))
    for n in rest[: count - sum(found)]:
        found[n] += 1
    return found


def freshest(
    plan: Blueprint, seeds: Iterable[int], count: int | None, seen: Mapping[str, object]
) -> int:
    """The seed among some whose paper has fewest items that were answered before."""

    def known(seed: int) -> int:
        return sum(one.item in seen for one in draw(plan, seed, count).asked)

    return min(seeds, key=known)


def _in_turn(field: Field, seed: int, places: int) -> list[Candidate]:
    """A domain's items in the order they are taken."""
    ranked = sorted(
        field.candidates, key=lambda one: (number(seed, one.item), one.item)
    )
    kept = [one for one in ranked if one.kept]
    half = (places + 1) // 2
    return kept[:half] + [one for one in ranked if not one.kept] + kept[half:]


def _ordered(drawn: Iterable[tuple[Candidate, int]], seed: int) -> Iterable[Asked]:
    """Mixed over the domains, siblings apart, the items of one situation together."""

    def place(candidate: Candidate) -> tuple[int, int, str]:
        group = number(seed, f"place:{candidate.scenario or candidate.item}")
        return group, number(seed, candidate.item), candidate.item

    domains = dict(drawn)
    mixed = sorted(domains, key=place)
    together = groupby(mixed, key=lambda one: one.scenario or one.item)
    for candidate in parted([list(group) for _, group in together], _shared):
        variant = number(seed, f"variant:{candidate.item}") % VARIANTS
        yield Asked(candidate.item, candidate.rev, variant, domains[candidate])


def _shared(one: Candidate, other: Candidate) -> int:
    """How much two questions share; see `item_order.kinship`."""
    return 2 * len({*one.kin} & {*other.kin}) + (one.module == other.module)


_WORD = 0xFFFFFFFF


def number(seed: int, name: str) -> int:
    """From 0 to 2**32 - 1: FNV-1a over "seed:name", its bits mixed by MurmurHash3's end.

    The second is fmix32 of https://github.com/aappleby/smhasher. The twin of this is
    app/static/exam/chance.js.
    """
    found = 0x811C9DC5
    for byte in f"{seed}:{name}".encode():
        found = (found ^ byte) * 0x01000193 & _WORD
    found = (found ^ found >> 16) * 0x85EBCA6B & _WORD
    found = (found ^ found >> 13) * 0xC2B2AE35 & _WORD
    return found ^ found >> 16
