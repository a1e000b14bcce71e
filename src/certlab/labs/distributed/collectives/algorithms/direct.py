"""All-to-all: every rank has a part for every other; direct, one partner a step."""

from dataclasses import dataclass

from certlab.labs.distributed.collectives.plan import Plan, Send


@dataclass(frozen=True)
class Exchange(Plan):
    """p parts of each rank, one for each, in p - 1 steps that are alike for all."""

    symmetric = True

    @property
    def parts(self) -> int:
        return self.ranks**2

    @property
    def phases(self) -> tuple[tuple[str, int], ...]:
        return (("exchange", self.ranks - 1),)


@dataclass(frozen=True)
class DirectAllToAll(Exchange):
    """At step k, rank r sends to rank r + k what is for it, as grouped sends do."""

    def sends(self, step: int, rank: int) -> tuple[Send, ...]:
        to = (rank + step) % self.ranks
        chunk = rank * self.ranks + to
        return (Send(rank, to, range(chunk, chunk + 1)),)
