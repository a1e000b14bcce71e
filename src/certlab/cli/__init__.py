"""The command line: one function a verb, each importing what it needs."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab import __version__, wings
from certlab.cli import bench, check, drills, exams, exchange, labs, plans, site
from certlab.console.options import AsJson, Browser, Port, Workspace
from certlab.console.output import print_json
from certlab.errors import CourseError

app = typer.Typer(
    help="Study for a certification: read, run, answer, remember.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(labs.verbs, name="lab")
simulators = typer.Typer(help="The simulators.", no_args_is_help=True)
app.add_typer(simulators, name="sim")
app.add_typer(site.verbs, name="site")
app.command("check")(check.check)
app.command("bench")(bench.bench)
app.command()(drills.drill)
app.command()(exams.exam)
app.command()(plans.plan)
app.command()(plans.progress)
app.command("import")(exchange.import_file)
app.command("export")(exchange.export_questions)


def _of_module(words: str, verb: Callable[..., None], slug: str) -> Callable[..., None]:
    """The verb, refused where the course has no such module: it takes that one's facts."""

    @wraps(verb)
    def run(*given: Any, **named: Any) -> None:
        from certlab.course import location, modules

        if not modules.exists(location.find(), slug):
            raise CourseError(
                f"This course has no module {slug}, whose facts certlab {words} takes; "
                "use it without --course and CERTLAB_COURSE."
            )
        verb(*given, **named)

    return run


# A module's verbs, each by its words: "read", or "sim mig".
for part in wings.parts("verbs"):
    slug = part.__name__.split(".")[2].replace("_", "-")
    for words, verb in part.VERBS.items():
        group, _, name = words.rpartition(" ")
        {"": app, "sim": simulators}[group].command(name)(_of_module(words, verb, slug))


def _without_values(command: Any) -> None:  # typer names no class of its own for it
    """Leave the type out of the help of each flag of a command and of its verbs.

    typer prints `<bool>` after it, which reads as if it took a value.
    """
    for param in command.get_params(typer.Context(command)):
        if getattr(param, "is_flag", False):
            param.metavar = ""
    for verb in getattr(command, "commands", {}).values():
        _without_values(verb)


def main() -> None:
    """Run a command; a problem the user can fix is one sentence and exit 1."""
    try:
        command = typer.main.get_command(app)
        _without_values(command)
        command(prog_name="certlab")
    except CourseError as error:
        typer.echo(f"certlab: {error}", err=True)
        sys.exit(1)


@app.callback(invoke_without_command=True)
def of_every_verb(
    show: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True)
    ] = False,
    course: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Another course's folder; $CERTLAB_COURSE or ours when not given.",
        ),
    ] = None,
) -> None:
    if course is not None:
        # In the environment, so that JupyterLab and its kernels take the same course.
        os.environ["CERTLAB_COURSE"] = str(course.expanduser().resolve())
    if show:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def study(
    workspace: Workspace = None, browser: Browser = True, port: Port = None
) -> None:
    """Open the course in JupyterLab."""
    raise typer.Exit(labs.open_jupyterlab(None, workspace, browser, port))


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
        print_json({"machine": machine, "choice": str(choice), "labs": rows})
        return
    for name, value in machine.items():
        typer.echo(f"{name:12} {value}")
    typer.echo(f"\n{choice}\n")
    for one, path, why in labs:
        typer.echo(f"{one.id:32} {path}: {why}")
