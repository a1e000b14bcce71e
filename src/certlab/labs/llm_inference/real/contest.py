"""What the contest of in-flight batching calls; torch is imported when it is made."""

from functools import partial

from certlab.compute.contest import Prepared

REQUESTS, SLOTS = 16, 8


def make() -> Prepared:
    """The model, and sixteen requests whose outputs spread widely."""
    import torch

    from certlab.labs.llm_inference.real.paged_gpt import PagedGPT
    from certlab.labs.llm_inference.real.serving import serve
    from certlab.labs.llm_inference.requests import drawn
    from certlab.labs.nemo.real import checkpoint

    model, _ = checkpoint.shipped()
    gpt = PagedGPT(model, blocks=8 * SLOTS)
    trace = drawn(7, REQUESTS, gap=0, prompt=12, output=14, spread=0.9, most=100)
    asked = [([1 + n % 400] * one.prompt, one.output) for n, one in enumerate(trace)]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    static = partial(serve, gpt, asked, joins="static", slots=SLOTS)
    in_flight = partial(serve, gpt, asked, joins="in-flight", slots=SLOTS)

    def same() -> str:
        return "" if static()[0] == in_flight()[0] else "the tokens differ"

    return Prepared(static, in_flight, same, partial(torch.set_num_threads, threads))
