"""`certlab simulate`: review policies against simulated learners."""

import os
from typing import Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json


def simulate(
    policy: Annotated[
        str, typer.Option(help="planner, a baseline, or your own as MODULE:CALLABLE.")
    ] = "planner",
    learner: Annotated[
        list[str] | None,
        typer.Option(
            help="fsrs, act-r, half-life, or your own as MODULE:CALLABLE; all three "
            "when left out."
        ),
    ] = None,
    case: Annotated[
        list[str] | None,
        typer.Option(help="ITEMS/DAYS/MINUTES, as 400/28/20; all five when left out."),
    ] = None,
    seeds: Annotated[int, typer.Option(min=2, help="Runs of each, paired.")] = 20,
    short: Annotated[
        bool, typer.Option("--short", help="One small case in seconds, as CI runs it.")
    ] = False,
    processes: Annotated[
        int, typer.Option(min=0, help="At once; 0 for one a processor.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare review policies with tuned baselines, on simulated learners.

    Prints what is forgotten on the day of the exam. A learner here is a formula, so this
    is a prediction and no learning gain.
    """
    from benchmarks.simulate import comparison, parties, table
    from benchmarks.simulate.parts import case_of

    learners = learner or list(parties.LEARNERS)
    for one in learners:
        parties.check(one, "learner")
    parties.check(policy, "policy")
    cases = comparison.SHORT if short else comparison.CASES
    found = comparison.contests(
        learners,
        tuple(map(case_of, case)) if case else cases,
        ours=policy,
        seeds=3 if short else seeds,
        processes=processes or (1 if short else os.cpu_count() or 1),
        short=short,
        say=lambda line: typer.echo(line, err=True),
    )
    if as_json:
        print_json(table.as_rows(found))
    else:
        typer.echo(table.table(found))
