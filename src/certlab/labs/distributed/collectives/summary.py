"""A collective in a line of words: a step, or the whole."""

from certlab.drawing.quantities import duration, rate, size
from certlab.labs.distributed.collectives.account import Account
from certlab.labs.distributed.collectives.collective import Collective
from certlab.labs.distributed.collectives.plan import Send
from certlab.words import Sentence, plural

_TOLD = 8  # messages that a sentence names; more are counted


def words(done: Account) -> str:
    """The whole collective: steps, bytes, time and both bandwidths."""
    one = done.collective
    if not done.steps:
        return Sentence("One rank has nothing to send.")
    return Sentence(
        "{kind} of {size} over {ranks} ranks, by the algorithm {algorithm}, takes "
        "{time} in {steps}. The busiest rank sends {sent}. The algorithm bandwidth "
        "is {algbw} and the bus bandwidth is {busbw}.",
        kind=one.kind,
        size=size(one.bytes),
        algorithm=one.algorithm,
        ranks=f"{one.ranks:,}",
        steps=plural("{n} step", "{n} steps", len(done.steps)),
        sent=size(done.sent_most),
        time=duration(done.seconds),
        algbw=rate(done.algorithm_bandwidth),
        busbw=rate(done.bus_bandwidth),
    )


def step_words(done: Account, number: int) -> str:
    """One step: who sends what to whom, how much, and how long it takes."""
    if number == 0:
        return Sentence("Before the first step nothing has been sent.")
    one, step = done.collective, done.steps[number - 1]
    return Sentence(
        "Step {number} of {count}, {phase}: {sends}. The largest message has "
        "{largest}, and the step takes {time}.",
        number=number,
        count=len(done.steps),
        phase=step.phase,
        sends=_sends(one, number),
        largest=size(step.largest),
        time=duration(step.seconds),
    )


def _sends(one: Collective, number: int) -> Sentence:
    messages = one.plan.load(number, one.cuts).messages
    if messages > _TOLD:
        return plural("{n} message", "{n} messages", messages)
    first, *rest = (
        _send(one, send) for send in one.plan.messages(number) if send.chunks
    )
    for following in rest:
        first = Sentence("{list}, {next}", list=first, next=following)
    return first


def _send(one: Collective, send: Send) -> Sentence:
    chunks = chunk_names(one, send)
    if send.source == one.ranks:
        return Sentence(
            "the switch sends {chunks} to rank {rank}", chunks=chunks, rank=send.target
        )
    if send.target == one.ranks:
        return Sentence(
            "rank {rank} sends {chunks} to the switch", rank=send.source, chunks=chunks
        )
    return Sentence(
        "rank {source} sends {chunks} to rank {target}",
        source=send.source,
        chunks=chunks,
        target=send.target,
    )


def chunk_names(one: Collective, send: Send) -> str:
    """The chunks of a message: "chunk 3", "chunks 0–3", "chunks for 2 and 3"."""
    if one.kind == "all-to-all":
        return plural("{n} chunk", "{n} chunks", len(send.chunks))
    first, last = send.chunks[0], send.chunks[-1]
    if first == last:
        return Sentence("chunk {n}", n=first)
    return Sentence("chunks {first}–{last}", first=first, last=last)
