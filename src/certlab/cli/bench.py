"""`certlab bench`: claimed speed-ups beside what this machine measures."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json

STOPPED = 130  # what a shell gives for Ctrl-C
_WIDEST = 100  # columns; longer lines are hard to read

Claims = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[CLAIM]...",
        help="A claim such as CUDA-004, a module or a lab. The default is all.",
        show_default=False,
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write bench.md, bench.json and bench.svg there."),
]


def bench(
    claims: Claims = None,
    listed: Annotated[
        bool, typer.Option("--list", help="Show the claims and measure nothing.")
    ] = False,
    short: Annotated[
        bool, typer.Option("--short", help="One line for a claim.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="Seconds for which each side is measured.")
    ] = 0.7,
    report: Report = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a report that is already there.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare claimed speed-ups with what this machine measures and with their limits.

    A claim that compares unlike things is not measured. You are told the fair
    question instead.

    The exit code is 0 if all that this machine can measure was measured, 1 if a
    measurement failed or a claim is unknown, 2 for bad usage, and 130 after
    Ctrl-C.
    """
    from certlab.bench import entries, registry
    from certlab.bench import report as reports
    from certlab.course import load

    course = load()
    rows = entries.chosen(course, claims or [])
    if listed:
        _list(rows, as_json)
        return
    if report:
        reports.claim_place(report, replace=replace)
    known = registry.contests()
    jobs = entries.jobs(rows, known)
    with _progress(len(jobs)) as say:
        trials, stopped = entries.run_all(jobs, known, seconds, say)
    _tell([entries.entry(course, row, trials) for row in rows], short, report, as_json)
    if stopped:
        typer.echo("Stopped: what was not measured says so.", err=True)
        raise typer.Exit(STOPPED)
    raise typer.Exit(1 if entries.went_wrong(trials.values()) else 0)


def _list(rows: list[Any], as_json: bool) -> None:
    from certlab.bench import lines

    if as_json:
        keys = ("id", "claimed", "module", "lab", "claims")
        print_json([{key: getattr(row, key) for key in keys} for row in rows])
    else:
        typer.echo(lines.listing(rows, _width()))


def _tell(found: list[Any], short: bool, folder: Path | None, as_json: bool) -> None:
    """Print what was found, and write the report."""
    from certlab.bench import lines, report

    command, now = _command(), datetime.now().astimezone()
    if as_json:
        claims = [report.as_row(one) for one in found]
        print_json({"about": report.about(command, now), "claims": claims})
    else:
        typer.echo(lines.table(found, _width(), short=short))
    for path in report.write(folder, found, command, now) if folder else ():
        typer.echo(f"wrote {path}", err=True)


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


def _width() -> int:
    return min(shutil.get_terminal_size().columns, _WIDEST)


def _command() -> str:
    return " ".join(["certlab", *sys.argv[1:]])
