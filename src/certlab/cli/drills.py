"""`certlab drill`: review in the terminal, on a whole screen or in plain lines."""

from datetime import datetime
from typing import Annotated, Any

import typer

from certlab.cli.options import AsJson, Lang, Plain, Workspace
from certlab.cli.output import print_json
from certlab.cli.prompt import ask, say, whole_screen
from certlab.cli.speech import spoken
from certlab.words import Sentence, after_each_other

COUNT = 10  # items, where no plan says how many
HERE = "terminal"  # the surface, as answers record it


def drill(
    exam: Annotated[
        str | None, typer.Option(help="Only items for this exam, by code.")
    ] = None,
    module: Annotated[str | None, typer.Option(help="Only this module.")] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Begin nothing new after as many minutes.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(min=1, help="How many items; today's, or 10 without a plan."),
    ] = None,
    workspace: Workspace = None,
    lang: Lang = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Ask in the terminal what is planned for today, and again what was wrong.

    Without a plan, or with --exam or --module: what is due, then something new.
    Screen readers follow plain lines better: --plain gives them.
    """
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History
    from certlab.study.session import Session
    from certlab.terminal.drill import Drill, Summary, tally

    with spoken(lang) as _:
        course, history = load(lang=_.lang), History(find(workspace) / FILE)
        asked = None if exam or module else _todays(course, history, count)
        if asked is None:
            many = count or COUNT
            asked = Session(course, history, module, exam, count=many, surface=HERE)
        if isinstance(asked, str):
            say(as_json)(_.say(asked))
            if as_json:
                print_json(vars(Summary()))
            return
        if whole_screen(plain or as_json):
            from certlab.terminal.screens.deck import Deck
            from certlab.terminal.screens.drill_app import drill as on_screen

            summary = on_screen(Deck(asked, minutes), _)
            typer.echo(tally(summary, _))
            return
        summary = Drill(asked, ask(as_json), say(as_json), minutes, words=_).run()
        if as_json:
            print_json(vars(summary))


def _todays(course: Any, history: Any, count: int | None) -> Any:
    """What the plan has for today, in its order; why nothing, or None without a plan."""
    from certlab.study.goal import goal_of
    from certlab.study.session import Session
    from certlab.study.today import serving, today

    rows = history.read().rows
    goal = goal_of(rows)
    if goal is None or not serving(course, goal.exam):
        return None
    found = today(course, rows, goal, datetime.now().astimezone())
    items = found.order[:count]
    session = Session(course, history, exam=goal.exam, items=items, surface=HERE)
    if session.questions:
        return session
    ahead = Sentence(
        "certlab drill --exam {exam} asks ahead of it.",
        exam=course.certifications[goal.exam].code,
    )
    return after_each_other(*found.says[:1], ahead)
