"""A paper: what is asked in one mock exam, and what it lacks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from certlab.words import Sentence, plural, with_commas


@dataclass(frozen=True)
class Asked:
    """An item's place in a paper; `seed` is its variant."""

    item: str
    rev: int
    seed: int
    domain: int


@dataclass(frozen=True)
class Lack:
    """How many places an objective should have had, and how many questions it had for
    them; 0 of 0 where it has no question and its domain has few places."""

    objective: str
    wanted: int
    filled: int


@dataclass(frozen=True)
class Seats:
    """How many questions a domain's weight gives it, and how many the course could fill.

    Attributes:
        objectives: how many it has, and `lacks` those that have too few questions.
    """

    domain: int
    name: str
    weight: int
    wanted: int
    filled: int
    objectives: int
    lacks: tuple[Lack, ...]


@dataclass(frozen=True)
class Paper:
    """What is asked, in its order.

    Attributes:
        minutes: the official time, cut in proportion where there are fewer questions.
        official: how many questions the official exam has.
        publisher: who sets that, "" where nobody does.
        number: which of an exam's three papers it is, 0 where it is a random one.
    """

    exam: str
    code: str
    seed: int
    asked: tuple[Asked, ...]
    seats: tuple[Seats, ...]
    minutes: int
    official: int
    total_weight: int
    publisher: str = ""
    number: int = 0

    @property
    def unasked(self) -> float:
        """What the objectives without a question that could be drawn are, in percent of the exam."""
        parts = (
            one.weight * sum(not lack.filled for lack in one.lacks) / one.objectives
            for one in self.seats
            if one.lacks
        )
        return 100 * sum(parts) / self.total_weight

    @property
    def is_part(self) -> bool:
        """Whether so much cannot be asked that it is part of a paper only."""
        return self.unasked >= PART

    @property
    def notes(self) -> tuple[str, ...]:
        """What a learner should know of the draw before they begin, a sentence each."""
        found: list[str] = []
        lacks = [lack for one in self.seats for lack in one.lacks]
        if empty := [_number(one) for one in lacks if not one.filled]:
            found.append(self._empty(empty))
        if self.total_weight != 100:
            found.append(
                Sentence(
                    "The published weights sum to {total} %; "
                    "each is taken as its share of that sum.",
                    total=self.total_weight,
                )
            )
        if short := list(_short(lacks)):
            few = with_commas(short)
            found.append(
                Sentence("Too few questions could be drawn for {missing}.", missing=few)
            )
        return tuple(found)

    def _empty(self, objectives: Sequence[str]) -> Sentence:
        told = {"percent": int(self.unasked + 0.5), "list": with_commas(objectives)}
        if self.is_part:
            return plural(
                "This is a part-paper, because no question could be drawn for {percent} % "
                "of this exam: objective {list}.",
                "This is a part-paper, because no question could be drawn for {percent} % "
                "of this exam: objectives {list}.",
                len(objectives),
                **told,
            )
        return plural(
            "No question could be drawn for {percent} % of this exam: objective {list}.",
            "No question could be drawn for {percent} % of this exam: objectives {list}.",
            len(objectives),
            **told,
        )


PART = (
    100 / 3
)  # percent of an exam that cannot be asked, from which its paper is a part


def _number(lack: Lack) -> str:
    """An objective as its exam numbers it."""
    return lack.objective.partition(".")[2]


def _short(lacks: Iterable[Lack]) -> Iterator[Sentence]:
    """The objectives that have questions, and fewer than places."""
    for one in lacks:
        if 0 < one.filled < one.wanted:
            yield Sentence(
                "objective {objective} ({filled} of {wanted})",
                objective=_number(one),
                filled=one.filled,
                wanted=one.wanted,
            )
