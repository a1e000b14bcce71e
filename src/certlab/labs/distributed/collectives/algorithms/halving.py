"""Recursive halving and doubling: partners ever nearer, then ever farther.

Ranks pair by one bit of their number, so their count must be a power of two.
"""

from dataclasses import dataclass

from certlab.labs.distributed.collectives.algorithms.direct import Exchange
from certlab.labs.distributed.collectives.plan import Plan, Send


@dataclass(frozen=True)
class _Halving(Plan):
    @property
    def levels(self) -> int:
        """How often the ranks can be halved: log2 p."""
        return self.ranks.bit_length() - 1

    def _halve(self, level: int, rank: int) -> Send:
        """The partner's half of the block that the rank still sums."""
        far = self.ranks >> level
        partner = rank ^ far
        first = partner & ~(far - 1)
        return Send(rank, partner, range(first, first + far), adds=True)

    def _double(self, level: int, rank: int) -> Send:
        """All that the rank has, to the partner that has as much."""
        far = 1 << (level - 1)
        first = rank & ~(far - 1)
        return Send(rank, rank ^ far, range(first, first + far))


@dataclass(frozen=True)
class HalvingAllReduce(_Halving):
    """Halve the buffer while reducing, double it while gathering."""

    symmetric = True

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return ("reduce-scatter", self.levels), ("all-gather", self.levels)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        if step <= self.levels:
            return (self._halve(step, rank),)
        return (self._double(step - self.levels, rank),)


@dataclass(frozen=True)
class HalvingReduceScatter(_Halving):
    """log2 p steps, each half as large as the one before."""

    symmetric = True

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("reduce-scatter", self.levels),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return (self._halve(step, rank),)


@dataclass(frozen=True)
class DoublingAllGather(_Halving):
    """log2 p steps, each twice as large as the one before."""

    symmetric = True

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("all-gather", self.levels),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return (self._double(step, rank),)


@dataclass(frozen=True)
class HalvingBroadcast(_Halving):
    """The root scatters halves of halves, then all gather by doubling."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return ("scatter", self.levels), ("all-gather", self.levels)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        place = rank ^ self.root
        if step > self.levels:
            send = self._double(step - self.levels, place)
            return (Send(rank, send.target ^ self.root, send.chunks),)
        far = self.ranks >> step
        if place % (2 * far):
            return ()
        chunks = range(place + far, place + 2 * far)
        return (Send(rank, (place + far) ^ self.root, chunks),)


@dataclass(frozen=True)
class HalvingAllToAll(Exchange, _Halving):
    """log2 p steps, one bit of the destination each: half of all it holds each time."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("exchange", self.levels),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        far = 1 << (step - 1)
        low = rank & (far - 1)  # the bits of the destination that are settled
        origins = range(rank & ~(far - 1), (rank & ~(far - 1)) + far)
        chunks = [
            origin * self.ranks + to
            for origin in origins
            for to in range(low, self.ranks, far)
            if (to ^ rank) & far
        ]
        return (Send(rank, rank ^ far, chunks),)
