"""`certlab drill`: review in the terminal, on a whole screen or in plain lines."""

from typing import Annotated

import typer

from certlab.cli.options import AsJson, Lang, Plain, Workspace
from certlab.cli.output import print_json
from certlab.cli.prompt import ask, say, whole_screen
from certlab.cli.speech import spoken


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
    lang: Lang = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Review in the terminal what is due, then something new.

    Screen readers follow plain lines better: --plain gives them.
    """
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History
    from certlab.study.session import Session
    from certlab.terminal.drill import Drill, tally

    with spoken(lang) as _:
        session = Session(
            load(lang=_.lang),
            History(find(workspace) / FILE),
            module=module,
            exam=exam,
            count=count,
            surface="terminal",
        )
        if whole_screen(plain or as_json):
            from certlab.terminal.screens.deck import Deck
            from certlab.terminal.screens.drill_app import drill as on_screen

            summary = on_screen(Deck(session, minutes), _)
            typer.echo(tally(summary, _))
            return
        summary = Drill(session, ask(as_json), say(as_json), minutes, words=_).run()
        if as_json:
            print_json(vars(summary))
