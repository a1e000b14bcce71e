"""`certlab exam`: a timed mock exam in the terminal, on a whole screen or in plain lines."""

from enum import StrEnum
from typing import Annotated

import typer

from certlab.cli.prompt import answers_in, ask, say, unheard, whole_screen
from certlab.cli.speech import spoken
from certlab.console.options import AsJson, Lang, Plain, Workspace
from certlab.console.output import print_json
from certlab.errors import CourseError
from certlab.words import Sentence


class Time(StrEnum):
    """How much longer than usual it may last."""

    USUAL = "1"
    HALF_MORE = "1.5"
    TWICE = "2"
    UNTIMED = "untimed"


def exam(
    code: Annotated[
        str,
        typer.Argument(help="The exam's code. Without it, an unfinished exam goes on."),
    ] = "",
    minutes: Annotated[
        int | None, typer.Option(min=1, help="Minutes, in place of the official time.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, help="How many questions instead of the usual.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=9999, help="The same seed gives the same questions."),
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="One of the exam's three papers, which share no question."
        ),
    ] = None,
    time: Annotated[
        Time | None,
        typer.Option(help="Factor on the usual time. Without it you are asked."),
    ] = None,
    workspace: Workspace = None,
    lang: Lang = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Sit a mock exam against the clock, or go on with one that was interrupted."""
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.exams import blueprint, refuse_nonsense, unfinished
    from certlab.study.history import FILE, History
    from certlab.terminal.exam_request import (
        ExamRequest,
        Opened,
        numbered,
        paper_number,
    )

    with spoken(lang) as words:
        history = History(find(workspace) / FILE)

        def opened() -> Opened:
            course, request = load(lang=words.lang), None
            if code:
                plan = blueprint(course, code)
                number = None if paper is None else paper_number(paper)
                draws = (
                    numbered(plan, number, seed, count) if number is not None else seed
                )
                request = ExamRequest(plan, draws, count, minutes, time and time.value)
                refuse_nonsense(plan, draws, count, minutes)
            elif paper is not None:
                says = Sentence(
                    "Paper {n}: name the exam too, as in certlab exam CODE --paper {n}.",
                    n=paper,
                )
                raise CourseError(says)
            elif unfinished(course, history) is None:
                codes = ", ".join(one.code for one in course.certifications.values())
                says = Sentence(
                    "No exam is unfinished; name one to begin: {codes}.", codes=codes
                )
                raise CourseError(says)
            return Opened(course, history, request)

        if whole_screen(plain or as_json):
            from certlab.terminal.screens.exam_opening import sit as on_screen

            with unheard():
                result = on_screen(opened, words, answers_in(history))
            if result:
                typer.echo(result)
            return
        from certlab.terminal.exam_lines import sit

        found = opened()
        report = sit(
            found.course,
            history,
            found.request,
            ask(as_json),
            say(as_json),
            words=words,
        )
        if as_json:
            print_json(report.as_dict() if report else {"ended": None})
