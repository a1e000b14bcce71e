"""Whether the simulator's gain of in-flight batching is the one of a real model."""

from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Literal

from certlab.labs.llm_inference.batching import simulate
from certlab.labs.llm_inference.cost import Cost
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import Request

Trace = list[tuple[list[int], int]]  # prompt and output tokens of each request
WAYS: tuple[Literal["static", "in-flight"], ...] = ("static", "in-flight")
SLOTS = 8


@dataclass(frozen=True, slots=True)
class Held:
    """One trace: static over in-flight, measured and predicted."""

    seed: int
    measured: float
    predicted: float

    @property
    def error(self) -> float:
        """How far the prediction is off, as a share."""
        return abs(self.predicted / self.measured - 1)


def compare(traces: int, repeats: int) -> tuple[Held, ...]:
    """Fit the cost of a pass on one trace, then predict others; seconds a trace."""
    import torch

    from certlab.labs.llm_inference.real.paged_gpt import PagedGPT
    from certlab.labs.llm_inference.real.serving import Pass, fitted, serve
    from certlab.labs.nemo.real import checkpoint

    torch.set_num_threads(1)
    model, _ = checkpoint.shipped()
    gpt = PagedGPT(model, blocks=128, block=16)
    first = drawn(0, model.config.vocabulary)
    timed = []
    for _ in range(repeats):
        passes: list[Pass] = []
        for slots in (1, SLOTS // 2, SLOTS):  # passes of many sizes
            serve(gpt, first, joins="in-flight", slots=slots, passes=passes)
        timed.append(passes)
    cost = fitted(timed)

    def held(seed: int) -> Held:
        trace = drawn(seed, model.config.vocabulary)
        both = [
            [serve(gpt, trace, joins=joins, slots=SLOTS)[1] for joins in WAYS]
            for _ in range(repeats)
        ]
        static, in_flight = (min(side) for side in zip(*both, strict=True))
        return Held(seed, static / in_flight, predicted(trace, cost))

    return tuple(map(held, range(1, traces + 1)))


def drawn(seed: int, vocabulary: int, count: int = 24) -> Trace:
    """Prompts of random tokens, and output lengths that spread widely."""
    random = Random(seed)
    return [
        (
            [random.randrange(1, vocabulary) for _ in range(random.randint(4, 24))],
            max(2, min(100, round(14 * random.lognormvariate(0, 0.9)))),
        )
        for _ in range(count)
    ]


def predicted(trace: Trace, cost: Cost) -> float:
    """Static over in-flight, as the simulator has it."""
    asked = tuple(Request(0, len(prompt), output) for prompt, output in trace)
    static, in_flight = (
        simulate(asked, Engine(joins, slots=SLOTS, cost=cost)).milliseconds
        for joins in WAYS
    )
    return static / in_flight


def lines(rows: tuple[Held, ...]) -> list[str]:
    """A table, with the median and the worst error below."""
    errors = [row.error for row in rows]
    return [
        "trace  measured  predicted  off",
        *(
            f"{row.seed:5}{row.measured:10.2f}{row.predicted:11.2f}{row.error:6.0%}"
            for row in rows
        ),
        f"median error {median(errors):.1%}, worst {max(errors):.1%}",
    ]
