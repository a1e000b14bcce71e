"""A collective as data, for `--json` and for whoever draws it."""

from typing import Any

from certlab.labs.distributed.collectives.account import Account, Step, on_links
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.summary import step_words, words

MOST_LINKS = 64  # ranks up to which every message and link is listed


def step_state(step: Step) -> dict[str, Any]:
    """What one step moves and costs."""
    return {
        "phase": step.phase,
        "messages": step.messages,
        "bytes": step.bytes,
        "largest": step.largest,
        "seconds": step.seconds,
        "elapsed": step.elapsed,
    }


def settings(one: Collective) -> dict[str, Any]:
    """What is run, but for the link; bytes are of a rank's buffer."""
    return {
        "kind": one.kind,
        "algorithm": one.algorithm,
        "ranks": one.ranks,
        "bytes": one.bytes,
        "root": one.root,
    }


def state(done: Account) -> dict[str, Any]:
    """What was asked, what every step costs, and the bandwidths."""
    one = done.collective
    told = {
        **settings(one),
        "link": {
            "name": one.link.name,
            "latency_seconds": one.link.latency_seconds,
            "bytes_per_second": one.link.bytes_per_second,
        },
        "seconds": done.seconds,
        "bytes_on_links": done.bytes,
        "sent_most": done.sent_most,
        "algorithm_bandwidth": done.algorithm_bandwidth,
        "bus_bandwidth": done.bus_bandwidth,
        "steps": [{"number": step.number, **step_state(step)} for step in done.steps],
        "words": words(done),
    }
    if one.ranks <= MOST_LINKS:
        told["links"] = [
            {"source": _name(one, a), "target": _name(one, b), "bytes": count}
            for (a, b), count in on_links(one).items()
        ]
    return told


def step_row(done: Account, number: int) -> dict[str, Any]:
    """One step with its messages, and the words for it."""
    one = done.collective
    return {
        "number": number,
        "messages": [
            {
                "source": _name(one, send.source),
                "target": _name(one, send.target),
                "chunks": list(send.chunks),
                "bytes": one.cuts.sum(send.chunks),
                "adds": send.adds,
            }
            for send in one.plan.messages(number)
        ],
        "words": step_words(done, number),
    }


def _name(one: Collective, rank: int) -> int | str:
    """A rank's number, or "switch"."""
    return "switch" if rank == one.ranks else rank
