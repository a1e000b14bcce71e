"""A pipeline run as data, for `--json` and for whoever draws it."""

from typing import Any

from certlab.labs.distributed.pipeline.pipeline import Pipeline
from certlab.labs.distributed.pipeline.run import Run, bubble_time
from certlab.labs.distributed.pipeline.summary import FORMULAS, words


def settings(one: Pipeline) -> dict[str, Any]:
    """What is run, but for the schedule: counts, and times in the unit of the pipeline."""
    return {
        "stages": one.stages,
        "micro_batches": one.micro_batches,
        "chunks": one.chunks,
        "forward": one.forward,
        "backward_input": one.backward_input,
        "backward_weight": one.backward_weight,
    }


def state(done: Run, *, spans: bool = False) -> dict[str, Any]:
    """What was asked and what came of it; every span where it is wanted."""
    one = done.pipeline
    total, ideal = FORMULAS[one.schedule]
    told: dict[str, Any] = {
        "schedule": one.schedule,
        **settings(one),
        "length": done.length,
        "ideal": one.ideal,
        "bubble": done.bubble,
        "bubble_by_formula": bubble_time(one),
        "share_of_total": done.share_of_total,
        "share_of_ideal": done.share_of_ideal,
        "formula_of_total": total,
        "formula_of_ideal": ideal,
        "idle": list(done.idle),
        "peaks": list(done.peaks),
        "words": words(done),
    }
    if spans:
        told["spans"] = [[span._asdict() for span in stage] for stage in done.stages]
    return told
