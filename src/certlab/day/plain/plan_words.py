"""Today's work in lines: what to do, how one stands, and why."""

from collections.abc import Iterator

from certlab.course import Course
from certlab.day.lab_ahead import LabAhead, lab_title
from certlab.day.plain.progress_words import head_words, standing
from certlab.day.today import Task, Today
from certlab.planner.reasons import covers
from certlab.readiness import Readiness
from certlab.terminal.paragraphs import columns
from certlab.terminal.question_lines import wrapped
from certlab.words import Words

DRILL = "certlab drill"
STUDY = "certlab study"
LAB = "certlab lab open {lab}"


def plan_lines(
    course: Course, found: Today, now: Readiness, ahead: Readiness, words: Words
) -> Iterator[str]:
    """All that `certlab plan` says.

    Args:
        course: in the language that is spoken.
        now: readiness for a sitting today.
        ahead: for the day of the exam.
    """
    goal = found.goal
    code = course.certifications[goal.exam].code
    yield head_words(code, goal.day, found.left, goal.minutes, words)
    yield ""
    yield from _todays(course, found, words)
    if found.ahead:
        yield wrapped(_ahead(course, found.ahead, words))
    yield ""
    covered = covers(course, goal.exam)
    yield from standing(now, ahead, found.expects, covered, words)
    rest = [words.say(one) for one in found.says]
    if rest:
        yield ""
        yield words("Why this today") if found.tasks else words("Why")
    for says in rest:
        yield wrapped(says, "  ", "- ")


def _todays(course: Course, found: Today, words: Words) -> Iterator[str]:
    if not found.tasks:
        yield words("Nothing more today")
        return
    minutes = sum(task.minutes for task in found.tasks)
    yield words.ngettext(
        "Today, about {n} minute", "Today, about {n} minutes", whole_minutes(minutes)
    )
    times = [
        words.ngettext("{n} min", "{n} min", whole_minutes(one.minutes))
        for one in found.tasks
    ]
    wide = max(map(columns, times))
    for time, task in zip(times, found.tasks, strict=True):
        first = f"  {' ' * (wide - columns(time))}{time}  "
        indent = " " * columns(first)
        yield wrapped(title_of(course, task, words), indent, first)
        yield wrapped(words.say(task.why), indent)
        yield f"{indent}> {command_of(task)}"


def _ahead(course: Course, ahead: LabAhead, words: Words) -> str:
    """The lab of the days to come, by name."""
    title = words.say(lab_title(course.labs[ahead.lab], ahead.exercises))
    if ahead.days == 1:
        return words("Tomorrow: Lab: {title}", title=title)
    return words("This week: Lab: {title}", title=title)


def title_of(course: Course, task: Task, words: Words) -> str:
    """What a task is: "Read: Systems", "12 reviews: MIG 12"."""
    n = len(task.items)
    if task.kind == "page":
        return words("Read: {title}", title=course.modules[task.opens].title)
    if task.kind == "lab":
        title = words.say(lab_title(course.labs[task.opens], task.items))
        return words("Lab: {title}", title=title)
    what = (
        words.ngettext("{n} review", "{n} reviews", n)
        if task.kind == "review"
        else words.ngettext("{n} new item", "{n} new items", n)
    )
    parts = ", ".join(f"{name} {count}" for name, count in task.parts)
    return words("{what}: {says}", what=what, says=parts) if parts else what


def command_of(task: Task) -> str:
    """What to type to do it."""
    if task.kind == "lab":
        return LAB.format(lab=task.opens)
    return STUDY if task.kind == "page" else DRILL


def whole_minutes(minutes: float) -> int:
    """As they are said: one at least."""
    return max(1, round(minutes))
