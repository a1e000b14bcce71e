"""`certlab sheet`: a module or an exam on two sides of A4."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.cli.speech import spoken
from certlab.console.options import AsJson, Lang
from certlab.console.output import print_json, print_rows
from certlab.words import Words


def sheet(
    name: Annotated[
        str,
        typer.Argument(help="A module or an exam's code. Without it, all are listed."),
    ] = "",
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to. The default is NAME-sheet.html."),
    ] = None,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Print it as PDF too, by a Chromium.")
    ] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Write what one carries into an exam: numbers, commands, cards and traps to print."""
    from certlab.course import load
    from certlab.sheets import choice, file, paper

    with spoken(lang) as words:
        course = load(lang=words.lang)
        if not name:
            _list(course, choice.sheet_names(course), words, as_json)
            return
        made = choice.sheet(course, name)
        page = to or Path(f"{made.name}-sheet.html")
        printed = page.with_suffix(".pdf") if pdf else None
        file.write(page, file.page(made), printed)
        if printed:
            paper.print_to(printed, page)
        if as_json:
            print_json(
                {
                    "html": str(page),
                    "pdf": str(printed) if printed else None,
                    **_data(made),
                }
            )
        elif printed:
            typer.echo(
                words("{pdf} is written, and {page} beside it.", pdf=printed, page=page)
            )
        else:
            typer.echo(
                words(
                    "{page} is written: open it in a browser and print it, or let --pdf do both.",
                    page=page,
                )
            )


def _data(made: Any) -> dict[str, Any]:
    """A sheet as JSON tells it: of each row its kind too."""
    sections = [
        {
            "title": one.title,
            "weight": one.weight,
            "rows": [{"kind": row.kind, **asdict(row)} for row in one.rows],
        }
        for one in made.sections
    ]
    return {**asdict(made), "sections": sections}


def _list(course: Any, names: list[str], words: Words, as_json: bool) -> None:
    exams = course.certifications
    rows = [
        {
            "name": name,
            "title": exams[name].name if name in exams else course.modules[name].title,
        }
        for name in names
    ]
    if as_json:
        print_json(rows)
        return
    print_rows(rows, words("certlab sheet NAME writes one:"))
