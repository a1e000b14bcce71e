"""Drawing a paper by the blueprint's weights and objectives, and a seed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from certlab.errors import CourseError
from certlab.study.bank import VARIANTS
from certlab.study.exams.blueprint import Blueprint, Candidate, Field, Pool
from certlab.study.exams.chance import number
from certlab.study.exams.paper import Asked, Lack, Paper, Seats
from certlab.study.exams.parting import PAPERS, Parting, Placed, part
from certlab.study.item_order import parted
from certlab.words import Sentence


def draw(plan: Blueprint, seed: int, count: int | None = None) -> Paper:
    """Draw a paper; the same for everybody who gives this seed.

    Where an exam has three papers, the seeds 1 to 3 draw these; see `parting`. Of another:
    A domain's places go to its objectives, as many to each; what is over goes by the seed
    to those that have a question for it. An objective with too few is left short: filling
    its places from another would no longer be this exam. Half of each domain's questions
    come from those kept for exams, as far as there are enough, so that a second paper has
    some that the first one had not.

    Args:
        plan: what to draw from.
        seed: decides everything that is left to chance.
        count: how many questions to ask, where the course has as many; when None, as
            many seats as the official exam has, filled or not.
    """
    if count is None:
        three = parting(plan).papers if 1 <= seed <= PAPERS else ()
        if three:
            return _numbered(plan, seed, three[seed - 1])
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
    for field, places in zip(plan.fields, _places(plan, seats), strict=True):
        before = len(drawn)
        lacks = tuple(_fill(field, seed, places, drawn))
        filled.append(_seats(field, places, len(drawn) - before, lacks))
    return _paper(plan, seed, drawn, filled)


def parting(plan: Blueprint) -> Parting:
    """The three papers of an exam, or how many places are missing for them."""
    return part(plan, _places(plan, plan.questions))


def refuse_paper(plan: Blueprint, number: int) -> None:
    """Say why an exam has no such paper.

    Raises:
        CourseError: it has no three, or there are but three.
    """
    found = parting(plan)
    if found.papers and 1 <= number <= PAPERS:
        return
    told: dict[str, object] = {"exam": plan.code, "most": PAPERS, "n": number}
    told |= {"missing": found.missing, "places": found.places}
    if found.papers:
        says = Sentence("Paper {n}: {exam} has papers 1 to {most}.", **told)
    elif found.missing:
        says = Sentence(
            "Paper {n}: {exam} has no papers yet, because {missing} of their {places} "
            "places have no question.",
            **told,
        )
    else:
        says = Sentence(
            "Paper {n}: {exam} has no papers yet, because questions that must stay "
            "together or apart do not fit into {most}.",
            **told,
        )
    raise CourseError(says)


def _places(plan: Blueprint, seats: int) -> list[int]:
    """How many of so many seats each domain has."""
    return share([field.weight for field in plan.fields], seats)


def _numbered(plan: Blueprint, number: int, placed: Sequence[Placed]) -> Paper:
    """One of the three papers."""
    drawn = {one.candidate.item: (one.candidate, one.domain) for one in placed}
    seats = [
        _seats(field, places, places, ())
        for field, places in zip(
            plan.fields, _places(plan, plan.questions), strict=True
        )
    ]
    return replace(_paper(plan, number, drawn, seats), number=number)


def _seats(field: Field, wanted: int, filled: int, lacks: tuple[Lack, ...]) -> Seats:
    return Seats(
        domain=field.domain,
        name=field.name,
        weight=field.weight,
        wanted=wanted,
        filled=filled,
        objectives=len(field.pools),
        lacks=lacks,
    )


def _paper(
    plan: Blueprint,
    seed: int,
    drawn: Mapping[str, tuple[Candidate, int]],
    seats: Iterable[Seats],
) -> Paper:
    return Paper(
        exam=plan.exam,
        code=plan.code,
        seed=seed,
        asked=tuple(_ordered(drawn.values(), seed)),
        seats=tuple(seats),
        minutes=-(-plan.minutes * len(drawn) // plan.questions),
        official=plan.questions,
        total_weight=plan.total_weight,
        publisher=plan.publisher,
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


def _fill(
    field: Field, seed: int, places: int, drawn: dict[str, tuple[Candidate, int]]
) -> Iterator[Lack]:
    """Draw for a domain, round by round over its objectives; what those lack."""
    pools = {one.objective: _ranked(one, seed) for one in _in_turn(field, seed)}
    each, over = divmod(places, len(pools))
    wanted, had = dict.fromkeys(pools, each), dict.fromkeys(pools, 0)
    kept: list[bool] = []
    for turn in range(each + 1):
        for objective, ranked in pools.items():
            if turn == each and not over:
                break
            one = _next(ranked, drawn, 2 * sum(kept) <= len(kept))
            if one is not None:
                drawn[one.item] = one, field.domain
                kept.append(one.kept)
                had[objective] += 1
                if turn == each:  # of what is over
                    wanted[objective] += 1
                    over -= 1
    for objective in [id for id in pools if wanted[id] == each][:over]:
        wanted[objective] += 1  # nobody could fill it
    for pool in field.pools:
        id = pool.objective
        if had[id] < wanted[id] or not pools[id]:
            yield Lack(id, wanted[id], had[id])


def _in_turn(field: Field, seed: int) -> list[Pool]:
    """A domain's objectives in the order in which they are asked."""
    return sorted(
        field.pools, key=lambda one: (number(seed, one.objective), one.objective)
    )


def _ranked(pool: Pool, seed: int) -> list[Candidate]:
    """An objective's items of the exam's form, in the order in which they are taken."""
    return sorted(
        (one for one in pool.candidates if one.fits),
        key=lambda one: (number(seed, one.item), one.item),
    )


def _next(
    ranked: Iterable[Candidate], drawn: Mapping[str, object], kept: bool
) -> Candidate | None:
    """The next that may be asked, if there is one from those kept for exams, or not."""
    free = [
        one
        for one in ranked
        if one.item not in drawn and not any(enemy in drawn for enemy in one.enemies)
    ]
    return next((one for one in free if one.kept is kept), free[0] if free else None)


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
