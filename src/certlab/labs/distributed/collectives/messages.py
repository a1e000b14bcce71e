"""A plan as plain data, for whoever draws it without Python.

Who sends what does not depend on the size or the link: a page that keeps plans does the rest
of the arithmetic itself (labs/distributed/static/collective/count.js), and a test holds it to `account`.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from certlab.labs.distributed.collectives.account import account
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.link import Link
from certlab.labs.distributed.collectives.plan import Send
from certlab.labs.distributed.collectives.plans import PLANS, able
from certlab.labs.distributed.collectives.report import settings

_SOME = 2**20  # bytes a rank for the straight lines of the chart
_FREE = Link("", 0.0, 1.0)


def controls(one: Collective) -> dict[str, Any]:
    """What is run, as controls show it: bytes, seconds, bytes a second."""
    return {
        **settings(one),
        "latency": one.link.latency_seconds,
        "rate": one.link.bytes_per_second,
    }


def plan(one: Collective) -> dict[str, Any]:
    """Who sends what at each step, whatever the size, and how time grows with the size.

    A message is [source, target, adds, first chunk, how many, first, how many, ...]. A line
    is the steps, and the buffers that go over the link one after the other.
    """
    steps = range(1, one.plan.steps + 1)
    return {
        "kind": one.kind,
        "algorithm": one.algorithm,
        "ranks": one.ranks,
        "root": one.root,
        "parts": one.plan.parts,
        "phases": [list(phase) for phase in one.plan.phases],
        "steps": [[_message(send) for send in one.plan.messages(n)] for n in steps],
        "lines": {
            name: _line(one, name) for name in PLANS[one.kind] if able(name, one.ranks)
        },
    }


def stored(ranks: Iterable[int]) -> dict[str, dict[str, Any]]:
    """Plans of everything that so many ranks can do, by "kind/algorithm/ranks"."""
    return {
        f"{kind}/{name}/{count}": plan(Collective(kind, name, count, count, _FREE))
        for count in ranks
        for kind, algorithms in PLANS.items()
        for name in algorithms
        if able(name, count)
    }


def _message(send: Send) -> list[int]:
    runs = [number for run in _runs(send.chunks) for number in run]
    return [send.source, send.target, int(send.adds), *runs]


def _runs(chunks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Neighbours among the chunks: the first of them, and how many."""
    first = count = 0
    for chunk in chunks:
        if count and chunk == first + count:
            count += 1
        else:
            if count:
                yield first, count
            first, count = chunk, 1
    if count:
        yield first, count


def _line(one: Collective, algorithm: str) -> list[float]:
    count = one.ranks * _SOME
    steps = account(
        Collective(one.kind, algorithm, one.ranks, count, _FREE, one.root)
    ).steps
    return [len(steps), float(Fraction(sum(step.largest for step in steps), count))]
