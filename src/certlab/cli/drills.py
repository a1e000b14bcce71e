"""`certlab drill`: review in the terminal, on a whole screen or in plain lines."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.cli.prompt import answers_in, ask, say, unheard, whole_screen
from certlab.cli.speech import spoken
from certlab.console.options import AsJson, Lang, Plain, Workspace
from certlab.console.output import print_json
from certlab.words import Sentence, Words, after_each_other

COUNT = 10  # items, where no plan says how many
HERE = "terminal"  # the surface, as answers record it


def drill(
    exam: Annotated[
        str | None, typer.Option(help="Ask only for this exam, such as NCA-AIIO.")
    ] = None,
    module: Annotated[str | None, typer.Option(help="Only about this module.")] = None,
    mine: Annotated[
        bool, typer.Option("--mine", help="Ask only the cards of your own decks.")
    ] = False,
    first: Annotated[
        bool,
        typer.Option(
            "--first",
            help="Ask the first questions of --exam, which place you on its path.",
        ),
    ] = False,
    minutes: Annotated[
        float | None, typer.Option(help="After this many minutes, ask nothing more.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many to ask. The default is what is planned, else 10."
        ),
    ] = None,
    workspace: Workspace = None,
    lang: Lang = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Ask what is planned for today, and ask again what you got wrong.

    Without a plan, or with --exam or --module, it asks what is due, then
    something new. Cards of your own, which certlab import --mine adds, are
    asked too. Screen readers follow the lines of --plain better.
    """
    with spoken(lang) as words:

        def asked() -> Any:
            if first:
                return _first(exam, workspace, words.lang)
            return _asked(exam, module, count, workspace, words.lang, mine=mine)

        if whole_screen(plain or as_json):
            from certlab.course.workspace import find
            from certlab.study.history import FILE, History

            answers = answers_in(History(find(workspace) / FILE))
            _on_screen(asked, minutes, words, answers)
        else:
            _in_lines(asked(), minutes, words, as_json=as_json)
        if first and exam:
            _place(exam, workspace, words, as_json=as_json)


def _on_screen(
    asked: Callable[[], Any], minutes: float | None, words: Words, answers: int
) -> None:
    """Show the screen first; what is asked is found beside it."""
    with unheard():
        from certlab.terminal.screens.drill_app import drill as on_screen
        from certlab.terminal.screens.drill_deck import Deck

        def made() -> Any:
            found = asked()
            return found if isinstance(found, str) else Deck(found, minutes)

        came = on_screen(made, words, answers)
    for line in came:
        typer.echo(line)


def _in_lines(
    asked: Any, minutes: float | None, words: Words, *, as_json: bool
) -> None:
    from certlab.terminal.drill import Drill, Summary

    if isinstance(asked, str):
        say(as_json)(words.say(asked))
        summary = Summary()
    else:
        summary = Drill(asked, ask(as_json), say(as_json), minutes, words=words).run()
    if as_json:
        print_json(vars(summary))


def _asked(
    exam: str | None,
    module: str | None,
    count: int | None,
    workspace: Path | None,
    lang: str,
    *,
    mine: bool,
) -> Any:
    """A session of what is to be asked, or why there is nothing."""
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.errors import CourseError
    from certlab.study.history import FILE, History
    from certlab.study.own_decks import FOLDER, own_items, waiting
    from certlab.study.session import Session

    course, place = load(lang=lang), find(workspace)
    history, (own, problems) = History(place / FILE), own_items(place, course)
    number, along = count or COUNT, []
    whole = replace(course, items={**course.items, **own})
    found = None
    if mine:
        course = replace(course, items=own)
        if not own:
            says = Sentence(
                "{folder}: you have no cards of your own yet; import a deck with "
                "certlab import FILE --mine.",
                folder=place / FOLDER,
            )
            raise CourseError(*problems[:1] or [says])
    elif not (exam or module):
        now = datetime.now().astimezone()
        along = waiting(own, history.read().answers, now) if own else []
        beside = {id: own[id] for id in along}
        found = _todays(course, history, beside, count)
        course = replace(course, items={**course.items, **beside})
    if found is None:
        found = Session(
            *(course, history, module, exam),
            count=number,
            along=along[: number // 2],
            surface=HERE,
        )
    if not isinstance(found, str):
        found.problems += problems
        found.counted = whole
    return found


def _first(exam: str | None, workspace: Path | None, lang: str) -> Any:
    """A session of an exam's first questions; why there is nothing left to ask.

    Raises:
        CourseError: there is no such exam, or it has no question.
    """
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.errors import CourseError
    from certlab.study.history import FILE, History
    from certlab.study.session import Session
    from certlab.terminal.place_lines import asked_first

    if exam is None:
        says = Sentence("--first: name the exam too, as in --exam NCA-AIIO --first.")
        raise CourseError(says)
    course, history = load(lang=lang), History(find(workspace) / FILE)
    known = {row.item for row in history.read().answers}
    left = [one.id for one in asked_first(course, exam) if one.id not in known]
    if not left:
        return Sentence("You have answered all of the first questions.")
    return Session(course, history, exam=exam, items=left, surface=HERE)


def _place(exam: str, workspace: Path | None, words: Words, *, as_json: bool) -> None:
    """Where the answers place the learner, also where the questions were broken off."""
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History
    from certlab.terminal.place_lines import place_lines

    answers = History(find(workspace) / FILE).read().answers
    for line in place_lines(load(lang=words.lang), exam, answers, words):
        say(as_json)(line)


def _todays(course: Any, history: Any, own: dict[str, Any], count: int | None) -> Any:
    """What the plan has for today, in its order; why nothing, or None without a plan."""
    from certlab.day.daily_list import todays_work
    from certlab.day.today import serving
    from certlab.planner.goal import goal_of
    from certlab.study.session import Session

    goal = goal_of(history.read().rows)
    if goal is None or not serving(course, goal.exam):
        return None
    found = todays_work(course, history, goal, datetime.now().astimezone(), HERE)
    items = [*found.order, *[*own][:COUNT]][:count]
    course = replace(course, items={**course.items, **own})
    session = Session(course, history, exam=goal.exam, items=items, surface=HERE)
    if session.questions:
        return session
    ahead = Sentence(
        "To study ahead of the plan, run certlab drill --exam {exam}.",
        exam=course.certifications[goal.exam].code,
    )
    return after_each_other(*found.says[:1], ahead)
