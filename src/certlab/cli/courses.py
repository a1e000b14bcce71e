"""`certlab course`: a course of one's own."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from certlab.console.options import AsJson
from certlab.console.output import print_json

verbs = typer.Typer(help="Begin a course of your own.", no_args_is_help=True)
NEXT = ("check", "drill", "study")


@verbs.callback()
def of_every_verb() -> None:
    """So that `new` has to be said, although it is the only one."""


@verbs.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder that is new or empty.")
    ],
    as_json: AsJson = False,
) -> None:
    """Write a tiny course with a page, a lab, questions and an exam, to begin from."""
    from certlab.templates import new_course

    new_course.write(folder)
    steps = [f"certlab --course {shlex.quote(str(folder))} {verb}" for verb in NEXT]
    if as_json:
        print_json({"course": str(folder), "next": steps})
        return
    typer.echo(f"{folder} holds a course; its README.md says which file is what.\n")
    for step in steps:
        typer.echo(f"  {step}")
