"""`certlab sim serving`: static and in-flight batching of a drawn trace."""

from typing import Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json, print_rows


def simulate(
    requests: Annotated[
        int, typer.Option(min=1, max=5000, help="How many requests.")
    ] = 200,
    a_second: Annotated[
        float,
        typer.Option(min=0.01, max=100_000, help="Requests that arrive in a second."),
    ] = 8.0,
    prompt: Annotated[
        int, typer.Option(min=1, max=100_000, help="Median tokens of a prompt.")
    ] = 1000,
    output: Annotated[
        int, typer.Option(min=1, max=2000, help="Median tokens of an answer.")
    ] = 200,
    slots: Annotated[
        int,
        typer.Option(min=1, max=4096, help="Largest number of requests in a batch."),
    ] = 32,
    blocks: Annotated[
        int,
        typer.Option(
            min=1, max=1_000_000, help="Blocks of the KV cache, of 32 tokens."
        ),
    ] = 13_700,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same requests.")
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Serve one trace by static, in-flight and chunked batching, and compare.

    A pass takes what an H100 needs at best for 8 billion parameters in BF16, plus 3 ms.
    """
    from certlab.labs.llm_inference.batching import simulate as served
    from certlab.labs.llm_inference.cost import Roofline
    from certlab.labs.llm_inference.engine import Engine
    from certlab.labs.llm_inference.requests import drawn
    from certlab.labs.llm_inference.run import percentile

    card = Roofline(16, 131_072, 16e9, bandwidth=3350, peak=989, overhead=3)
    gap = 1000 / a_second
    trace = drawn(seed, requests, gap=gap, prompt=prompt, output=output, most=None)
    # Without chunks an iteration has to take the longest prompt whole.
    budget = max(8192, *(one.prompt for one in trace))
    room = Engine(slots=slots, budget=budget, blocks=blocks, block=32, cost=card)
    ways = {
        "static": Engine("static", slots, budget, None, blocks, 32, cost=card),
        "in-flight": room,
        "chunked": Engine("in-flight", slots, 2048, 512, blocks, 32, cost=card),
    }
    rows = []
    for name, engine in ways.items():
        run = served(trace, engine)
        first = [one.ttft for one in run.outcomes]
        rows.append(
            {
                "batching": name,
                "tokens a second": round(run.tokens_a_second),
                "TTFT ms": round(run.ttft),
                "TTFT p99 ms": round(percentile(first, 0.99)),
                "TPOT ms": None if run.tpot is None else round(run.tpot, 1),
                "thrown out": run.preemptions,
            }
        )
    if as_json:
        print_json(rows)
    else:
        print_rows(
            [{name: "-" if x is None else x for name, x in row.items()} for row in rows]
        )


VERBS = {"sim serving": simulate}
