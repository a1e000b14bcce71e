"""The command line: one function a verb, each importing what it needs."""

import atexit
import gc
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab import __version__, module_parts
from certlab.cli import (
    ask,
    bench,
    check,
    courses,
    drills,
    exams,
    exchange,
    labs,
    plans,
    sheets,
    site,
)
from certlab.console.empty import refuse_empty
from certlab.console.every_verb import guard
from certlab.console.negative import let_be_negative
from certlab.console.output import tell, until_nobody_reads
from certlab.console.signs import let_print
from certlab.errors import CourseError

STUDY, LABS, TOOLS, AUTHORS = "Study", "Labs", "Tools", "Authors"
EXAMPLES = {
    STUDY: (
        "certlab plan --exam NCA-AIIO --date 2027-03-01 --minutes-a-day 30",
        "certlab drill --minutes 10",
    ),
    LABS: ("certlab lab open 10_place", "certlab bench --list"),
    TOOLS: ("certlab sim mig --gpu h100-80gb", "nvidia-smi topo -m | certlab read"),
    AUTHORS: ("certlab check --fix", "certlab export --to apkg --module mig"),
}


def _examples() -> str:
    """Two for each group, each on a line of its own."""
    rows = [
        f"{'' if n else group:9}{example}"
        for group, examples in EXAMPLES.items()
        for n, example in enumerate(examples)
    ]
    return "\n".join(["Examples", *rows])


app = typer.Typer(
    help="Study for a certification. Without a command, it shows what is planned for today.",
    epilog=_examples(),
    add_completion=False,
    pretty_exceptions_enable=False,
)
simulators = typer.Typer(help="Simulate hardware and methods.", no_args_is_help=True)
classes = typer.Typer(help="Run and plan a class.", no_args_is_help=True)
app.command(rich_help_panel=STUDY)(labs.study)
app.command(rich_help_panel=STUDY)(drills.drill)
app.command(rich_help_panel=STUDY)(exams.exam)
app.command(rich_help_panel=STUDY)(plans.plan)
app.command(rich_help_panel=STUDY)(plans.progress)
app.command(rich_help_panel=STUDY)(ask.ask)
app.command(rich_help_panel=STUDY)(sheets.sheet)
app.command(rich_help_panel=LABS)(labs.doctor)
app.command(rich_help_panel=LABS)(bench.bench)
app.add_typer(labs.verbs, name="lab", rich_help_panel=LABS)
app.add_typer(simulators, name="sim", rich_help_panel=TOOLS)
app.add_typer(classes, name="class", rich_help_panel=TOOLS)
app.command("import", rich_help_panel=STUDY)(exchange.import_file)


def _of_module(words: str, verb: Callable[..., None], slug: str) -> Callable[..., None]:
    """The verb, refused where the course has no such module: it takes that one's facts."""

    @wraps(verb)
    def run(*given: Any, **named: Any) -> None:
        from certlab.course import location, modules

        if slug and not modules.exists(location.find(), slug):
            raise CourseError(
                f"This course has no module {slug}, whose facts certlab {words} takes; "
                "use it without --course and CERTLAB_COURSE."
            )
        verb(*given, **named)

    return run


# A module's verbs, each by its words: "read", or "sim mig"; of the classroom "class serve".
for part in module_parts.find("verbs"):
    for words, verb in part.VERBS.items():
        group, _, name = words.rpartition(" ")
        where = {"": app, "sim": simulators, "class": classes}[group]
        run = _of_module(words, verb, module_parts.slug(part))
        where.command(name, rich_help_panel=None if group else TOOLS)(run)

app.command("check", rich_help_panel=AUTHORS)(check.check)
app.command("export", rich_help_panel=AUTHORS)(exchange.export_questions)
app.add_typer(courses.verbs, name="course", rich_help_panel=AUTHORS)
app.add_typer(site.verbs, name="site", rich_help_panel=AUTHORS)


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
    # Python would look for cycles among all that a course consists of, and take it apart.
    atexit.register(gc.freeze)
    let_print(sys.stdout)
    with until_nobody_reads():
        try:
            refuse_empty(sys.argv[1:])
            command = typer.main.get_command(app)
            for change in (_without_values, let_be_negative, guard):
                change(command)
            command(prog_name="certlab")
        except CourseError as error:
            tell(error)
            sys.exit(1)


@app.callback(invoke_without_command=True)
def of_every_verb(
    context: typer.Context,
    show: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True)
    ] = False,
    course: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder of another course. The default is $CERTLAB_COURSE, else our own.",
        ),
    ] = None,
) -> None:
    if course is not None:
        # In the environment, so that JupyterLab and its kernels take the same course.
        os.environ["CERTLAB_COURSE"] = str(course.expanduser().resolve())
    if show:
        typer.echo(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        plans.today()
