"""The ring: every rank sends to the next, and only to it."""

from dataclasses import dataclass

from certlab.labs.distributed.collectives.algorithms.direct import Exchange
from certlab.labs.distributed.collectives.chunks import Cuts
from certlab.labs.distributed.collectives.plan import Load, Plan, Send


@dataclass(frozen=True)
class _Ring(Plan):
    """A ring in which every rank passes on one chunk a step."""

    symmetric = True

    def load(self, step: int, cuts: Cuts) -> Load:
        """Each chunk travels once a step, so all of the buffer does; the first is largest."""
        del step  # all are alike
        return Load(self.ranks, cuts.total, cuts.size(0))

    def _send(self, turn: int, rank: int, shift: int, *, adds: bool) -> Send:
        chunk = (rank + shift - turn + 1) % self.ranks
        return Send(rank, (rank + 1) % self.ranks, range(chunk, chunk + 1), adds)


@dataclass(frozen=True)
class RingAllReduce(_Ring):
    """Reduce-scatter, then all-gather: 2 (p - 1) steps of one chunk."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return ("reduce-scatter", self.ranks - 1), ("all-gather", self.ranks - 1)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        half = self.ranks - 1
        if step <= half:
            return (self._send(step, rank, 0, adds=True),)
        # After the first half a rank has the sum of the chunk after its own number.
        return (self._send(step - half, rank, 1, adds=False),)

    def sent_most(self, cuts: Cuts) -> int:
        """Each half spares a rank one chunk, the next two; the last chunks are the small."""
        spared = [cuts.size(max(self.ranks - n, 0)) for n in (1, 2)]
        return 2 * cuts.total - sum(spared)


@dataclass(frozen=True)
class RingReduceScatter(_Ring):
    """p - 1 steps, begun one chunk earlier, so that rank r ends with chunk r."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("reduce-scatter", self.ranks - 1),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return (self._send(step, rank, -1, adds=True),)


@dataclass(frozen=True)
class RingAllGather(_Ring):
    """p - 1 steps: every chunk once around."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("all-gather", self.ranks - 1),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return (self._send(step, rank, 0, adds=False),)


@dataclass(frozen=True)
class RingBroadcast(Plan):
    """A chain from the root, chunk after chunk: p chunks through p - 1 links."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("broadcast", 2 * self.ranks - 2),) if self.ranks > 1 else ()

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        place = (rank - self.root) % self.ranks  # in the chain; the last sends nothing
        chunk = step - 1 - place
        if place == self.ranks - 1 or not 0 <= chunk < self.ranks:
            return ()
        return (Send(rank, (rank + 1) % self.ranks, range(chunk, chunk + 1)),)

    def load(self, step: int, cuts: Cuts) -> Load:
        """The chunks under way are neighbours; the first of them is the largest."""
        first = max(0, step - self.ranks + 1)
        last = min(step - 1, self.ranks - 1)
        count = last - first + 1
        return Load(count, cuts.sum(range(first, last + 1)), cuts.size(first))

    def sent_most(self, cuts: Cuts) -> int:
        """Nobody sends more than the root, which sends every chunk once."""
        return cuts.total if self.ranks > 1 else 0


@dataclass(frozen=True)
class RingAllToAll(Exchange):
    """Everything around the ring: a rank passes on what is not for it, ever less."""

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        origin = (rank - step + 1) % self.ranks
        chunks = [
            origin * self.ranks + (origin + far) % self.ranks
            for far in range(step, self.ranks)
        ]
        return (Send(rank, (rank + 1) % self.ranks, chunks),)

    def load(self, step: int, cuts: Cuts) -> Load:
        """Every rank passes on one chunk less than at the step before."""
        each = (self.ranks - step) * cuts.size(0)
        return Load(self.ranks, self.ranks * each, each)

    def sent_most(self, cuts: Cuts) -> int:
        """p - 1 chunks, then one less each time: half of p (p - 1)."""
        return self.ranks * (self.ranks - 1) // 2 * cuts.size(0)
