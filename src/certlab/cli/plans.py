"""`certlab plan` and `certlab progress`: what to do today, and how one stands."""

from datetime import date, datetime
from typing import Annotated, Any

import typer

from certlab.cli.options import AsJson, Workspace
from certlab.cli.output import print_json, print_rows
from certlab.errors import CourseError

Code = Annotated[str | None, typer.Option(help="The exam's code, NCP-AII.")]


def plan(
    exam: Code = None,
    day: Annotated[
        str | None, typer.Option("--date", help="Its day, 2027-03-01.")
    ] = None,
    minutes: Annotated[
        int | None, typer.Option("--minutes-a-day", help="How many you have.")
    ] = None,
    workspace: Workspace = None,
    as_json: AsJson = False,
) -> None:
    """Plan towards an exam's date: today's work, and what it is expected to bring.

    What is given is kept; without it, the exam planned last counts.
    """
    from certlab.study.goal import goal_of, set_goal
    from certlab.study.today import today

    course, history = _opened(workspace)
    now = datetime.now().astimezone()
    goal = goal_of(history.read().rows)
    if exam or day or minutes is not None:
        if goal is None and not (exam and day):
            raise CourseError("Give --exam and --date; nothing is planned yet.")
        goal = set_goal(
            course,
            history,
            exam or (goal.exam if goal else ""),
            _day(day) if day else (goal.day if goal else now.date()),
            minutes if minutes is not None else goal.minutes if goal else 30,
            today=now.date(),
            surface="terminal",
        )
    if goal is None:
        raise CourseError(
            "Nothing is planned yet; give --exam CODE --date YYYY-MM-DD --minutes-a-day N."
        )
    found = today(course, history.read().rows, goal, now)
    if as_json:
        print_json(_data(course, goal, found))
    else:
        _print(course, goal, found)


def progress(
    exam: Code = None, workspace: Workspace = None, as_json: AsJson = False
) -> None:
    """How you stand for an exam: the expected score with its interval, by domain.

    NVIDIA publishes no pass mark, so the chance to pass is given at several cuts.
    """
    from certlab.study.goal import goal_of
    from certlab.study.readiness import readiness

    course, history = _opened(workspace)
    rows = history.read().rows
    goal = goal_of(rows)
    code = exam or (goal.exam if goal else None)
    if code is None:
        raise CourseError("Give --exam CODE; nothing is planned yet.")
    same = goal is not None and goal.exam == code.lower()
    found = readiness(
        course,
        rows,
        code,
        goal.day if goal and same else None,
        datetime.now().astimezone(),
    )
    if as_json:
        print_json(vars(found))
        return
    typer.echo(f"{found.code} on {found.day}, if nothing more is studied:")
    if found.enough:
        low, high = round(100 * found.low), round(100 * found.high)
        typer.echo(f"{found.mean:.0%} right expected, 80 % interval {low} to {high} %.")
        cuts = [(cut, chance) for cut, chance in found.curve if cut % 5 == 0]
        says = ", ".join(f"{chance:.0%} at {cut} %" for cut, chance in cuts)
        typer.echo(f"Chance to pass, were the pass mark: {says}.")
    else:
        typer.echo("Not enough data for an estimate.")
    print_rows(
        [
            {
                "domain": f"{one.domain} {one.name}",
                "weight": f"{one.weight} %",
                "first answers": one.fresh,
                "right": "-" if one.missing else f"{one.share:.0%}",
                "80 %": "-" if one.missing else f"{one.low:.0%} to {one.high:.0%}",
            }
            for one in found.domains
        ]
    )
    for note in found.notes:
        typer.echo(note)
    typer.echo("NVIDIA publishes no pass mark.")


def _opened(workspace: Any) -> tuple[Any, Any]:
    from certlab.course import load
    from certlab.course.workspace import find
    from certlab.study.history import FILE, History

    return load(), History(find(workspace) / FILE)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CourseError(f"{text} is no date; give it as 2027-03-01.") from error


def _data(course: Any, goal: Any, found: Any) -> dict[str, Any]:
    return {
        "exam": course.certifications[goal.exam].code,
        "date": goal.day,
        "minutes_a_day": goal.minutes,
        "days_left": found.left,
        "tasks": [vars(one) for one in found.tasks],
        "expected_recall": found.plan.score if found.plan else None,
        "domains_without_items": found.unserved,
    }


def _print(course: Any, goal: Any, found: Any) -> None:
    exam = course.certifications[goal.exam]
    left = f"{found.left} days left" if found.left >= 0 else "passed"
    typer.echo(f"{exam.code} on {goal.day}, {left}, {goal.minutes} minutes a day.")
    for task in found.tasks:
        parts = ", ".join(f"{name} {count}" for name, count in task.parts)
        says = {
            "review": f"{len(task.items)} reviews: {parts}",
            "new": f"{len(task.items)} new items: {parts}",
            "page": f"read {task.opens}",
            "lab": f"lab {task.opens}",
        }[task.kind]
        typer.echo(f"{max(1, round(task.minutes)):4} min  {says}")
    if found.plan is not None:
        waits = len(found.plan.ranked) - len(found.plan.today)
        typer.echo(
            f"{waits} more can wait. With this plan you would recall about "
            f"{found.plan.score:.0%} of the course's items for this exam on its day."
        )
    elif found.left < 0:
        typer.echo("The day of the exam has passed; give the next one with --date.")
    if found.unserved:
        domains = ", ".join(map(str, found.unserved))
        typer.echo(f"The course has nothing yet for domains {domains} of this exam.")
