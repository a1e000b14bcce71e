"""Requests a second that the simulator gets through, beside SimPy's."""

from time import perf_counter

from benchmarks.serving import with_simpy
from certlab.labs.llm_inference import batching
from certlab.labs.llm_inference.cost import Linear
from certlab.labs.llm_inference.engine import Engine
from certlab.labs.llm_inference.requests import drawn

ENGINE = Engine(
    slots=32,
    budget=1_000_000,
    cost=Linear(5.0, prompt_token=0.02, sequence=0.05, token_held=0.0001),
)


def rate(requests: int, of_simpy: int) -> dict[str, float]:
    """Requests a second of both, and their ratio.

    Args:
        requests: of the trace that our simulator runs.
        of_simpy: of the one that SimPy runs; its rate hardly depends on it.
    """
    trace = drawn(1, requests, gap=15, prompt=100, output=40)
    begin = perf_counter()
    batching.simulate(trace, ENGINE)
    ours = requests / (perf_counter() - begin)
    begin = perf_counter()
    with_simpy.simulate(trace[:of_simpy], ENGINE)
    simpy = of_simpy / (perf_counter() - begin)
    return {"ours": ours, "simpy": simpy, "ratio": ours / simpy}
