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
    (lambda: of("gather", "ring", 4), "There is no collective gather; there is all-r"),
    (lambda: of("all-reduce", "star", 4), "There is no algorithm star; there is ring"),
    (
        lambda: of("all-reduce", "halving-doubling", 6),
        (
            "halving-doubling pairs ranks by a bit of their number and needs a power of "
            "two, not 6; take 4 or 8 ranks, or ring."
        ),
    ),
    (
        lambda: of("all-gather", "ring", 3, 1000),
        (
            "all-gather gives every rank an equal part, and 1,000 bytes do not divide "
            "among 3 ranks; take 999 or 1,002."
        ),
    ),
    (
        lambda: of("all-to-all", "tree", 4),
        "A tree does not do all-to-all: the ranks' p",
    ),
    (lambda: of("all-to-all", "in-switch", 4), "A switch does not help all-to-all: no"),
    (
        lambda: of("all-reduce", "direct", 4),
        "direct sends each rank something else, an",
    ),
    (
        lambda: of("all-reduce", "ring", 0),
        "0 ranks cannot be simulated; give 1 to 65,5",
    ),
    (lambda: of("all-reduce", "ring", 2, -1), "A message has 0 bytes or more, not -1."),
    (
        lambda: of("broadcast", "ring", 4, root=4),
        "There is no rank 4 to begin at: 4 ranks have the numbers 0 to 3.",
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 65), [[1]] * 65),
        "Data are moved among at most 64 ranks, not 65; ",
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 2), [[1]]),
        "2 ranks need as many lists of numbers, and there are 1.",
    ),
    (
        lambda: collectives.moved(of("all-reduce", "ring", 2), [[1], [1, 2]]),
        "Every rank must bring as many numbers as the others.",
    ),
    (
        lambda: collectives.moved(of("reduce-scatter", "ring", 2), [[1], [1]]),
        "1 numbers do not divide among 2 ranks.",
    ),
    (
        lambda: collectives.draw.svg(
            collectives.account(of("all-reduce", "ring", 9)), 1
        ),
        "A picture holds at most 8 ranks, not 9; ",
    ),
    (
        lambda: collectives.draw.svg(
            collectives.account(of("all-reduce", "ring", 2)), 4
        ),
        "There is no step 4; there are 2.",
    ),
]


@pytest.mark.parametrize(("make", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_a_refusal_is_one_sentence(make: Callable[[], object], says: str) -> None:
    with pytest.raises(Refusal) as told:
        make()
    assert str(told.value).startswith(says)
    assert isinstance(told.value.says, Sentence)
    assert str(told.value).endswith(".")
