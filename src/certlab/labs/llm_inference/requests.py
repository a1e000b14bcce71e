"""Requests that reach a server, and traces of them."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    Attributes:
        arrival: when it reaches the server, milliseconds.
        prompt: tokens that it brings, at least 1.
        output: tokens that it gets, at least 1.
        prefix: the name of the text that its prompt begins with, or none.
        shared: tokens of that text, at most `prompt`.
    """

    arrival: float
    prompt: int
    output: int
    prefix: str = ""
    shared: int = 0


# Eight requests with prompts of eight tokens: few enough to follow one by one.
EIGHT = tuple(
    Request(arrival, 8, output)
    for arrival, output in zip(
        (0, 0, 0, 0, 50, 100, 150, 200), (6, 18, 10, 4, 12, 5, 14, 8), strict=True
    )
)


def drawn(
    seed: int,
    count: int,
    *,
    gap: float,
    prompt: float,
    output: float,
    spread: float = 0.6,
    most: int | None = 4096,
) -> tuple[Request, ...]:
    """A random trace: exponential gaps, log-normal lengths.

    Args:
        seed: the same one gives the same trace everywhere.
        count: requests.
        gap: mean time between arrivals, milliseconds; 0 means all at once.
        prompt: median tokens of a prompt.
        output: median tokens of an output.
        spread: standard deviation of the logarithm of a length.
        most: tokens of the longest prompt and of the longest output; longer ones are cut to it, if not None.
    """
    random, now, trace = Random(seed), 0.0, []

    def length(median: float) -> int:
        tokens = max(1, round(median * random.lognormvariate(0, spread)))
        return min(most or tokens, tokens)

    for _ in range(count):
        now += random.expovariate(1 / gap) if gap else 0.0
        trace.append(Request(now, length(prompt), length(output)))
    return tuple(trace)
