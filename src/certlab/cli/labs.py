"""`certlab lab`: list the labs, open one, run one."""

from pathlib import Path
from typing import Any

import typer

from certlab.console.options import AsJson, Browser, Port, Workspace
from certlab.console.output import print_json

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
def lab_open(
    name: str,
    workspace: Workspace = None,
    browser: Browser = True,
    port: Port = None,
) -> None:
    """Open a lab in JupyterLab."""
    from certlab.course import load

    one = load().lab(name)
    raise typer.Exit(open_jupyterlab(one.file, workspace, browser, port))


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


def open_jupyterlab(
    notebook: str | None, workspace: Path | None, browser: bool, port: int | None
) -> int:
    """Fill the workspace and open JupyterLab on it, with a notebook if one is named."""
    from certlab.course import load
    from certlab.course.workspace import START, fill, find
    from certlab.servers.jupyterlab import launch

    folder, course = find(workspace).expanduser().resolve(), load()
    done = fill(course, folder)
    _show_contents(course, folder)
    if notebook == START:  # planning takes seconds; the app plans for itself
        _show_today(course, folder)
    typer.echo(f"Your folder is {folder}.")
    for name in done.offered:
        says = (
            "is a newer edition of a file that you have edited; yours stays as it is."
        )
        typer.echo(f"{name} {says}")
    return launch(folder, notebook, port=port, browser=browser)


def _show_contents(course: Any, folder: Path) -> None:
    """Let the start notebook list the modules there are before it is run."""
    from certlab.course.contents import CELL, SOURCE, contents
    from certlab.course.workspace import START
    from certlab.servers.stored_output import renew

    table = {"text/markdown": contents(course), "text/plain": "The modules."}
    renew(folder / START, CELL, SOURCE, table)


def _show_today(course: Any, folder: Path) -> None:
    """Let the start notebook show today's plan before any cell of it is run."""
    from datetime import datetime

    from certlab.course.workspace import START
    from certlab.errors import CourseError
    from certlab.servers.stored_output import renew
    from certlab.study.goal import goal_of
    from certlab.study.history import FILE, History
    from certlab.study.start_markdown import markdown
    from certlab.study.start_page import CELL, SOURCE, Links, planned
    from certlab.words import text

    now, words = datetime.now().astimezone(), text()
    try:
        rows = History(folder / FILE).read().rows
        goal = goal_of(rows)
        if goal is None or goal.exam not in course.certifications:
            return
        page, _tasks = planned(course, rows, goal, now, Links(), words)
    except CourseError:
        return  # the cell will say it, where it can be fixed
    told = markdown(page, now.date(), words)
    plain = f"{page['goal']['code']}, {page['goal']['day']}"
    renew(folder / START, CELL, SOURCE, {"text/markdown": told, "text/plain": plain})
