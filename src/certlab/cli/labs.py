"""`certlab study`, `lab` and `doctor`: open the course; list, open, run, prepare, begin labs."""

import json
import platform
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.console.options import AsJson, Browser, Port, Workspace
from certlab.console.output import open_at, print_json

verbs = typer.Typer(
    help="List, open, run, prepare and begin labs.", no_args_is_help=True
)


@verbs.command("list")
def lab_list(workspace: Workspace = None, as_json: AsJson = False) -> None:
    """List all labs, with their minutes, where they run and what of them is solved."""
    from certlab.course import load
    from certlab.course.labs import PATHS
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History
    from certlab.study.standing import Standing

    course = load()
    standing = Standing(course, History(find(workspace) / FILE).read().rows)
    known = {one.id: standing.lab_progress(one.id) for one in course.labs.values()}
    if as_json:
        names = ("id", "title", "paths", "minutes", "needs")
        rows = [
            {name: getattr(one, name) for name in names}
            | {"exercises": known[one.id].count, "solved": known[one.id].done}
            for one in course.labs.values()
        ]
        print_json(rows)
        return
    width = max(map(len, course.labs), default=0)
    for one in course.labs.values():
        typer.echo(f"{one.id:{width}} {one.title}")
        how = ", ".join(PATHS[path] for path in one.paths)
        typer.echo(f"{'':{width}} {one.minutes} minutes; {how}{_solved(known[one.id])}")


def _solved(lab: Any) -> str:
    """The end of a lab's line; "" of one without exercises."""
    if not lab.count:
        return ""
    exercises = "1 exercise" if lab.count == 1 else f"{lab.count} exercises"
    if lab.state == "open":
        return f"; {exercises}"
    tick = " ✓" if lab.state == "done" else ""
    return f"; {lab.done} of {exercises} solved{tick}"


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
def lab_run(
    name: str,
    workspace: Workspace = None,
    store: Annotated[
        bool,
        typer.Option(
            "--store",
            help="As its author: run the course's file without a GPU, and keep the outputs in it.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run your copy of a lab from top to bottom, and put the result into runs/."""
    from certlab.course import load
    from certlab.course.workspace import fill, find
    from certlab.servers.execution import execute

    course, folder = load(), find(workspace)
    one = course.lab(name)
    typer.echo(f"Running {one.id} ...", err=True)
    if store:
        result, said = _stored(course, one), {}
    else:
        fill(course, folder)
        result = folder / "runs" / f"{one.id}.ipynb"
        checks = [exercise.check for exercise in one.exercises]
        said = execute(folder / one.file, result, checks)
    if as_json:
        print_json({"lab": one.id, "result": str(result), "exercises": said})
        return
    for cell, text in said.items():
        typer.echo(f"{cell:32} {text}")
    typer.echo(f"{result}")


def _stored(course: Any, lab: Any) -> Path:
    """The file of a lab in its course, run for somebody who has done nothing yet."""
    from certlab.cli.reruns import store
    from certlab.course import followed
    from certlab.templates import new_lab

    new_lab.refuse_installed(course)
    notebook = json.loads(lab.path.read_text("utf-8"))
    store(lab, followed.digest(course, lab, notebook))
    return Path(lab.path)


@verbs.command("prepare")
def lab_prepare(name: str, as_json: AsJson = False) -> None:
    """Install what a lab, the labs of a module, or a server needs."""
    from certlab import module_parts
    from certlab.compute import missing_packages
    from certlab.compute.device import libraries_missing
    from certlab.course import load
    from certlab.servers.environments import here

    def tell(line: str) -> None:
        typer.echo(line, err=True)

    servers = {
        one.ENVIRONMENT.name: one.ENVIRONMENT
        for one in module_parts.find("environment")
    }
    course = load()
    of_module = [one for one in course.labs.values() if one.module == name]
    if name in servers and not of_module:
        servers[name].make(tell)
        if as_json:
            print_json({"server": name})
            return
        typer.echo(f"{name} is prepared.")
        return
    labs = of_module or [course.lab(name)]
    named = name if of_module else labs[0].id
    missing = libraries_missing(
        dict.fromkeys(need for one in labs for need in one.needs)
    )
    if missing:
        size = missing_packages.size_hint(missing)
        what = f"{' and '.join(missing)}{size and f', {size}'}"
        typer.echo(f"{named} needs {what}.", err=True)
        here().install(missing, tell)
    if labs[0].module in servers:
        servers[labs[0].module].make(tell)
    if as_json:
        print_json({"lab": named, "installed": missing})
        return
    which = labs[0].id
    typer.echo(f"{named} has all that it needs; certlab lab open {which} opens it.")


@verbs.command("new")
def lab_new(
    module: Annotated[str, typer.Argument(help="The module's slug, such as mig.")],
    name: Annotated[
        str, typer.Argument(help="What one does in it, such as count_slices.")
    ],
    paths: Annotated[
        str,
        typer.Option(help="CB: a CPU or a browser; C: a CPU; GC: a GPU or a CPU."),
    ] = "CB",
    as_json: AsJson = False,
) -> None:
    """Write a new lab that runs and passes the checks, for its author to fill."""
    from certlab.course import load
    from certlab.templates import new_lab

    new = new_lab.write(load(), module, name, paths)
    if as_json:
        print_json({"lab": new.id, "file": str(new.path), "cells": new.cells})
        return
    typer.echo(f"{new.path}\n")
    typer.echo("It runs and passes certlab check as it is. What you write stands in")
    typer.echo("[square brackets], in these cells:")
    typer.echo(f"  {', '.join(new.cells)}")
    typer.echo("Its metadata have the minutes and the objectives, which are yours too.")


def study(
    workspace: Workspace = None, browser: Browser = True, port: Port = None
) -> None:
    """Open the course in JupyterLab."""
    raise typer.Exit(open_jupyterlab(None, workspace, browser, port))


def doctor(as_json: AsJson = False) -> None:
    """Show what this machine has, and how each lab runs on it and why."""
    from certlab import compute, module_parts
    from certlab.course import load

    machine, choice = compute.device.report(), compute.choice()
    for part in module_parts.find("environment"):
        machine[part.ENVIRONMENT.name] = part.ENVIRONMENT.lacks or "prepared"
    here = {"Darwin": "macos", "Windows": "windows"}.get(platform.system(), "")
    told = []
    for one in load().labs.values():
        path, why = compute.device.path_of(one.paths, one.needs, choice, one.id)
        lacks = getattr(one, here, "")
        told.append((one.id, path, f"{why}; here {lacks}" if lacks else why))
    if as_json:
        rows = [{"lab": lab, "path": path, "why": why} for lab, path, why in told]
        print_json({"machine": machine, "choice": str(choice), "labs": rows})
        return
    for name, value in machine.items():
        typer.echo(f"{name:12} {value}")
    typer.echo(f"\n{choice}\n")
    width = max((len(lab) for lab, _, _ in told), default=0)
    for lab, path, why in told:
        typer.echo(f"{lab:{width}} {path}: {why}")


def open_jupyterlab(
    notebook: str | None, workspace: Path | None, browser: bool, port: int | None
) -> int:
    """Fill the workspace and open JupyterLab on it, with a notebook if one is named."""
    from certlab.course import load
    from certlab.course.workspace import fill, find, introduce, notebooks
    from certlab.servers.jupyterlab import launch

    folder, course = find(workspace).expanduser().resolve(), load()
    done = fill(course, folder)
    _show_contents(course, folder)
    typer.echo(introduce(folder))
    for name in done.offered:
        says = (
            "is a newer edition of a file that you have edited; yours stays as it is."
        )
        typer.echo(f"{name} {says}")

    def tell(address: str) -> None:
        typer.echo(open_at(address))

    books = notebooks(course)
    return launch(folder, notebook, books, tell=tell, port=port, browser=browser)


def _show_contents(course: Any, folder: Path) -> None:
    """Let the start notebook list the modules there are before it is run."""
    from certlab.course.contents import CELL, SOURCE, contents
    from certlab.course.workspace import START
    from certlab.servers.stored_output import renew

    table = {"text/markdown": contents(course), "text/plain": "The modules."}
    renew(folder / START, CELL, SOURCE, table)
