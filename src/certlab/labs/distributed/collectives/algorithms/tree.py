"""The tree: pairs, then pairs of pairs, the whole buffer each time; not pipelined."""

from dataclasses import dataclass

from certlab.labs.distributed.collectives.plan import Plan, Send


@dataclass(frozen=True)
class _Tree(Plan):
    """A binomial tree over any number of ranks, the root at place 0."""

    @property
    def levels(self) -> int:
        """Steps from the leaves to the root: log2 p, rounded up."""
        return (self.ranks - 1).bit_length()

    def _up(self, level: int, rank: int) -> tuple[Send, ...]:
        place, far = (rank - self.root) % self.ranks, 1 << (level - 1)
        if place % (2 * far) != far:
            return ()
        return (Send(rank, (rank - far) % self.ranks, range(self.ranks), adds=True),)

    def _down(self, level: int, rank: int) -> tuple[Send, ...]:
        place, far = (rank - self.root) % self.ranks, 1 << (self.levels - level)
        if place % (2 * far) or place + far >= self.ranks:
            return ()
        return (Send(rank, (rank + far) % self.ranks, range(self.ranks)),)


@dataclass(frozen=True)
class TreeAllReduce(_Tree):
    """Sums up to the root, then the sum down to all."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return ("reduce", self.levels), ("broadcast", self.levels)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        if step <= self.levels:
            return self._up(step, rank)
        return self._down(step - self.levels, rank)


@dataclass(frozen=True)
class TreeBroadcast(_Tree):
    """From the root down: who has the buffer doubles at each step."""

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("broadcast", self.levels),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        return self._down(step, rank)
