"""A piece of work in time."""

from typing import NamedTuple


class Span(NamedTuple):
    """What a stage does from when to when.

    Attributes:
        kind: "F", "B" or "W"; B is the whole backward where W is not apart.
        micro: the micro-batch.
        chunk: the stage's model chunk.
        start: when it begins, in the pipeline's unit of time.
        end: when it ends.
    """

    kind: str
    micro: int
    chunk: int
    start: float
    end: float
