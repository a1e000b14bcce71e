"""The command line: one function a verb, each importing what it needs."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab import __version__
from certlab.errors import CourseError

app = typer.Typer(
    help="Study for NVIDIA certifications: read, run, answer, remember.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
lab = typer.Typer(help="The labs.", no_args_is_help=True)
app.add_typer(lab, name="lab")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Workspace = Annotated[
    Path | None,
    typer.Option(help="Your folder; $CERTLAB_WORKSPACE or ~/certlab when not given."),
]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open a browser window.")
]
Port = Annotated[int | None, typer.Option(help="Port; a free one when not given.")]


def main() -> None:
    """Run a command; a problem the user can mend is one sentence and exit 1."""
    try:
        app(prog_name="certlab")
    except CourseError as error:
        typer.echo(f"certlab: {error}", err=True)
        sys.exit(1)


@app.callback(invoke_without_command=True)
def version(
    show: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True)
    ] = False,
) -> None:
    if show:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def study(
    workspace: Workspace = None, browser: Browser = True, port: Port = None
) -> None:
    """Open JupyterLab on the start notebook."""
    raise typer.Exit(_open("labs/00_start_here.ipynb", workspace, browser, port))


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Show this machine, and which path each lab takes on it and why."""
    from certlab import compute
    from certlab.course import load

    machine, choice = compute.device.report(), compute.choice()
    labs = [
        (one, *compute.device.path_of(one.paths, one.needs, choice))
        for one in load().labs.values()
    ]
    if as_json:
        rows = [{"lab": one.id, "path": path, "why": why} for one, path, why in labs]
        _print_json({"machine": machine, "choice": str(choice), "labs": rows})
        return
    for name, value in machine.items():
        typer.echo(f"{name:12} {value}")
    typer.echo(f"\n{choice}\n")
    for one, path, why in labs:
        typer.echo(f"{one.id:32} {path}: {why}")


@app.command()
def check(
    fix: Annotated[
        bool, typer.Option("--fix", help="Enter new ids, put notebooks in form.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How much of each exam is served.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check all content, quizzes, labs and facts; report every problem at once."""
    from certlab.course import check as course_check
    from certlab.course import location
    from certlab.course.coverage import coverage as course_cover
    from certlab.study.trials import trials

    root = location.find()
    changed = course_check.fix(root) if fix else []
    course, problems = course_check.check(root)
    problems = sorted({*problems, *trials(course)})
    table = course_cover(course) if coverage else course_check.table(course)
    if as_json:
        rows = [{"file": one.file, "id": one.id, "says": one.says} for one in problems]
        _print_json({"fixed": changed, "problems": rows, "table": table})
    else:
        for file in changed:
            typer.echo(f"fixed {file}")
        for problem in problems:
            typer.echo(str(problem))
        if problems:
            typer.echo(f"\n{len(problems)} problems.", err=True)
        else:
            _print_rows(table)
    raise typer.Exit(1 if problems else 0)


@app.command()
def drill(
    exam: Annotated[
        str | None, typer.Option(help="Only items for this exam, by code.")
    ] = None,
    module: Annotated[str | None, typer.Option(help="Only this module.")] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Begin nothing new after as many minutes.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many items.")] = 10,
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Review in the terminal what is due, then something new."""
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History
    from certlab.study.session import Session
    from certlab.terminal.drill import Drill

    session = Session(
        load(),
        History(find(workspace) / FILE),
        module=module,
        exam=exam,
        count=count,
        surface="terminal",
    )

    def say(line: str) -> None:
        typer.echo(line, err=as_json)

    def ask(prompt: str) -> str:
        typer.echo(prompt, nl=False, err=as_json)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    summary = Drill(session, ask, say, minutes).run()
    if as_json:
        _print_json(vars(summary))


@app.command()
def bench(
    own: Annotated[
        bool, typer.Option("--self", help="Measure certlab itself, as ratios.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure; with --self, what certlab itself costs."""
    from certlab.bench import self_speed

    if not own:
        raise CourseError("No claim names its lab yet; run certlab bench --self.")
    rows = self_speed.measure()
    if as_json:
        _print_json([row.as_dict() for row in rows])
    else:
        typer.echo(self_speed.table(rows))


@lab.command("list")
def lab_list(as_json: AsJson = False) -> None:
    """List the labs."""
    from certlab.course import load
    from certlab.course.labs import PATHS

    labs = load().labs.values()
    if as_json:
        names = ("id", "title", "paths", "minutes", "needs")
        _print_json([{name: getattr(one, name) for name in names} for one in labs])
        return
    for one in labs:
        typer.echo(f"{one.id:32} {one.title}")
        how = ", ".join(PATHS[path] for path in one.paths)
        tail = f"; {len(one.exercises)} exercises" if one.exercises else ""
        typer.echo(f"{'':32} {one.minutes} minutes; {how}{tail}")


@lab.command("open")
def lab_open(
    name: str,
    workspace: Workspace = None,
    browser: Browser = True,
    port: Port = None,
) -> None:
    """Open a lab in JupyterLab."""
    from certlab.course import load

    one = load().lab(name)
    raise typer.Exit(_open(one.file, workspace, browser, port))


@lab.command("run")
def lab_run(name: str, workspace: Workspace = None, as_json: AsJson = False) -> None:
    """Run your copy of a lab from top to bottom; the result goes to runs/."""
    from certlab.course import load
    from certlab.course.workspace import fill, find
    from certlab.servers.execution import execute

    course, folder = load(), find(workspace)
    one = course.lab(name)
    fill(course, folder)
    result = folder / "runs" / f"{one.id}.ipynb"
    typer.echo(f"Running {one.id} ...", err=True)
    checks = [exercise.check for exercise in one.exercises]
    said = execute(folder / one.file, result, checks)
    if as_json:
        _print_json({"lab": one.id, "result": str(result), "exercises": said})
        return
    for cell, text in said.items():
        typer.echo(f"{cell:32} {text}")
    typer.echo(f"{result}")


def _open(
    notebook: str, workspace: Path | None, browser: bool, port: int | None
) -> int:
    """Fill the workspace and open one of its notebooks in JupyterLab."""
    from certlab.course import load
    from certlab.course.workspace import fill, find
    from certlab.servers.jupyterlab import launch

    folder = find(workspace).expanduser().resolve()
    done = fill(load(), folder)
    typer.echo(f"Your folder is {folder}.")
    for name in done.offered:
        typer.echo(f"A newer edition of a file you have edited: {name}")
    return launch(folder, notebook, port=port, browser=browser)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False, default=str))


def _print_rows(rows: list[dict[str, Any]]) -> None:
    """Rows of one shape as a table, numbers to the right."""
    heads = list(rows[0])
    texts = [[str(row[head]) for head in heads] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    for line in (heads, *texts):
        cells = [
            cell.rjust(width) if n else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        typer.echo("  ".join(cells).rstrip())
