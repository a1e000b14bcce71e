"""Which algorithm does which collective, and why another does not."""

from certlab.errors import Refusal
from certlab.labs.distributed.collectives.algorithms.direct import DirectAllToAll
from certlab.labs.distributed.collectives.algorithms.halving import (
    DoublingAllGather,
    HalvingAllReduce,
    HalvingAllToAll,
    HalvingBroadcast,
    HalvingReduceScatter,
)
from certlab.labs.distributed.collectives.algorithms.ring import (
    RingAllGather,
    RingAllReduce,
    RingAllToAll,
    RingBroadcast,
    RingReduceScatter,
)
from certlab.labs.distributed.collectives.algorithms.switch import (
    SwitchAllGather,
    SwitchAllReduce,
    SwitchBroadcast,
    SwitchReduceScatter,
)
from certlab.labs.distributed.collectives.algorithms.tree import (
    TreeAllReduce,
    TreeBroadcast,
)
from certlab.labs.distributed.collectives.plan import Plan
from certlab.words import Sentence, with_commas

PLANS: dict[str, dict[str, type[Plan]]] = {
    "all-reduce": {
        "ring": RingAllReduce,
        "tree": TreeAllReduce,
        "halving-doubling": HalvingAllReduce,
        "in-switch": SwitchAllReduce,
    },
    "all-gather": {
        "ring": RingAllGather,
        "halving-doubling": DoublingAllGather,
        "in-switch": SwitchAllGather,
    },
    "reduce-scatter": {
        "ring": RingReduceScatter,
        "halving-doubling": HalvingReduceScatter,
        "in-switch": SwitchReduceScatter,
    },
    "broadcast": {
        "ring": RingBroadcast,
        "tree": TreeBroadcast,
        "halving-doubling": HalvingBroadcast,
        "in-switch": SwitchBroadcast,
    },
    "all-to-all": {
        "direct": DirectAllToAll,
        "ring": RingAllToAll,
        "halving-doubling": HalvingAllToAll,
    },
}
KINDS = tuple(PLANS)
ALGORITHMS = ("ring", "tree", "halving-doubling", "in-switch", "direct")
# Collectives whose call takes one count for all ranks, so that the parts are equal.
EQUAL = frozenset({"all-gather", "reduce-scatter", "all-to-all"})


def plan_of(kind: str, algorithm: str, ranks: int, root: int = 0) -> Plan:
    """The plan of a collective by an algorithm.

    Args:
        kind: one of `KINDS`.
        algorithm: one of `ALGORITHMS`.
        ranks: how many take part.
        root: the rank that a broadcast begins at.

    Raises:
        Refusal: there is no such collective or algorithm, or it cannot do that.
    """
    if kind not in PLANS:
        raise Refusal(
            Sentence(
                "There is no collective {kind}; choose one of {list}.",
                kind=kind,
                list=with_commas(KINDS),
            )
        )
    if algorithm not in ALGORITHMS:
        raise Refusal(
            Sentence(
                "There is no algorithm {name}; choose one of {list}.",
                name=algorithm,
                list=with_commas(ALGORITHMS),
            )
        )
    plan = PLANS[kind].get(algorithm)
    if plan is None:
        raise Refusal(_not_done(kind, algorithm))
    if not able(algorithm, ranks):
        low = 1 << (ranks.bit_length() - 1)
        raise Refusal(
            Sentence(
                "halving-doubling pairs ranks by one bit of their numbers, so it "
                "needs a power of two, not {ranks}; use {low} or {high} ranks, or "
                "the ring algorithm.",
                ranks=f"{ranks:,}",
                low=f"{low:,}",
                high=f"{2 * low:,}",
            )
        )
    return plan(ranks, root)


def able(algorithm: str, ranks: int) -> bool:
    """Whether an algorithm of a collective does so many ranks."""
    return algorithm != "halving-doubling" or ranks & (ranks - 1) == 0


def _not_done(kind: str, algorithm: str) -> Sentence:
    there = with_commas(PLANS[kind])
    if algorithm == "tree":
        return Sentence(
            "A tree is not used for {kind}, because the ranks' parts differ and "
            "all of them would pass through the root; choose {list}.",
            kind=kind,
            list=there,
        )
    if algorithm == "in-switch":
        return Sentence(
            "A switch cannot help {kind}, because no two messages are alike, so it "
            "has nothing to add and nothing to copy; choose {list}.",
            kind=kind,
            list=there,
        )
    return Sentence(
        "The direct algorithm sends each rank something different, whereas in "
        "{kind} all ranks get the same data or a sum; choose {list}.",
        kind=kind,
        list=there,
    )
