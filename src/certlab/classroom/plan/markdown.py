"""A syllabus as Markdown: what an instructor prints and puts next to the keyboard."""

from collections.abc import Iterator

from certlab.classroom.plan.syllabi import Step, Syllabus
from certlab.course import Course
from certlab.course.template import Values, fill
from certlab.errors import CourseError

_MINUTES_A_DAY = 24 * 60


def as_markdown(syllabus: Syllabus, course: Course, starts: str = "09:00") -> str:
    """The syllabus with the clock of each step.

    Args:
        starts: when each day begins, "09:00".

    Raises:
        CourseError: that is no time of a day.
    """
    return "\n".join(_lines(syllabus, course, _clock(starts))) + "\n"


def day_heading(syllabus: Syllabus, number: int) -> str:
    """What a day is called, from 1, and how long it is."""
    day = syllabus.days[number - 1]
    title = day.title or ("The session" if len(syllabus.days) == 1 else f"Day {number}")
    return f"{title} ({day.minutes} minutes)"


def _lines(syllabus: Syllabus, course: Course, begin: int) -> Iterator[str]:
    yield f"# {syllabus.title}"
    yield ""
    yield f"For: {syllabus.audience}"
    if syllabus.bring:
        yield ""
        yield f"To bring: {syllabus.bring}"
    for number, day in enumerate(syllabus.days, 1):
        yield ""
        yield f"## {day_heading(syllabus, number)}"
        now = begin
        for step in day.steps:
            yield ""
            yield f"### {_said(now)} {step.title} ({step.minutes} minutes)"
            yield from _step(step, course)
            now += step.minutes
        yield ""
        yield f"{_said(now)} End."


def _step(step: Step, course: Course) -> Iterator[str]:
    rows = []
    if step.module:
        module = course.modules.get(step.module)
        title = module.title if module else step.module
        sections = ", ".join(f"#{one}" for one in step.sections) or "the whole page"
        rows.append(f"- Page: {title} (`{step.module}`), {sections}")
    if step.lab:
        lab = course.labs.get(step.lab)
        parts = "; ".join(step.parts) or "all of it"
        rows.append(f"- Lab: {lab.title if lab else step.lab} (`{step.lab}`), {parts}")
        if lab and "G" in lab.paths:
            rows.append(
                "- This lab measures on a GPU; without one it takes its CPU path."
            )
    rows += [f"- Poll: {_asks(id, course)} (`{id}`)" for id in step.polls]
    if rows:
        yield ""
        yield from rows
    if step.notes:
        yield ""
        yield step.notes.strip()


def _asks(id: str, course: Course) -> str:
    """An item's question in one line, with the facts filled in."""
    item = course.items.get(id)
    if item is None:
        return "unknown"
    text = " ".join(fill(item.ask, Values(course.facts)).split())
    return text if len(text) <= 120 else text[:117].rstrip() + "..."


def _clock(text: str) -> int:
    """Minutes since midnight."""
    hours, colon, minutes = text.partition(":")
    if colon and hours.isdigit() and minutes.isdigit() and int(minutes) < 60:
        found = int(hours) * 60 + int(minutes)
        if found < _MINUTES_A_DAY:
            return found
    raise CourseError(f"--starts: {text} is not a time of day; write it like 09:00.")


def _said(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
