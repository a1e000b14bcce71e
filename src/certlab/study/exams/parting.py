"""Parting an exam's own questions into three papers; app/static/exam/parting.js is the twin.

The papers share no question. Each has the exam's places by weight, and in a domain as many
of each objective. Questions about one situation stay together, even where an objective has
one more for it in this paper and one less in another; those that must not meet stay apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from certlab.study.exams.blueprint import Blueprint, Candidate, Field
from certlab.study.exams.chance import number

PAPERS = 3
_MOST_STEPS = 20_000  # of the search; a pool that needs more is said not to fit

Needs = list[dict[str, int]]  # by paper, how many questions each objective still needs


class Placed(NamedTuple):
    """A question, with the domain and the objective whose place it takes."""

    candidate: Candidate
    domain: int
    objective: str


@dataclass(frozen=True)
class Parting:
    """Three papers, or none.

    Attributes:
        missing: how many places have no question; 0 without papers says that what must
            stay together or apart does not fit.
        places: of the three together.
    """

    papers: tuple[tuple[Placed, ...], ...]
    missing: int
    places: int


def part(plan: Blueprint, seats: Sequence[int]) -> Parting:
    """Three papers with so many places for each domain."""
    needs: Needs = [{} for _ in range(PAPERS)]
    missing = sum(map(_share, plan.fields, seats, [needs] * len(seats)))
    search = None if missing else _Search(plan, needs)
    papers = search.papers() if search and search.run() else ()
    return Parting(papers, missing, PAPERS * sum(seats))


def own(one: Field) -> dict[str, list[Candidate]]:
    """A domain's questions that are kept for exams, by objective."""
    return {
        pool.objective: [it for it in pool.candidates if it.kept and it.fits]
        for pool in one.pools
    }


def _share(one: Field, seats: int, needs: Needs) -> int:
    """Say what each paper needs of a domain's objectives; how many places are missing.

    What is over goes round by round to the objectives that have a question for it.
    """
    have = {id: len(items) for id, items in own(one).items()}
    each, over = divmod(seats, len(have))
    spare = {id: count - PAPERS * each for id, count in have.items()}
    turns = [(turn, id) for turn in range(PAPERS) for id in have if spare[id] > turn]
    more = [id for _, id in turns[: PAPERS * over]]
    dealt = [id for id in have for _ in range(more.count(id))]
    for paper, need in enumerate(needs):
        given = dealt[paper::PAPERS]
        need.update((id, each + given.count(id)) for id in have)
    short = sum(max(0, -count) for count in spare.values())
    return short + PAPERS * over - len(more)


@dataclass
class _Search:
    """Who sits in which paper, those first that hang on others."""

    plan: Blueprint
    first: Needs
    bound: list[list[Placed]] = field(init=False)
    free: dict[str, list[Placed]] = field(init=False)
    spare: dict[str, int] = field(init=False)
    taken: list[list[Placed]] = field(init=False)
    left: Needs = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        every = [
            Placed(one, field.domain, objective)
            for field in self.plan.fields
            for objective, items in own(field).items()
            for one in items
        ]
        there = {one.candidate.item for one in every}
        groups: dict[str, list[Placed]] = {}
        for one in every:
            name = one.candidate.scenario or one.candidate.item
            groups.setdefault(name, []).append(one)
        order = sorted(groups, key=lambda name: (number(0, name), name))
        units = [groups[name] for name in order]
        loose = [len(unit) == 1 and not there & {*_enemies(unit)} for unit in units]
        self.bound = [
            unit for unit, is_loose in zip(units, loose, strict=True) if not is_loose
        ]
        self.bound.sort(key=len, reverse=True)
        self.free = {id: [] for id in self.first[0]}
        for unit, is_loose in zip(units, loose, strict=True):
            if is_loose:
                self.free[unit[0].objective].append(unit[0])
        self.spare = {
            id: sum(one.objective == id for one in every)
            - sum(need[id] for need in self.first)
            for id in self.first[0]
        }
        self.taken = [[] for _ in self.first]

    def run(self) -> bool:
        """Seat one unit after another, going back where it does not work out."""
        needs, open_ = self.first, list[Iterator[Needs]]()
        while len(open_) < len(self.bound):
            self.steps += 1
            if self.steps > _MOST_STEPS:
                return False
            open_.append(self._choices(self.bound[len(open_)], needs))
            while (found := next(open_[-1], None)) is None:
                open_.pop()
                if not open_:
                    return False
            needs = found
        self.left = needs
        return True

    def _choices(self, unit: list[Placed], needs: Needs) -> Iterator[Needs]:
        """Seat it in one paper after the other, or in none; each is undone for the next."""
        for paper, after in self._ways(unit, needs):
            self.taken[paper] += unit
            yield after
            del self.taken[paper][-len(unit) :]
        if self._without(unit):
            for one in unit:
                self.spare[one.objective] -= 1
            yield needs
            for one in unit:
                self.spare[one.objective] += 1

    def papers(self) -> tuple[tuple[Placed, ...], ...]:
        """What was found, its places filled with those that hang on nothing."""
        free = {id: iter(some) for id, some in self.free.items()}
        for paper, need in enumerate(self.left):
            for id, count in need.items():
                self.taken[paper] += [next(free[id]) for _ in range(count)]
        return tuple(map(tuple, self.taken))

    def _ways(self, unit: list[Placed], needs: Needs) -> Iterator[tuple[int, Needs]]:
        """The papers it may go to, the roomiest first, and what they need after it."""
        enemies = {*_enemies(unit)}
        found = []
        for paper, seated in enumerate(self.taken):
            if any(one.candidate.item in enemies for one in (*seated, *unit)):
                continue
            after = [{**need} for need in needs]
            swaps = [_seat(one, paper, after) for one in unit]
            if None not in swaps:
                room = min(needs[paper][one.objective] for one in unit)
                found.append((sum(map(int, filter(None, swaps))), -room, paper, after))
        for _, _, paper, after in sorted(found, key=lambda one: one[:3]):
            yield paper, after

    def _without(self, unit: list[Placed]) -> bool:
        """Whether there are enough without it; a unit may hold several of an objective."""
        counts = [one.objective for one in unit]
        return all(self.spare[id] >= counts.count(id) for id in counts)


def _seat(one: Placed, paper: int, needs: Needs) -> bool | None:
    """Take a place; True where two papers had to change places for it, None for no way."""
    id, need = one.objective, needs[paper]
    swapped = not need[id]
    if swapped:
        other = max(range(PAPERS), key=lambda n: needs[n][id])
        domain = id.rpartition(".")[0]
        given = max(
            (it for it in need if need[it] and it.rpartition(".")[0] == domain),
            key=lambda it: need[it] - needs[other][it],
            default="",
        )
        if not needs[other][id] or not given:
            return None
        needs[other][id] -= 1
        needs[other][given] += 1
        need[given] -= 1
        need[id] += 1
    need[id] -= 1
    return swapped


def _enemies(unit: list[Placed]) -> Iterator[str]:
    for one in unit:
        yield from one.candidate.enemies
