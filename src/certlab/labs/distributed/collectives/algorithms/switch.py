"""Reduction in the switch: every rank sends up once, the switch adds, all receive.

One step, whatever the number of ranks: what arrives at the switch leaves it in the same
step. It stands for NVLink SHARP and SHARP; the split of the work between several
switches, and what they add to the latency, is left out.
"""

from abc import abstractmethod
from dataclasses import dataclass

from certlab.labs.distributed.collectives.plan import Plan, Send


@dataclass(frozen=True)
class _Switch(Plan):
    name = ""

    @property
    def senders(self) -> range:
        """The ranks, and the switch after them."""
        return range(self.ranks + 1)

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return ((self.name, 1),) if self.ranks > 1 else ()

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        if step != 1:
            return ()
        return self._up(rank) if rank < self.ranks else self._down()

    @abstractmethod
    def _up(self, rank: int) -> tuple[Send, ...]:
        """What a rank sends to the switch."""

    @abstractmethod
    def _down(self) -> tuple[Send, ...]:
        """What the switch sends to the ranks."""

    def _everything(self, rank: int, *, adds: bool = False) -> tuple[Send, ...]:
        return (Send(rank, self.ranks, range(self.ranks), adds),)

    def _to_all(self) -> tuple[Send, ...]:
        chunks = range(self.ranks)
        return tuple(Send(self.ranks, to, chunks) for to in range(self.ranks))


@dataclass(frozen=True)
class SwitchAllReduce(_Switch):
    """The whole buffer up, the whole sum down."""

    name = "all-reduce in the switch"

    def _up(self, rank: int) -> tuple[Send, ...]:
        return self._everything(rank, adds=True)

    def _down(self) -> tuple[Send, ...]:
        return self._to_all()


@dataclass(frozen=True)
class SwitchReduceScatter(_Switch):
    """The whole buffer up, one chunk of the sum down."""

    name = "reduce-scatter in the switch"

    def _up(self, rank: int) -> tuple[Send, ...]:
        return self._everything(rank, adds=True)

    def _down(self) -> tuple[Send, ...]:
        ranks = range(self.ranks)
        return tuple(Send(self.ranks, to, range(to, to + 1)) for to in ranks)


@dataclass(frozen=True)
class SwitchAllGather(_Switch):
    """One chunk up, copied by the switch to all."""

    name = "all-gather in the switch"

    def _up(self, rank: int) -> tuple[Send, ...]:
        return (Send(rank, self.ranks, range(rank, rank + 1)),)

    def _down(self) -> tuple[Send, ...]:
        return self._to_all()


@dataclass(frozen=True)
class SwitchBroadcast(_Switch):
    """The buffer up from the root, copied by the switch to all others."""

    name = "broadcast in the switch"

    def _up(self, rank: int) -> tuple[Send, ...]:
        return self._everything(rank) if rank == self.root else ()

    def _down(self) -> tuple[Send, ...]:
        return tuple(one for one in self._to_all() if one.target != self.root)
