"""Alpha and beta out of measured times, by the algorithm's own steps and bytes.

A cost is a straight line, alpha times a count plus beta times bytes. Which count and which
bytes depends on what the messages share:

- `WIRES`: every rank has a way of its own, and all work at once. A step costs one alpha,
  and the bytes of its largest message. So it is between GPUs on NVLink.
- `ONE`: all messages go through one thing one after the other, as through the cores of a
  single computer that copy every byte. Every message of every rank costs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certlab.errors import Refusal
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.link import Link
from certlab.words import Sentence

WIRES, ONE = "wires", "one"
SHARED = (WIRES, ONE)
_NOWHERE = Link("", 0.0, 1.0)

# What torch's gloo backend does for an operation (gloo/allreduce.cc, allgather.cc,
# broadcast.cc and alltoall.cc at 70dc360). torch has no reduce-scatter of gloo's: it makes
# an all-reduce and takes a part of it (torch's ProcessGroupGloo.cpp).
GLOO = {
    "all-reduce": ("all-reduce", "ring"),
    "all-gather": ("all-gather", "ring"),
    "reduce-scatter": ("all-reduce", "ring"),
    "broadcast": ("broadcast", "tree"),
    "all-to-all": ("all-to-all", "direct"),
}


def by_gloo(kind: str, ranks: int, size: int, link: Link = _NOWHERE) -> Collective:
    """The collective that torch's gloo backend really does for an operation.

    Args:
        kind: what the program calls, "all-reduce".
        ranks: how many take part.
        size: bytes of a rank's whole buffer.
        link: between any two of them.

    Raises:
        Refusal: the numbers do not fit.
    """
    really, algorithm = GLOO[kind]
    return Collective(really, algorithm, ranks, size, link)


@dataclass(frozen=True)
class Measured:
    """A collective and how many seconds it took."""

    one: Collective
    seconds: float


@dataclass(frozen=True)
class Cost:
    """A fitted line.

    Attributes:
        alpha: seconds, of a step by `WIRES`, of a message by `ONE`.
        beta: seconds a byte.
        shared: what the messages share.
    """

    alpha: float
    beta: float
    shared: str = WIRES

    def seconds(self, one: Collective) -> float:
        """How long a collective should take, by whatever algorithm."""
        count, size = terms(one, self.shared)
        return self.alpha * count + self.beta * size

    def error(self, point: Measured) -> float:
        """How far the prediction is off, as a share of the measured time."""
        return self.seconds(point.one) / point.seconds - 1


def terms(one: Collective, shared: str = WIRES) -> tuple[int, int]:
    """What alpha and what beta are multiplied with.

    Raises:
        Refusal: there is no such way to share.
    """
    if shared not in SHARED:
        raise Refusal(
            Sentence(
                "Messages cannot share {name}; choose {list}.",
                list=" or ".join(SHARED),
                name=shared,
            )
        )
    plan, cuts = one.plan, one.cuts
    loads = [plan.load(step, cuts) for step in range(1, plan.steps + 1)]
    if shared == WIRES:
        return len(loads), sum(load.largest for load in loads)
    return sum(load.messages for load in loads), sum(load.bytes for load in loads)


def fit(points: Iterable[Measured], shared: str = WIRES) -> Cost:
    """The line with the least squares of relative errors; neither part is negative.

    Relative, so that microseconds count as much as seconds.

    Raises:
        Refusal: fewer than two points, a time that is none, or points that cannot tell
            alpha from beta.
    """
    rows = []
    for point in points:
        if not 0 < point.seconds < float("inf"):
            raise Refusal(
                Sentence("A measured time must be above 0 s, not {n}.", n=point.seconds)
            )
        count, size = terms(point.one, shared)
        rows.append((count / point.seconds, size / point.seconds))
    if len(rows) < 2:
        raise Refusal(Sentence("Two unknowns need at least two measured times."))
    return Cost(*_least(rows), shared)


def worst(cost: Cost, points: Sequence[Measured]) -> tuple[float, float]:
    """Median and largest size of the error over points, as shares of the measured times."""
    sizes = sorted(abs(cost.error(point)) for point in points)
    half = len(sizes) // 2
    return (sizes[half] + sizes[-half - 1]) / 2, sizes[-1]


def _least(rows: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The x and y, none negative, for which x a + y b is nearest to 1 over all rows."""
    aa, ab, bb, a, b = (
        sum(row)
        for row in zip(
            *((x * x, x * y, y * y, x, y) for x, y in rows),
            strict=True,
        )
    )
    # Relative to both lengths, so that units do not matter: 0 for rows that are parallel.
    determinant = aa * bb - ab * ab
    if determinant <= 1e-9 * aa * bb:
        raise Refusal(
            Sentence(
                "These measurements cannot separate latency from bandwidth; "
                "measure one small and one large size."
            )
        )
    x, y = (a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant
    if x < 0:
        return 0.0, b / bb
    if y < 0:
        return a / aa, 0.0
    return x, y
