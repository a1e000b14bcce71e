"""What a browser is told that a collective costs, and what it asks for."""

from collections.abc import Iterator, Mapping
from typing import Any

from certlab.labs.distributed import collectives
from certlab.labs.distributed.collectives import Account, Collective, Link, Refusal
from certlab.labs.distributed.collectives.messages import controls
from certlab.labs.distributed.widgets.message import merged
from certlab.words import Sentence

MOST_RANKS = 64  # drawn; one pixel row a chunk would be too thin beyond
MOST_BYTES = 2**40  # a browser counts in doubles; sums over all links stay exact


def accounted(one: Collective) -> Account:
    """The collective accounted for.

    Raises:
        Refusal: there are too many ranks to draw, or nothing to send.
    """
    if one.ranks > MOST_RANKS:
        raise Refusal(
            Sentence(
                "At most {most} ranks can be drawn, not {ranks}; for more, use "
                "certlab sim collective.",
                most=MOST_RANKS,
                ranks=f"{one.ranks:,}",
            )
        )
    if one.bytes < 1:
        raise Refusal(
            Sentence(
                "A message of {n} bytes moves nothing; give at least 1 byte.",
                n=one.bytes,
            )
        )
    if one.bytes > MOST_BYTES:
        raise Refusal(
            Sentence(
                "A message can have at most {most} bytes here, not {n}; give a "
                "smaller one.",
                most=f"{MOST_BYTES:,}",
                n=f"{one.bytes:,}",
            )
        )
    if one.link.latency_seconds < 0 or one.link.bytes_per_second <= 0:
        raise Refusal(
            Sentence("A link needs a latency of 0 or more and a bandwidth above 0.")
        )
    return collectives.account(one)


def requested(message: Mapping[str, Any], now: Collective) -> Collective:
    """The collective that a browser asks for; what it leaves out stays as it is.

    Raises:
        Refusal: what it asks for cannot be.
    """
    found = merged(message, controls(now))
    latency, rate = float(found.pop("latency")), float(found.pop("rate"))
    same = (latency, rate) == (now.link.latency_seconds, now.link.bytes_per_second)
    link = now.link if same else Link("", latency, rate)
    if found["kind"] != "broadcast":
        found["root"] = 0
    return Collective(**found, link=link)


def costs(account: Account) -> dict[str, Any]:
    """What each step and the whole cost: bytes and seconds."""
    one = account.collective
    factor = collectives.bus_factor(one.kind, one.ranks)
    return {
        "steps": [
            {**collectives.report.step_state(step), "sent": sent}
            for step, sent in zip(account.steps, _sent(one), strict=True)
        ],
        "seconds": account.seconds,
        "sent": account.sent_most,
        "algorithm_bandwidth": account.algorithm_bandwidth,
        "bus_bandwidth": account.bus_bandwidth,
        "bus_factor": float(factor),
    }


def _sent(one: Collective) -> Iterator[int]:
    """Bytes that the busiest rank has sent by the end of each step."""
    sent = [0] * one.ranks
    for number in range(1, one.plan.steps + 1):
        for rank in range(one.ranks):
            sends = one.plan.sends(number, rank)
            sent[rank] += sum(one.cuts.sum(send.chunks) for send in sends)
        yield max(sent)
