"""In-flight against static batching of a real, small model; torch comes with `make`."""

from functools import partial

from certlab.compute.contest import Contest, Side
from certlab.labs.llm_inference.real.contest import REQUESTS, SLOTS, make


def contests() -> list[Contest]:
    """The one of this module."""
    side = partial(
        Side,
        device="cpu",
        dtype="FP32",
        threads=1,
        size=f"{REQUESTS} requests of 2 to 100 tokens, {SLOTS} slots",
    )
    return [
        Contest(
            id="in-flight",
            what="answer requests of a tiny GPT that are all there at once",
            old=side(name="static batches", engine="static batching"),
            new=side(name="in-flight batching", engine="in-flight batching"),
            make=make,
            needs=("torch",),
        )
    ]
