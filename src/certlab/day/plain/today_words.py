"""Today in five lines: what `certlab` alone says."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from certlab.day.daily_list import DailyList
from certlab.day.due import due_lines, due_of
from certlab.day.plain.plan_words import DRILL, command_of, title_of, whole_minutes
from certlab.day.plain.progress_words import head_words, score_line
from certlab.day.session_end import week, week_line
from certlab.planner.goal import Goal
from certlab.readiness import readiness
from certlab.study.standing import Standing
from certlab.terminal.question_lines import wrapped
from certlab.words import Words

HELP = "certlab --help"


def lines_without_goal(
    standing: Standing, now: datetime, words: Words, own: Iterable[str] = ()
) -> Iterator[str]:
    """How to begin: the exams there are, and what can be done without one."""
    codes = ", ".join(exam.code for exam in standing.course.certifications.values())
    yield wrapped(words("No exam is planned yet. Exams: {codes}.", codes=codes))
    yield "> certlab plan --exam CODE --date YYYY-MM-DD --minutes-a-day 30"
    yield _typed(DRILL, words)
    due = due_lines(due_of(standing, "", now, own), words)
    yield wrapped(" ".join([*due, week_line(week(standing.answers, now), words)]))


def lines_of_today(
    standing: Standing,
    goal: Goal,
    listed: DailyList | None,
    now: datetime,
    words: Words,
    own: Iterable[str] = (),
) -> Iterator[str]:
    """The exam, today's list, what is next, how one stands, what is due, and the week.

    Args:
        listed: of today; None where nothing is to be done.
        own: ids of the learner's own cards.
    """
    course = standing.course
    code, left = course.certifications[goal.exam].code, goal.days_left(now.date())
    yield head_words(code, goal.day, left, goal.minutes, words)
    yield from _list(standing, code, listed, words)
    today = readiness(standing, goal.exam, None, now)
    plan = listed.expects if listed else None
    yield score_line(today, plan, goal.day, words)
    due = due_lines(due_of(standing, goal.exam, now, own), words)
    yield wrapped(" ".join([*due, week_line(week(standing.answers, now), words)]))


def _list(
    standing: Standing, code: str, listed: DailyList | None, words: Words
) -> Iterator[str]:
    """How far today's list is and what is next; then what to type."""
    states = [one.state for one in listed.tasks] if listed else []
    skipped = states.count("skipped")
    if listed is None or not listed.left:
        yield _skipped(skipped, words) if skipped else words("Done for today.")
        yield _typed(f"{DRILL} --exam {code}", words)
        return
    minutes = whole_minutes(sum(task.minutes for task in listed.left))
    left = words.ngettext("about {n} minute left", "about {n} minutes left", minutes)
    if skipped:
        left = words("{n} skipped, {left}", n=skipped, left=left)
    count, task = len(listed.tasks), listed.left[0]
    told = words(
        "Today: {done} of {count} done, {left}",
        done=states.count("done"),
        count=count,
        left=left,
    )
    title = title_of(standing, replace(task, parts=()), words)
    yield words("{today}. Next: {title}", today=told, title=title)
    yield _typed(command_of(task), words)


def _skipped(pages: int, words: Words) -> str:
    return words.ngettext(
        "Done for today; {n} page was skipped, because you were asked enough about it.",
        "Done for today; {n} pages were skipped, because you were asked enough about them.",
        pages,
    )


def _typed(command: str, words: Words) -> str:
    more = words("all commands: {command}", command=HELP)
    return f"> {command}   ({more})"
