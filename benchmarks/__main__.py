"""What the makers measure, from a checkout: `python -m benchmarks` with one of its verbs."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json
from certlab.errors import CourseError

if TYPE_CHECKING:
    from benchmarks.speed.rows import Row

app = typer.Typer(
    help="What the makers of certlab measure. None of it is installed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def simulate(
    policy: Annotated[
        str, typer.Option(help="planner, a baseline, or your own as MODULE:CALLABLE.")
    ] = "planner",
    learner: Annotated[
        list[str] | None,
        typer.Option(
            help="fsrs, act-r, half-life, multiscale, or your own as MODULE:CALLABLE; all "
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
    oracle: Annotated[
        bool,
        typer.Option(
            "--oracle", help="Instead: how far a policy that knows everything gets."
        ),
    ] = False,
    families: Annotated[
        bool,
        typer.Option(
            "--families", help="Instead: the planner against the kept best baselines."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare review policies with tuned baselines, on simulated learners.

    Prints what is forgotten on the day of the exam. A learner here is a formula, so this
    is a prediction and no learning gain.
    """
    from benchmarks.simulate import comparison, contestants, table
    from benchmarks.simulate.interfaces import case_of

    if families:
        from benchmarks.simulate.families import rows as family_rows

        for line in family_rows(processes=processes or os.cpu_count() or 1):
            typer.echo(line)
        return
    usual = comparison.SHORT if short else comparison.CASES
    cases = tuple(map(case_of, case)) if case else usual
    if oracle:
        from benchmarks.simulate.oracle import FAMILIES, rows

        for line in rows(cases, learner or FAMILIES):
            typer.echo(line)
        return
    learners = learner or list(contestants.LEARNERS)
    for one in learners:
        contestants.check(one, "learner")
    contestants.check(policy, "policy")
    found = comparison.contests(
        learners,
        cases,
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


@app.command()
def ask(
    questions: Annotated[
        Path | None, typer.Option(help="Another file of questions.")
    ] = None,
    missed: Annotated[
        bool,
        typer.Option("--misses", help="Also name those that ours does not answer."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask fifty questions with known passages: is one among the first three?"""
    from benchmarks.ask import measure

    asked = measure.questions(questions or measure.QUESTIONS)
    by = measure.rankings()
    rows = measure.measure(asked, by)
    if as_json:
        print_json([vars(row) for row in rows])
        return
    typer.echo(measure.table(rows))
    if lost := measure.lost(asked):
        typer.echo(f"Not in the course: {', '.join(lost)}.", err=True)
    for one, ids in measure.misses(asked, by["certlab ask"]) if missed else ():
        typer.echo(
            f"{one.ask}\n  wants {', '.join(one.right)}\n  gives {', '.join(ids)}"
        )


@app.command()
def speed(as_json: AsJson = False) -> None:
    """Measure certlab itself, each time against the least that the same work could cost.

    Each row is printed when it is measured.
    """
    from benchmarks.speed import rows, self_speed

    found = self_speed.measure()
    if as_json:
        print_json([row.as_dict() for row in found])
    else:
        for line in rows.lines(found):
            typer.echo(line)


@app.command()
def serving(
    requests: Annotated[
        int, typer.Option(min=1000, help="Requests that the simulator runs.")
    ] = 1_000_000,
    traces: Annotated[
        int, typer.Option(min=1, help="Traces drawn after the fit.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """LLM serving: our simulator's rate against SimPy's, and its gain against a real model's."""
    from benchmarks.serving import against_real, rate
    from certlab.compute import device

    found = rate.rate(requests, min(requests, 100_000))
    rows = against_real.compare(traces, repeats=5)
    if as_json:
        print_json(
            {
                "machine": device.summary(),
                **found,
                "measured": [row.measured for row in rows],
                "predicted": [row.predicted for row in rows],
            }
        )
        return
    typer.echo(device.summary())
    typer.echo(
        f"{requests:,} requests: {found['ours']:,.0f} a second, {found['ratio']:.1f} times "
        f"SimPy's {found['simpy']:,.0f}"
    )
    for line in against_real.lines(rows):
        typer.echo(line)


@app.command()
def readiness(
    learners: Annotated[int, typer.Option(min=10, help="How many.")] = 2000,
    short: Annotated[
        bool, typer.Option("--short", help="Other learners, and no goals.")
    ] = False,
    to: Annotated[
        Path | None, typer.Option("--json", help="Also write the goals to this file.")
    ] = None,
) -> None:
    """Hold readiness against simulated learners: does its interval hold. Exit 1 if not."""
    from benchmarks.readiness import published

    raise typer.Exit(published.publish(learners, typer.echo, short=short, to=to))


@app.command()
def plan(
    learners: Annotated[int, typer.Option(min=1, help="How many.")] = 180,
    short: Annotated[bool, typer.Option("--short", help="Other learners.")] = False,
) -> None:
    """Hold what a plan is expected to bring against learners who keep it. Exit 1 if not."""
    from benchmarks.readiness import planned

    raise typer.Exit(planned.publish(learners, typer.echo, short=short))


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(help="Made by certlab site build.")],
    runs: Annotated[int, typer.Option(min=1, help="Visits of each kind.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Visit the site and a stock JupyterLite site in turn: how soon each is there."""
    from benchmarks.site import site_against_stock

    found = site_against_stock.compare(folder, runs)
    if as_json:
        print_json(found)
    else:
        for line in site_against_stock.lines(found, runs):
            typer.echo(line)


@app.command("round-trips")
def round_trips(
    folder: Annotated[Path, typer.Argument(help="Made by certlab site build.")],
    before: Annotated[
        Path | None, typer.Option(help="Another site, visited in turn.")
    ] = None,
    delay: Annotated[
        float, typer.Option(min=0, help="Milliseconds until each answer.")
    ] = 50,
    runs: Annotated[int, typer.Option(min=1, help="Visits of each page.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Visit pages over a plain server with a delay: what they ask for, how soon they live."""
    from benchmarks.site import round_trips as trips

    found = trips.measure([folder, *([before] if before else [])], delay, runs)
    if as_json:
        print_json(found)
    else:
        for line in trips.lines(found):
            typer.echo(line)


def _show(rows: "list[Row]", as_json: bool) -> None:
    from benchmarks.speed.rows import table

    if as_json:
        print_json([row.as_dict() for row in rows])
    else:
        typer.echo(table(rows))


@app.command("app")
def app_speed(
    runs: Annotated[int, typer.Option(min=1, help="Visits of each kind.")] = 6,
    as_json: AsJson = False,
) -> None:
    """Start certlab study and answer a first question in the app and in a notebook."""
    from benchmarks.app import first_question

    _show(first_question.measure(runs), as_json)


@app.command()
def newcomer(
    runs: Annotated[int, typer.Option(min=1, help="Newcomers.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Play somebody new, from an empty folder to the first answered question."""
    from benchmarks.app import newcomer as played

    _show(played.measure(runs), as_json)


@app.command()
def pages(
    runs: Annotated[int, typer.Option(min=1, help="Builds of each kind.")] = 3,
    as_json: AsJson = False,
) -> None:
    """Build all pages of the app, then edit one and build again."""
    from benchmarks.app import edited_page

    _show(edited_page.measure(runs), as_json)


@app.command()
def node(
    times: Annotated[int, typer.Option(min=1, help="That each is measured.")] = 7,
    as_json: AsJson = False,
) -> None:
    """How long a line of the machine that one can break takes, and a day of its time."""
    from benchmarks.node import waiting

    _show([*waiting.measure(times)], as_json)


@app.command("heat-map")
def heat_map_speed(
    runs: Annotated[int, typer.Option(min=2, help="Openings.")] = 6,
    as_json: AsJson = False,
) -> None:
    """Open the instructor's page on a class of 200 learners and 150 columns."""
    from benchmarks.app import heat_map

    _show(heat_map.measure(runs), as_json)


@app.command()
def classroom(
    learners: Annotated[int, typer.Option(min=1, help="How many.")] = 200,
    items: Annotated[int, typer.Option(min=1, help="Answers of each.")] = 20,
    rounds: Annotated[int, typer.Option(min=1, help="Of each database.")] = 3,
    as_json: AsJson = False,
) -> None:
    """A class on loopback, its service killed midway. Exit 1 if an answer is lost or doubled."""
    from benchmarks.classroom import report

    found = []
    for one in report.measure(
        learners, items, rounds, lambda line: typer.echo(line, err=True)
    ):
        found.append(one)
        if not as_json:
            for line in report.lines(one):
                typer.echo(line)
    if as_json:
        print_json([one.as_dict() for one in found])
    runs = [run for one in found for run in (one.found, one.killed)]
    raise typer.Exit(int(any(run.lost or run.doubled for run in runs)))


@app.command()
def lesson(
    minutes: Annotated[float, typer.Option(min=1, help="20 for the whole.")] = 20,
    pictures: Annotated[
        Path, typer.Option(help="A folder for what the people saw.")
    ] = Path("build/lesson"),
) -> None:
    """A real Hub, an instructor, six learners in fresh windows. Exit 1 if an answer is lost."""
    from benchmarks.classroom.lesson import play

    outcome = play(minutes, pictures, lambda line: typer.echo(line, err=True))
    for line in outcome.lines():
        typer.echo(line)
    raise typer.Exit(int(not outcome.fine))


@app.command()
def batching(
    seconds: Annotated[float, typer.Option(min=0.2, help="Of each cell.")] = 0.8,
    to: Annotated[Path, typer.Option(help="The file that it writes.")] = Path(
        "src/certlab/labs/triton/measured.json"
    ),
) -> None:
    """Measure dynamic batching on the real Triton, and keep the table with its machine.

    On a machine that others use, begin with `chrt -f 10`, or their work is measured too.
    """
    from benchmarks.batching import recording

    recording.write(recording.record(seconds, typer.echo), to)


def main() -> None:
    """Run a verb; what is wrong is one sentence and exit 1."""
    try:
        app(prog_name="python -m benchmarks")
    except CourseError as error:
        typer.echo(f"benchmarks: {error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
