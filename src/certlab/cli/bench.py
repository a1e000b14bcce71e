"""`certlab bench`: claimed speed-ups beside what this machine measures."""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from certlab.cli.options import AsJson
from certlab.cli.output import print_json
from certlab.errors import CourseError

if TYPE_CHECKING:
    from certlab.bench.trial import Trial
    from certlab.compute.contest import Contest

STOPPED = 130  # what a shell gives for Ctrl-C
_WIDEST = 100  # columns; longer lines are hard to read

Claims = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[CLAIM]...",
        help="A claim's id, CUDA-004, a module or a lab; all when left out.",
        show_default=False,
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write bench.md, bench.json and bench.svg there."),
]


def bench(
    claims: Claims = None,
    own: Annotated[
        bool, typer.Option("--self", help="Measure certlab itself, as ratios.")
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Show the claims and measure nothing.")
    ] = False,
    short: Annotated[bool, typer.Option("--short", help="One line a claim.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="How long to measure each side.")
    ] = 0.7,
    report: Report = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a report that is there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Set claimed speed-ups beside what this machine measures, and what limits them.

    Sides that are not alike are refused, with the fair question. Exit 0: all that this
    machine can measure was measured; 1: a contest failed or gave different answers, or a
    claim is unknown; 2: bad usage; 130: stopped by Ctrl-C, with what was measured shown.
    """
    if own:
        _refuse_with_self(claims, listed, report)
        _own(as_json)
        return
    from certlab.bench import entries, lines, registry
    from certlab.bench import report as reports
    from certlab.course import load

    course = load()
    rows = entries.chosen(course, claims or [])
    if listed:
        if as_json:
            print_json(
                [{"id": row.id, "claimed": row.claimed, "lab": row.lab} for row in rows]
            )
        else:
            typer.echo(lines.listing(rows, _width()))
        return
    if report:
        reports.claim_place(report, replace=replace)
    known = registry.contests()
    trials, stopped = _measure(entries.jobs(rows, known), known, seconds)
    found = [entries.entry(course, row, trials) for row in rows]
    now = datetime.now().astimezone()
    if as_json:
        machine = reports.about(_command(), now)
        print_json({"about": machine, "claims": [reports.as_row(one) for one in found]})
    else:
        typer.echo(lines.table(found, _width(), short=short))
    if report:
        for path in reports.write(report, found, _command(), now):
            typer.echo(f"wrote {path}", err=True)
    if stopped:
        typer.echo("Stopped: what was not measured says so.", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(1 if any(map(_went_wrong, trials.values())) else 0)


def _measure(
    jobs: Mapping[str, tuple[str, ...]], known: Mapping[str, "Contest"], seconds: float
) -> tuple[dict[str, "Trial"], bool]:
    """Run the contests; whether Ctrl-C came before the last."""
    from certlab.bench import entries

    trials: dict[str, Trial] = {}
    try:
        with _progress(len(jobs)) as say:
            # One by one: those before a Ctrl-C are kept.
            for id, trial in entries.measured(jobs, known, seconds, say):
                trials[id] = trial  # noqa: PERF403 -- as above
    except KeyboardInterrupt:
        return trials, True
    return trials, False


@contextmanager
def _progress(count: int) -> Iterator[Callable[[str], object]]:
    """A bar on standard error, where that is a terminal; else nothing."""
    if not sys.stderr.isatty() or not count:
        yield lambda _id: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task, begun = bar.add_task("", total=count), 0

        def say(id: str) -> None:
            nonlocal begun
            bar.update(task, completed=begun, description=id)
            begun += 1

        yield say


def _went_wrong(trial: "Trial") -> bool:
    return trial.state in ("failed", "refused")


def _refuse_with_self(
    claims: list[str] | None, listed: bool, report: Path | None
) -> None:
    if claims or listed or report:
        raise CourseError("--self measures certlab and takes no claim, list or report.")


def _own(as_json: bool) -> None:
    from certlab.bench import self_speed

    rows = self_speed.measure()
    if as_json:
        print_json([row.as_dict() for row in rows])
    else:
        typer.echo(self_speed.table(rows))


def _width() -> int:
    return min(shutil.get_terminal_size().columns, _WIDEST)


def _command() -> str:
    return " ".join(["certlab", *sys.argv[1:]])
