"""`certlab sim pipeline`: pipeline schedules from the command line."""

from typing import Annotated, Any

import typer

from certlab.console.options import AsJson, Picture
from certlab.console.output import print_json, print_rows, write

Schedule = Annotated[
    str | None,
    typer.Option(help="naive, gpipe, 1f1b, interleaved or zb-h1. The default is all."),
]
Stages = Annotated[int, typer.Option(help="Stages of the pipeline, p.")]
Micros = Annotated[
    int, typer.Option("--micro-batches", help="Micro-batches in each step, m.")
]
Chunks = Annotated[
    int, typer.Option(help="Model chunks in each stage, v, for interleaved.")
]
Forward = Annotated[float, typer.Option(help="Time of a forward pass through a stage.")]
BackwardInput = Annotated[
    float,
    typer.Option("--backward-input", help="Time for the gradient of the input, B."),
]
BackwardWeight = Annotated[
    float,
    typer.Option("--backward-weight", help="Time for the gradient of the weights, W."),
]
Follow = Annotated[
    int | None, typer.Option(help="A micro-batch to outline in the picture.")
]
Spans = Annotated[bool, typer.Option("--spans", help="With --json, print every span.")]


def pipeline(
    schedule: Schedule = None,
    stages: Stages = 4,
    micro_batches: Micros = 8,
    chunks: Chunks = 2,
    forward: Forward = 1.0,
    backward_input: BackwardInput = 1.0,
    backward_weight: BackwardWeight = 1.0,
    follow: Follow = None,
    spans: Spans = False,
    svg: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Simulate pipeline schedules: their time, their bubble and their activations."""
    from certlab.labs.distributed import pipeline

    runs, refused = [], []
    for name in (schedule,) if schedule else pipeline.SCHEDULES:
        try:
            config = pipeline.Pipeline(
                schedule=name,
                stages=stages,
                micro_batches=micro_batches,
                chunks=chunks if name == "interleaved" else 1,
                forward=forward,
                backward_input=backward_input,
                backward_weight=backward_weight,
            )
        except pipeline.Refusal as refusal:
            refused.append(refusal)
        else:
            runs.append(pipeline.run(config))
    if not runs:
        raise refused[0]
    if svg is not None:
        write(svg, pipeline.draw.svg(runs, follow))
    if as_json:
        told = [pipeline.report.state(run, spans=spans) for run in runs]
        print_json(told[0] if schedule else told)
        return
    if schedule:
        typer.echo(pipeline.words(runs[0]))
        return
    _print_schedules(runs)
    for why in refused:
        typer.echo(f"certlab: {why}", err=True)


def _print_schedules(runs: list[Any]) -> None:
    from certlab.drawing.quantities import percent
    from certlab.labs.distributed.pipeline.summary import amount

    # The first one's: all have the same but for the chunks.
    one = runs[0].pipeline
    parts = (one.forward, one.backward_input, one.backward_weight)
    forward, of_input, of_weights = map(amount, parts)
    typer.echo(f"{one.stages:,} stages, {one.micro_batches:,} micro-batches")
    print_rows(
        [
            {
                "schedule": run.pipeline.schedule,
                "time": amount(run.length),
                "bubble of total": percent(run.share_of_total),
                "bubble of ideal": percent(run.share_of_ideal),
                "activations in stage 0": amount(run.peaks[0]),
                "in the last stage": amount(run.peaks[-1]),
            }
            for run in runs
        ],
        f"time in t: forward {forward}, gradient of the input {of_input} and of the "
        f"weights {of_weights}; activations in micro-batches",
    )
