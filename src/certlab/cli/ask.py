"""`certlab ask`: a question answered by passages of the course."""

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from certlab.cli.speech import spoken
from certlab.console.options import AsJson, Lang
from certlab.console.output import print_json
from certlab.errors import CourseError
from certlab.words import ENGLISH, Sentence

MOST = 5  # passages


def ask(
    question: Annotated[
        list[str], typer.Argument(help="What you want to know, in your own words.")
    ],
    category: Annotated[
        str | None,
        typer.Option(help="Look only in this category, or in this module."),
    ] = None,
    count: Annotated[
        int, typer.Option(min=1, max=20, help="How many passages to show, at most.")
    ] = MOST,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Find the passages that answer a question: pages, facts, terms, labs, explanations.

    It needs no network and no model. Each passage says where it stands;
    certlab study opens the pages.
    """
    from certlab.app.search_files import searched
    from certlab.course import location
    from certlab.search.answers import Library
    from certlab.terminal.ask_lines import ask_lines

    with spoken(lang) as words:

        def begin() -> None:
            if sys.stderr.isatty():
                typer.echo(
                    words("Reading the course, once until it changes…"), err=True
                )

        folder = searched(location.find(), begin)
        library = Library(folder, dict.fromkeys([words.lang, ENGLISH.lang]))
        modules = library.modules(category) if category else None
        found = library.ask(" ".join(question).strip(), count, modules)
        if as_json:
            print_json(asdict(found) | {"category": category})
            return
        if not found.answers:
            says = Sentence("Nothing was found for {words}. Try one word of it, or a shorter one.", words=found.question)  # fmt: skip
            raise CourseError(says)
        for line in ask_lines(found, words):
            typer.echo(line)
