"""Who sends what to whom at each step; an algorithm is a `Plan`."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from certlab.labs.distributed.collectives.chunks import Cuts


@dataclass(frozen=True)
class Send:
    """One message of a step.

    Attributes:
        source: the rank that sends; the switch has the number after the last rank.
        target: the rank that receives.
        chunks: which chunks, by number.
        adds: whether the receiver adds them to its own, or puts them in place.
    """

    source: int
    target: int
    chunks: Sequence[int]
    adds: bool = False


@dataclass(frozen=True)
class Load:
    """What a step puts on the links: messages, bytes in all, bytes of the largest."""

    messages: int
    bytes: int
    largest: int


@dataclass(frozen=True)
class Plan(ABC):
    """The steps of one collective by one algorithm.

    A plan computes what it is asked for and holds no list of messages: a ring of 4,096
    ranks has 33 million.

    Attributes:
        ranks: how many take part.
        root: where a broadcast begins.
    """

    ranks: int
    root: int = 0

    # Whether all ranks send alike, so that one rank's message tells the load of a step.
    symmetric = False

    @property
    @abstractmethod
    def phases(self) -> tuple[tuple[str, int], ...]:
        """Names of the phases, and how many steps each has."""

    @abstractmethod
    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        """What a rank, or the switch, sends at a step; steps count from 1."""

    @property
    def parts(self) -> int:
        """Into how many chunks the buffers of all are cut."""
        return self.ranks

    @property
    def senders(self) -> range:
        """Who may send: the ranks, and a switch where there is one."""
        return range(self.ranks)

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return sum(count for _, count in self.phases)

    def messages(self, step: int) -> Iterator[Send]:
        """All messages of a step."""
        for rank in self.senders:
            yield from self.sends(step, rank)

    def load(self, step: int, cuts: Cuts) -> Load:
        """What a step puts on the links."""
        if self.symmetric and cuts.total % cuts.parts == 0:
            (send,) = self.sends(step, 0)
            each = len(send.chunks) * cuts.size(0)
            return Load(self.ranks, self.ranks * each, each)
        sizes = [cuts.sum(send.chunks) for send in self.messages(step)]
        return Load(len(sizes), sum(sizes), max(sizes))

    def sent_most(self, cuts: Cuts) -> int:
        """Bytes that the busiest rank sends in all steps."""
        alike = self.symmetric and cuts.total % cuts.parts == 0
        return max(self.sent(rank, cuts) for rank in range(1 if alike else self.ranks))

    def sent(self, rank: int, cuts: Cuts, step: int | None = None) -> int:
        """Bytes that a rank has sent by the end of a step, or of all steps."""
        last = self.steps if step is None else step
        return sum(
            cuts.sum(send.chunks)
            for number in range(1, last + 1)
            for send in self.sends(number, rank)
        )
