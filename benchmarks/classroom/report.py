"""A class of simulated learners on both databases: what is lost, and how fast it goes."""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.classroom import bare_inserts, nothing_lost, postgres
from benchmarks.classroom.nothing_lost import Found

GOAL = 0.3  # of bare inserts


@dataclass(frozen=True)
class Measured:
    """One database.

    Attributes:
        found: a run that was let be.
        killed: a run in which the service was killed midway.
        bare: answers a second of bare inserts.
        ratio: answers a second of the service to that; medians of paired rounds.
    """

    database: str
    found: Found
    killed: Found
    served: float
    bare: float
    ratio: float

    def as_dict(self) -> dict[str, object]:
        """For `--json`."""
        return asdict(self)


def measure(
    learners: int, items: int, rounds: int, say: Callable[[str], None]
) -> Iterator[Measured]:
    """Measure SQLite, and PostgreSQL where there is one."""
    for name, database in (("SQLite", sqlite), ("PostgreSQL", postgres.running)):
        if name == "PostgreSQL" and postgres.programs() is None:
            say("PostgreSQL: not run, because it is not installed here.")
            continue
        pairs: list[tuple[Found, float]] = []
        for number in range(rounds):
            say(f"{name}: round {number + 1} of {rounds} ...")
            with database() as address:
                bare = bare_inserts.rate(address, learners * items)
            with database() as address:
                found = nothing_lost.run(address, learners, items, killed=False)
            pairs.append((found, bare))
        say(f"{name}: killed midway ...")
        with database() as address:
            killed = nothing_lost.run(address, learners, items, killed=True)
        yield _measured(name, pairs, killed)


@contextmanager
def sqlite() -> Iterator[str]:
    """A file of one's own."""
    with tempfile.TemporaryDirectory(prefix="class-sqlite-") as folder:
        yield str(Path(folder) / "class.sqlite")


def _measured(name: str, pairs: list[tuple[Found, float]], killed: Found) -> Measured:
    served = [found.answers / found.seconds for found, _ in pairs]
    bare = [rate for _, rate in pairs]
    ratios = [one / other for one, other in zip(served, bare, strict=True)]
    worst = max((found for found, _ in pairs), key=lambda one: one.lost + one.doubled)
    return Measured(
        name,
        worst,
        killed,
        statistics.median(served),
        statistics.median(bare),
        statistics.median(ratios),
    )


def lines(one: Measured) -> Iterator[str]:
    """What is printed."""
    for what, found in (("", one.found), (", killed midway", one.killed)):
        yield (
            f"{one.database}{what}: {found.answers:,} answers, {found.lost} lost, "
            f"{found.doubled} doubled, {found.again} sent again, "
            f"{found.heard} events to the instructor, "
            f"{found.deaf} learners without any"
        )
    met = "met" if one.ratio >= GOAL else "not met"
    yield (
        f"{one.database}: {one.served:,.0f} answers a second, bare inserts "
        f"{one.bare:,.0f}: {one.ratio:.2f} of them (goal {GOAL}: {met})"
    )
