"""What a browser is told of pipeline runs: every span, both bubble shares, what is held."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from certlab.labs.distributed import pipeline
from certlab.labs.distributed.pipeline import Pipeline, Refusal, Run
from certlab.labs.distributed.widgets.message import merged
from certlab.words import Sentence


def runs(one: Pipeline, schedules: Sequence[str], chunks: int) -> tuple[Run, ...]:
    """The schedules of a pipeline carried out; chunks are of the interleaved one.

    Raises:
        Refusal: there is no such schedule, none, or too much of them to draw.
    """
    if not schedules:
        raise Refusal(Sentence("No schedule is chosen; choose at least one."))
    ops = one.stages * one.micro_batches
    each = {"interleaved": 2 * chunks, "zb-h1": 3}
    names = [*dict.fromkeys(schedules)]
    pipeline.draw.must_fit(sum(ops * each.get(name, 2) for name in names))
    return tuple(
        pipeline.run(
            replace(one, schedule=name, chunks=chunks if name == "interleaved" else 1)
        )
        for name in names
    )


def controls(one: Pipeline, schedules: Sequence[str], chunks: int) -> dict[str, Any]:
    """The controls as they stand."""
    settings = pipeline.report.settings(one)
    return {"schedules": [*schedules], **settings, "chunks": chunks}


def requested(
    message: Mapping[str, Any], now: Mapping[str, Any]
) -> tuple[Pipeline, tuple[str, ...], int]:
    """What a browser asks for; what it leaves out, or says wrongly, stays as it is.

    Raises:
        Refusal: the numbers make no pipeline.
    """
    settings = merged(message, now)
    names, chunks = _names(settings.pop("schedules")), settings.pop("chunks")
    return Pipeline(schedule="gpipe", **settings), names, chunks


def _names(given: Iterable[object]) -> tuple[str, ...]:
    return tuple(name for name in pipeline.SCHEDULES if name in given)


def drawing(run: Run) -> dict[str, Any]:
    """A run as a browser draws it; a span is [kind, micro-batch, chunk, start, end]."""
    one = run.pipeline
    exact = [f"{share.numerator:,} / {share.denominator:,}" for share in _exact(run)]
    return {
        "schedule": one.schedule,
        "chunks": one.chunks,
        "length": run.length,
        "ideal": one.ideal,
        "shares": [run.share_of_total, run.share_of_ideal],
        "formulas": [*pipeline.FORMULAS[one.schedule]],
        "exact": exact,  # none where the formula does not tell what the run found
        "peaks": [*run.peaks],
        "stages": [[list(span) for span in stage] for stage in run.stages],
    }


def _exact(run: Run) -> tuple[Any, ...]:
    return pipeline.shares(run.pipeline) if pipeline.formula_holds(run) else ()
