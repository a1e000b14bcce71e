"""In-flight against static batching, of a real, small model and of the simulator."""

from functools import partial

from certlab.compute.contest import Contest, Side
from certlab.labs.llm_inference.real import contest


def contests() -> list[Contest]:
    """The same requests twice; torch comes with `make`."""
    side = partial(
        Side,
        device="cpu",
        dtype="FP32",
        threads=1,
        size=f"{contest.REQUESTS} requests of 2 to 100 tokens, {contest.SLOTS} slots",
    )
    static = side(name="static batches", engine="static batching")
    in_flight = side(name="in-flight batching", engine="in-flight batching")
    return [
        Contest(
            id="in-flight",
            what="answer requests of a tiny GPT that are all there at once",
            old=static,
            new=in_flight,
            make=contest.make,
            needs=("torch",),
        ),
        Contest(
            id="in-flight-simulated",
            what="simulate a tiny GPT's answers to requests that are all there at once",
            old=static,
            new=in_flight,
            make=contest.make_simulated,
            needs=("torch",),
            measures="simulated",
        ),
    ]
