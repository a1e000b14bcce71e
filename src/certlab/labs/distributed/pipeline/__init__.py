"""Pipeline schedules: who works when, how much is bubble, what each stage holds.

A `Pipeline` is frozen; `run` carries it out. What cannot be laid out is a `Refusal`.
"""

from certlab.errors import Refusal
from certlab.labs.distributed.pipeline import draw, report
from certlab.labs.distributed.pipeline.orders import SCHEDULES, Op
from certlab.labs.distributed.pipeline.pipeline import Pipeline
from certlab.labs.distributed.pipeline.run import (
    Run,
    bubble_time,
    in_flight,
    run,
    shares,
)
from certlab.labs.distributed.pipeline.span import Span
from certlab.labs.distributed.pipeline.summary import FORMULAS, formula_holds, words

__all__ = [
    "FORMULAS",
    "SCHEDULES",
    "Op",
    "Pipeline",
    "Refusal",
    "Run",
    "Span",
    "bubble_time",
    "draw",
    "formula_holds",
    "in_flight",
    "report",
    "run",
    "shares",
    "words",
]
