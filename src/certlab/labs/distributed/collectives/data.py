"""The data really moves: what every rank holds after each step, and whether it is right."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, starmap
from operator import add, or_
from typing import TypeVar

from certlab.errors import Refusal
from certlab.labs.distributed.collectives.chunks import Cuts
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.plan import Plan
from certlab.words import Sentence

T = TypeVar("T")
MOST_MOVED = 64  # ranks whose data are moved for real; the account has no such limit

Holdings = tuple[
    dict[int, int], ...
]  # by rank: which contributions a chunk holds, in bits
Buffers = tuple[tuple[int, ...], ...]  # by rank: its numbers


def moved(one: Collective, data: Sequence[Sequence[int]]) -> Buffers:
    """Run a collective on real numbers.

    Args:
        one: the collective; its `bytes` do not matter here.
        data: each rank's numbers. For all-gather one rank's part, else the whole buffer.

    Returns:
        What each rank has at the end. For reduce-scatter that is one rank's part.

    Raises:
        Refusal: the data do not fit the ranks, or there are too many to move.
    """
    plan, cuts = one.plan, _cuts(one, data)
    state: list[dict[int, tuple[int, ...]]] = [{} for _ in range(one.ranks)]
    for rank, numbers in enumerate(data):
        chunks = _first(one, rank)
        start = cuts.start(chunks[0]) if chunks else 0
        for chunk in chunks:
            begin, end = cuts.start(chunk) - start, cuts.start(chunk + 1) - start
            state[rank][chunk] = tuple(numbers[begin:end])
    for after in _walk(plan, state, _sum):
        state = after
    return tuple(
        tuple(number for chunk in last(one, rank) for number in state[rank][chunk])
        for rank in range(one.ranks)
    )


def expected(one: Collective, data: Sequence[Sequence[int]]) -> Buffers:
    """What the operation means, without any algorithm: plain sums and copies."""
    ranks, cuts = range(one.ranks), _cuts(one, data)
    if one.kind == "broadcast":
        return tuple(tuple(data[one.root]) for _ in ranks)
    if one.kind == "all-gather":
        return (tuple(number for part in data for number in part),) * one.ranks
    if one.kind == "all-to-all":
        each = len(data[0]) // one.ranks
        return tuple(
            tuple(n for part in data for n in part[rank * each : (rank + 1) * each])
            for rank in ranks
        )
    total = tuple(map(sum, zip(*data, strict=True)))
    if one.kind == "all-reduce":
        return (total,) * one.ranks
    return tuple(total[cuts.start(rank) : cuts.start(rank + 1)] for rank in ranks)


def holdings(one: Collective) -> Iterator[Holdings]:
    """Whose contributions every rank's chunks hold: at the start, then after each step.

    Raises:
        Refusal: there are too many ranks to follow.
    """
    _few(one)
    state: list[dict[int, int]] = [
        dict.fromkeys(_first(one, rank), 1 << rank) for rank in range(one.ranks)
    ]
    yield tuple(state)
    for after in _walk(one.plan, state, or_):
        yield tuple(after[: one.ranks])


def _walk(
    plan: Plan, state: list[dict[int, T]], join: Callable[[T, T], T]
) -> Iterator[list[dict[int, T]]]:
    """What all hold after each step. What a switch receives, it sends in the same step."""
    for step in range(1, plan.steps + 1):
        after = [dict(held) for held in state] + [
            {} for _ in plan.senders[len(state) :]
        ]
        for rank in plan.senders:
            source = state[rank] if rank < plan.ranks else after[rank]
            for send in plan.sends(step, rank):
                target = after[send.target]
                for chunk in send.chunks:
                    value = source[chunk]
                    if send.adds and chunk in target:
                        value = join(target[chunk], value)
                    target[chunk] = value
        state = after[: plan.ranks]
        yield after


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(starmap(add, zip(one, other, strict=True)))


def _first(one: Collective, rank: int) -> Sequence[int]:
    """The chunks that a rank begins with."""
    if one.kind == "broadcast":
        return range(one.ranks) if rank == one.root else range(0)
    if one.kind == "all-gather":
        return range(rank, rank + 1)
    if one.kind == "all-to-all":
        return range(rank * one.ranks, (rank + 1) * one.ranks)
    return range(one.ranks)


def last(one: Collective, rank: int) -> Sequence[int]:
    """The chunks that a rank must have in the end."""
    if one.kind == "reduce-scatter":
        return range(rank, rank + 1)
    if one.kind == "all-to-all":
        return range(rank, one.ranks**2, one.ranks)
    return range(one.ranks)


def _few(one: Collective) -> None:
    if one.ranks > MOST_MOVED:
        raise Refusal(
            Sentence(
                "Data can be moved among at most {most} ranks here, not {ranks}; "
                "use fewer ranks, or simulate the collective without data.",
                most=MOST_MOVED,
                ranks=f"{one.ranks:,}",
            )
        )


def _cuts(one: Collective, data: Sequence[Sequence[int]]) -> Cuts:
    _few(one)
    if len(data) != one.ranks:
        raise Refusal(
            Sentence(
                "Each of the {ranks} ranks needs its own list of numbers, so give "
                "{ranks} lists, not {lists}.",
                ranks=one.ranks,
                lists=len(data),
            )
        )
    if any(len(a) != len(b) for a, b in pairwise(data)):
        raise Refusal(Sentence("Every rank must have the same count of numbers."))
    count = len(data[0])
    if one.kind == "all-gather":
        return Cuts(count * one.ranks, one.ranks)
    if one.kind in ("reduce-scatter", "all-to-all") and count % one.ranks:
        raise Refusal(
            Sentence(
                "{count} numbers cannot be divided equally among {ranks} ranks; "
                "give a multiple of {ranks}.",
                count=count,
                ranks=one.ranks,
            )
        )
    if one.kind == "all-to-all":
        return Cuts(count * one.ranks, one.ranks**2)
    return Cuts(count, one.ranks)
