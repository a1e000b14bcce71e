"""What the contests of in-flight batching call; torch is imported when they are made."""

from collections.abc import Callable
from functools import partial
from typing import Any

from certlab.compute.contest import Prepared
from certlab.labs.llm_inference.batching import simulate
from certlab.labs.llm_inference.cost import Linear
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import Request, drawn

REQUESTS, SLOTS = 16, 8
_MEASURED, _FITTED = 7, 8  # seeds: the cost of a pass comes from other requests


def trace(seed: int = _MEASURED) -> tuple[Request, ...]:
    """Sixteen requests whose outputs spread widely, all there at once."""
    return drawn(seed, REQUESTS, gap=0, prompt=12, output=14, spread=0.9, most=100)


def asked(of: tuple[Request, ...]) -> list[tuple[list[int], int]]:
    """The same requests as `serve` takes them: a prompt's tokens, and how many to make."""
    return [([1 + n % 400] * one.prompt, one.output) for n, one in enumerate(of)]


def _gpt() -> tuple[Any, partial[None]]:
    """The tiny GPT on one thread, and what gives the other threads back."""
    import torch

    from certlab.labs.llm_inference.real.paged_gpt import PagedGPT
    from certlab.labs.nemo.real import checkpoint

    model, _ = checkpoint.shipped()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    close = partial(torch.set_num_threads, threads)
    return PagedGPT(model, blocks=8 * SLOTS), close


def make() -> Prepared:
    """The model answers the requests, in both ways."""
    from certlab.labs.llm_inference.real.serving import serve

    gpt, close = _gpt()
    requests = asked(trace())
    static = partial(serve, gpt, requests, joins="static", slots=SLOTS)
    in_flight = partial(serve, gpt, requests, joins="in-flight", slots=SLOTS)

    def same() -> str:
        return "" if static()[0] == in_flight()[0] else "the tokens differ"

    return Prepared(static, in_flight, same, close)


def make_simulated() -> Prepared:
    """The simulator answers the same requests, with the cost of a pass of this machine."""
    gpt, close = _gpt()
    return simulated(_cost(gpt), close)


def simulated(cost: Linear, close: Callable[[], object]) -> Prepared:
    """Both ways in simulated seconds, where a pass costs that much."""
    requests = trace()
    static = Engine("static", slots=SLOTS, cost=cost)
    in_flight = Engine("in-flight", slots=SLOTS, cost=cost)

    def seconds(engine: Engine) -> float:
        return simulate(requests, engine).milliseconds / 1e3

    def same() -> str:
        made = {simulate(requests, one).tokens for one in (static, in_flight)}
        return "" if len(made) == 1 else "the numbers of tokens differ"

    return Prepared(partial(seconds, static), partial(seconds, in_flight), same, close)


def _cost(gpt: Any) -> Linear:
    """The cost of a pass, fitted to passes of many sizes over other requests."""
    from certlab.labs.llm_inference.real.serving import Pass, fitted, serve

    requests = asked(trace(_FITTED))
    runs = []
    for _ in range(3):
        passes: list[Pass] = []
        for slots in (1, SLOTS // 2, SLOTS):
            serve(gpt, requests, joins="in-flight", slots=slots, passes=passes)
        runs.append(passes)
    return fitted(runs)
