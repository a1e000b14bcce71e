"""A collective to be run: what, how, among how many, over which link."""

from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.distributed.collectives.chunks import Cuts
from certlab.labs.distributed.collectives.link import Link
from certlab.labs.distributed.collectives.plan import Plan
from certlab.labs.distributed.collectives.plans import EQUAL, plan_of
from certlab.words import Sentence

MOST_RANKS = 65_536


@dataclass(frozen=True)
class Collective:
    """One call of a collective operation.

    Attributes:
        kind: one of `KINDS`, "all-reduce".
        algorithm: one of `ALGORITHMS`, "ring".
        ranks: how many take part.
        bytes: the size that nccl-tests gives: a rank's whole buffer. For all-gather that
            is what it ends with, for reduce-scatter what it begins with.
        link: every rank's way out.
        root: where a broadcast begins.

    Raises:
        Refusal: the algorithm does not do it, or the numbers do not fit.
    """

    kind: str
    algorithm: str
    ranks: int
    bytes: int
    link: Link
    root: int = 0

    def __post_init__(self) -> None:
        _check(self)
        plan_of(self.kind, self.algorithm, self.ranks, self.root)

    @property
    def plan(self) -> Plan:
        """Who sends what to whom."""
        return plan_of(self.kind, self.algorithm, self.ranks, self.root)

    @property
    def cuts(self) -> Cuts:
        """How the buffers are cut; of all ranks together where chunks are all different."""
        parts = self.plan.parts
        return Cuts(self.bytes * (parts // self.ranks), parts)


def _check(one: Collective) -> None:
    if not 1 <= one.ranks <= MOST_RANKS:
        raise Refusal(
            Sentence(
                "{ranks} ranks cannot be simulated; give 1 to {most}.",
                ranks=f"{one.ranks:,}",
                most=f"{MOST_RANKS:,}",
            )
        )
    if one.bytes < 0:
        raise Refusal(
            Sentence("A message cannot have {n} bytes; give 0 or more.", n=one.bytes)
        )
    if one.kind in EQUAL and one.bytes % one.ranks:
        less = one.bytes - one.bytes % one.ranks
        raise Refusal(
            Sentence(
                "{kind} gives every rank an equal part, but {bytes} bytes cannot be "
                "divided equally among {ranks} ranks; use {less} or {more} bytes.",
                kind=one.kind,
                bytes=f"{one.bytes:,}",
                ranks=f"{one.ranks:,}",
                less=f"{less:,}",
                more=f"{less + one.ranks:,}",
            )
        )
    if not 0 <= one.root < one.ranks:
        raise Refusal(
            Sentence(
                "The collective cannot begin at rank {root}, because {ranks} ranks "
                "are numbered 0 to {last}; choose one of these.",
                root=one.root,
                ranks=f"{one.ranks:,}",
                last=f"{one.ranks - 1:,}",
            )
        )
