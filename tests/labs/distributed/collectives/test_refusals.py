"""What cannot be, said in one sentence with the numbers."""

from collections.abc import Callable

import pytest

from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import Collective, Link, Refusal
from certlab.words import Sentence

LINK = Link("a link", 1e-6, 1e9)


def of(
    kind: str, algorithm: str, ranks: int, size: int = 64, root: int = 0
) -> Collective:
    return Collective(kind, algorithm, ranks, size, LINK, root)


REFUSED: list[tuple[Callable[[], object], str]] = [
    (
        lambda: of("gather", "ring", 4),
        "There is no collective gather; choose one of all-r",
    ),
    (
        lambda: of("all-reduce", "star", 4),
        "There is no algorithm star; choose one of ring",
    ),
    (
        lambda: of("all-reduce", "halving-doubling", 6),
        (
            "halving-doubling pairs ranks by one bit of their numbers, so it needs a "
            "power of two, not 6; use 4 or 8 ranks, or the ring algorithm."
        ),
    ),
    (
        lambda: of("all-gather", "ring", 3, 1000),
        (
            "all-gather gives every rank an equal part, but 1,000 bytes cannot be "
            "divided equally among 3 ranks; use 999 or 1,002 bytes."
        ),
    ),
    (
        lambda: of("all-to-all", "tree", 4),
        "A tree is not used for all-to-all, because the ranks' p",
    ),
    (
        lambda: of("all-to-all", "in-switch", 4),
        "A switch cannot help all-to-all, because no",
    ),
    (
        lambda: of("all-reduce", "direct", 4),
        "The direct algorithm sends each rank something different, ",
    ),
    (
        lambda: of("all-reduce", "ring", 0),
        "0 ranks cannot be simulated; give 1 to 65,5",
    ),
    (
        lambda: of("all-reduce", "ring", 2, -1),
        "A message cannot have -1 bytes; give 0 or more.",
    ),
    (
        lambda: of("broadcast", "ring", 4, root=4),
        (
            "The collective cannot begin at rank 4, because 4 ranks are numbered 0 to 3; "
            "choose one of these."
        ),
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 65), [[1]] * 65),
        "Data can be moved among at most 64 ranks here, not 65; ",
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 2), [[1]]),
        "Each of the 2 ranks needs its own list of numbers, so give 2 lists, not 1.",
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 2), [[1], [1, 2]]),
        "Every rank must have the same count of numbers.",
    ),
    (
        lambda: collectives.moved(of("reduce-scatter", "ring", 2), [[1], [1]]),
        "1 numbers cannot be divided equally among 2 ranks; give a multiple of 2.",
    ),
    (
        lambda: collectives.draw.svg(
            collectives.account(of("all-reduce", "ring", 9)), 1
        ),
        "A picture shows at most 8 ranks, not 9; ",
    ),
    (
        lambda: collectives.draw.svg(
            collectives.account(of("all-reduce", "ring", 2)), 4
        ),
        "There is no step 4; choose one from 0 to 2.",
    ),
]


@pytest.mark.parametrize(("make", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_a_refusal_is_one_sentence(make: Callable[[], object], says: str) -> None:
    with pytest.raises(Refusal) as told:
        make()
    assert str(told.value).startswith(says)
    assert isinstance(told.value.says, Sentence)
    assert str(told.value).endswith(".")
