"""`certlab lab`: list the labs, open one, run one."""

from pathlib import Path

import typer

from certlab.cli.options import AsJson, Browser, Port, Workspace
from certlab.cli.output import print_json

verbs = typer.Typer(help="The labs.", no_args_is_help=True)


@verbs.command("list")
def lab_list(as_json: AsJson = False) -> None:
    """List the labs."""
    from certlab.course import load
    from certlab.course.labs import PATHS

    labs = load().labs.values()
    if as_json:
        names = ("id", "title", "paths", "minutes", "needs")
        print_json([{name: getattr(one, name) for name in names} for one in labs])
        return
    for one in labs:
        typer.echo(f"{one.id:32} {one.title}")
        how = ", ".join(PATHS[path] for path in one.paths)
        tail = f"; {len(one.exercises)} exercises" if one.exercises else ""
        typer.echo(f"{'':32} {one.minutes} minutes; {how}{tail}")


@verbs.command("open")
def labopen_notebook(
    name: str,
    workspace: Workspace = None,
    browser: Browser = True,
    port: Port = None,
) -> None:
    """Open a lab in JupyterLab."""
    from certlab.course import load

    one = load().lab(name)
    raise typer.Exit(open_notebook(one.file, workspace, browser, port))


@verbs.command("run")
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
        print_json({"lab": one.id, "result": str(result), "exercises": said})
        return
    for cell, text in said.items():
        typer.echo(f"{cell:32} {text}")
    typer.echo(f"{result}")


def open_notebook(
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
