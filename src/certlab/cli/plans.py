"""`certlab plan` and `certlab progress`: what to do today, and how one stands."""

from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from certlab.cli.answered import answered_most
from certlab.cli.last_day import say_last_day
from certlab.cli.speech import spoken
from certlab.console.options import AsJson, Lang, Workspace
from certlab.console.output import print_json
from certlab.errors import CourseError
from certlab.words import Sentence, Words

Code = Annotated[str | None, typer.Option(help="The exam's code, such as NCP-AII.")]
MINUTES = 30  # a day, where nobody says
FIGURES = ("mean", "low", "high", "curve", "chances")  # which too little data has not


def plan(
    exam: Code = None,
    day: Annotated[
        str | None, typer.Option("--date", help="The exam's day, such as 2027-03-01.")
    ] = None,
    minutes: Annotated[
        int | None, typer.Option("--minutes-a-day", help="Minutes you have each day.")
    ] = None,
    last: Annotated[
        bool,
        typer.Option("--last-day", help="What to look at last, made from your plan."),
    ] = False,
    workspace: Workspace = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Plan for the date of an exam: what to do today, where you stand, and why.

    The exam, date and minutes that you give are kept for the next time.
    certlab drill then asks what is planned for today.
    """
    from certlab.day.daily_list import todays_work
    from certlab.study.standing import standing_of

    with spoken(lang) as words:
        course, history = _opened(workspace, words)
        now = datetime.now().astimezone()
        goal = _goal(course, history, exam, day, minutes, now)
        _say_code(course.certifications[goal.exam], exam, words)
        log = history.read()
        if last:
            _say(log, words)
            say_last_day(course, goal, log, now, words, as_json=as_json)
            return
        standing = standing_of(course, log.rows)
        found = todays_work(course, history, goal, now, "terminal", forecast=as_json)
        both = _readiness(standing, goal.exam, goal.day, now)
        if as_json:
            print_json(_data(course, found, both, log))
            return
        from certlab.day.plain.plan_words import plan_lines

        _say(log, words)
        for line in plan_lines(standing, found, *both, words):
            typer.echo(line)


def today() -> None:
    """Today in five lines: the exam, the list and what is next of it, the score, the week."""
    from certlab.day.daily_list import daily_list, open_list
    from certlab.day.plain.today_words import lines_of_today, lines_without_goal
    from certlab.planner.goal import goal_of
    from certlab.study.standing import standing_of

    with spoken(None) as words:
        course, history = _opened(None, words)
        log, now = history.read(), datetime.now().astimezone()
        _say(log, words)
        standing = standing_of(course, log.rows)
        own = _own_cards(course, history)
        goal = goal_of(log.rows)
        if goal is None or goal.exam not in course.certifications:
            told = lines_without_goal(standing, now, words, own)
        else:
            listed = daily_list(standing, goal, now.date())
            if listed is None:
                typer.echo(words("Planning…"), err=True)
                open_list(course, history, goal, now, "terminal")
                standing = standing_of(course, history.read().rows)
                listed = daily_list(standing, goal, now.date())
            told = lines_of_today(standing, goal, listed, now, words, own)
        for line in told:
            typer.echo(line)


def progress(
    exam: Code = None,
    workspace: Workspace = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Show the score to expect in an exam, as a range, in all and for each domain.

    No pass mark is known here, so the chance to pass is given for several
    pass marks.
    """
    from certlab.day.daily_list import expected
    from certlab.day.due import due_lines, due_of, known_line
    from certlab.day.due_first import predicted
    from certlab.day.path_hours import labs_of
    from certlab.planner.goal import goal_of
    from certlab.planner.reasons import covers
    from certlab.study.exam_codes import certification
    from certlab.study.standing import standing_of

    with spoken(lang) as words:
        course, history = _opened(workspace, words)
        log = history.read()
        goal = goal_of(log.rows)
        if exam is None and goal is None:
            named = answered_most(course, log, words)
        else:
            named = certification(course, exam) if exam else None
        _say_code(named, exam, words)
        id = named.id if named else goal.exam if goal else ""
        day = goal.day if goal and goal.exam == id else None
        present = datetime.now().astimezone()
        standing = standing_of(course, log.rows)
        now, ahead = _readiness(standing, id, day, present)
        plan = expected(standing, goal, present) if goal and day else None
        foretold = predicted(standing, present)
        due = due_of(standing, id, present, _own_cards(course, history))
        if as_json:
            scores = {"today": _score(now), "with_the_plan": plan and vars(plan)}
            told = vars(ahead) | ({} if ahead.enough else dict.fromkeys(FIGURES))
            counted = {**asdict(due.counts), "own_cards_tomorrow": due.own}
            labs = {one: asdict(found) for one, found in labs_of(standing, id).items()}
            print_json(
                {
                    **told,
                    **scores,
                    "items_counted": counted,
                    "labs": labs,
                    "predicted": foretold and asdict(foretold),
                    "problems": log.problems,
                }
            )
            return
        from certlab.day.path_hours import hours_line, minutes_on_path
        from certlab.day.plain.predicted_words import predicted_lines
        from certlab.day.plain.progress_words import labs_line, progress_lines

        _say(log, words)
        covered = covers(course, id)
        for line in progress_lines(now, ahead, plan, covered, course.publisher, words):
            typer.echo(line)
        typer.echo()
        for line in predicted_lines(foretold, words):
            typer.echo(line)
        path = hours_line(minutes_on_path(standing, id), words)
        typer.echo(words("The path: {hours}.", hours=path))
        if says := labs_line(labs_of(standing, id).values(), words):
            typer.echo(says)
        for says in (known_line(due, words), *due_lines(due, words)):
            typer.echo(says)


def _own_cards(course: Any, history: Any) -> list[str]:
    """Ids of the learner's own cards; decks are read only where one of them was answered."""
    from certlab.study.own_decks import own_items
    from certlab.study.questions import MINE

    if not any(row.item.startswith(MINE) for row in history.read().answers):
        return []
    items, _problems = own_items(history.path.parent, course)
    return [*items]


def _opened(workspace: Path | None, words: Words) -> tuple[Any, Any]:
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History

    return load(lang=words.lang), History(find(workspace) / FILE)


def _goal(
    course: Any,
    history: Any,
    exam: str | None,
    day: str | None,
    minutes: int | None,
    now: datetime,
) -> Any:
    """The goal that is given, recorded; or the one that was set before.

    Raises:
        CourseError: there is none, or what is given makes no sense.
    """
    from certlab.planner.goal import Goal, goal_of, set_goal

    goal = goal_of(history.read().rows)
    if exam is None and day is None and minutes is None:
        if goal is None or goal.exam not in course.certifications:
            raise CourseError(
                Sentence(
                    "No exam is planned yet; give --exam CODE --date YYYY-MM-DD "
                    "--minutes-a-day N."
                )
            )
        return goal
    if goal is None and (exam is None or day is None):
        raise CourseError(Sentence("No exam is planned yet; give --exam and --date."))
    before = goal or Goal("", now.date(), MINUTES)
    return set_goal(
        course,
        history,
        before.exam if exam is None else exam,
        before.day if day is None else _day(day),
        before.minutes if minutes is None else minutes,
        today=now.date(),
        surface="terminal",
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        says = Sentence("{text} is not a date; write it like 2027-03-01.", text=text)
        raise CourseError(says) from error


def _readiness(
    standing: Any, exam: str, day: date | None, now: datetime
) -> tuple[Any, Any]:
    """For a sitting today, and on the day."""
    from certlab.readiness import readiness

    ahead = readiness(standing, exam, day, now)
    if ahead.day == now.date():
        return ahead, ahead
    return readiness(standing, exam, None, now), ahead


def _say_code(exam: Any, typed: str | None, words: Words) -> None:
    """That what was typed is another code of the exam."""
    from certlab.study.exam_codes import renamed

    if typed and (says := renamed(exam, typed)):
        typer.echo(words.say(says), err=True)


def _say(log: Any, words: Words) -> None:
    for problem in log.problems:
        typer.echo(words.say(problem), err=True)


def _score(found: Any) -> dict[str, Any] | None:
    return vars(found.score) if found.enough else None


def _data(course: Any, found: Any, both: tuple[Any, Any], log: Any) -> dict[str, Any]:
    goal, forecast = found.goal, found.forecast
    return {
        "exam": course.certifications[goal.exam].code,
        "date": goal.day,
        "minutes_a_day": goal.minutes,
        "days_left": found.left,
        "minutes_left": found.minutes,
        "tasks": [vars(one) for one in found.tasks],
        "order": found.order,
        "enough": found.enough,
        "says": found.says,
        "will_not_fit": forecast and forecast.left_out,
        "more_minutes_a_day": forecast and forecast.more,
        "would_bring_in": forecast and forecast.brought,
        "last_sweep": vars(forecast.sweep) if forecast and forecast.sweep else None,
        "expected_recall": found.plan.score if forecast else None,
        "score_today": _score(both[0]),
        "score_with_the_plan": found.expects and vars(found.expects),
        "score_on_the_day": _score(both[1]),
        "domains_without_items": found.unserved,
        "problems": log.problems,
    }
