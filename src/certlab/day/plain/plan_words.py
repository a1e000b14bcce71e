"""Today's work in lines: what to do, how one stands, and why."""

from collections.abc import Iterator, Sequence

from certlab.day.lab_ahead import LabAhead, lab_title
from certlab.day.plain import progress_words
from certlab.day.today import Task, Today
from certlab.planner.reasons import covers
from certlab.readiness import Readiness
from certlab.study.lab_progress import solved_words
from certlab.study.standing import Standing
from certlab.terminal.paragraphs import columns
from certlab.terminal.question_lines import wrapped
from certlab.words import Words

DRILL = "certlab drill"
STUDY = "certlab study"
LAB = "certlab lab open {lab}"


def plan_lines(
    standing: Standing, found: Today, now: Readiness, ahead: Readiness, words: Words
) -> Iterator[str]:
    """All that `certlab plan` says.

    Args:
        standing: in a course in the language that is spoken.
        now: readiness for a sitting today.
        ahead: for the day of the exam.
    """
    goal, course = found.goal, standing.course
    code = course.certifications[goal.exam].code
    yield progress_words.head_words(code, goal.day, found.left, goal.minutes, words)
    yield ""
    yield from _todays(standing, found, words)
    for one in found.ahead:
        yield wrapped(_ahead(standing, one, words))
    yield ""
    covered = covers(course, goal.exam)
    yield from progress_words.standing(now, ahead, found.expects, covered, words)
    rest = [words.say(one) for one in found.says]
    if rest:
        yield ""
        yield words("Why this today") if found.tasks else words("Why")
    for says in rest:
        yield wrapped(says, "  ", "- ")


def _todays(standing: Standing, found: Today, words: Words) -> Iterator[str]:
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
        yield wrapped(title_of(standing, task, words), indent, first)
        yield wrapped(words.say(task.why), indent)
        yield f"{indent}> {command_of(task)}"


def _ahead(standing: Standing, ahead: LabAhead, words: Words) -> str:
    """A lab of the days to come, by name."""
    title = _lab(standing, ahead.lab, ahead.exercises, words)
    if ahead.days == 1:
        return words("Tomorrow: Lab: {title}", title=title)
    return words("This week: Lab: {title}", title=title)


def _lab(standing: Standing, lab: str, exercises: Sequence[str], words: Words) -> str:
    """A lab's title, which of its exercises are meant, and how many are solved."""
    title = words.say(lab_title(standing.course.labs[lab], exercises))
    solved = solved_words(standing.lab_progress(lab), words)
    return f"{title} ({solved})" if solved else title


def title_of(standing: Standing, task: Task, words: Words) -> str:
    """What a task is: "Read: Systems", "12 reviews: MIG 12", "Lab: Slices (2 of 4)"."""
    n = len(task.items)
    if task.kind == "page":
        return words("Read: {title}", title=standing.course.modules[task.opens].title)
    if task.kind == "lab":
        title = _lab(standing, task.opens, task.items, words)
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
