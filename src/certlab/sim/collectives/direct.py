"""Direct: every rank to every other, one partner a step, as grouped sends do."""

from dataclasses import dataclass

from certlab.sim.collectives.plan import Plan, Send


@dataclass(frozen=True)
class DirectAllToAll(Plan):
    """p - 1 steps: at step k, rank r sends to rank r + k what is for it."""

    symmetric = True

    @property
    def parts(self) -> int:
        return self.ranks**2

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("exchange", self.ranks - 1),)

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        to = (rank + step) % self.ranks
        chunk = rank * self.ranks + to
        return (Send(rank, to, range(chunk, chunk + 1)),)
