"""The path of an exam over the course: what is there, its minutes, what is to be written."""

from collections.abc import Iterator
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.problems import Problem
from certlab.course.steps import Step


def is_written(course: Course, step: Step) -> bool:
    """Whether all that a step names is there to be opened."""
    return all(_named(course, step).values())


def minutes_of(course: Course, step: Step) -> int:
    """What a step takes, by its page or its lab; an estimate where there is none yet."""
    if not is_written(course, step):
        return step.minutes
    if step.lab:
        return course.labs[step.lab].minutes
    return course.modules[step.module].minutes_of(step.sections)


def times_of(course: Course, step: Step) -> dict[str, float]:
    """What each section of a page takes in minutes, by anchor; those below are counted in.

    A step that names no section has those of the highest rank.
    """
    return {
        anchor: round(page.minutes * page.share([anchor]), 1)
        for page in course.modules[step.module].pages
        for (marks, _), anchor in zip(page.headings, page.sections, strict=False)
        if (anchor in step.sections if step.sections else marks == "##")
    }


def times_below(course: Course, step: Step) -> dict[str, dict[str, float]]:
    """The minutes of a section that has others below it, by anchor: its own, then theirs."""
    times = times_of(course, step)
    found: dict[str, dict[str, float]] = {}
    for page in course.modules[step.module].pages:
        for anchor in times.keys() & page.sections.keys():
            below = {
                name: round(page.minutes * page.share([name]), 1)
                for name in page.texts([anchor])
                if name not in times
            }
            own = round(max(0.0, times[anchor] - sum(below.values())), 1)
            if below:
                found[anchor] = {anchor: own, **below}
    return {anchor: found[anchor] for anchor in times if anchor in found}


def paths_lead_somewhere(course: Course) -> Iterator[Problem]:
    """What a path names is there, and only what is not is marked as planned."""
    for exam in course.certifications.values():
        for number, step in enumerate(exam.path, 1):
            for name, there in _named(course, step).items():
                if there == bool(step.planned):
                    yield Problem(exam.file, f"path {number}", _says(name, there))


def readings_are_taught(course: Course) -> Iterator[Problem]:
    """The sections to which the rows of a reading list lead are there."""
    for exam in course.certifications.values():
        for reading in exam.readings:
            for place in reading.taught:
                slug, _, anchor = place.partition("#")
                module = course.modules.get(slug)
                if module is None or (anchor and anchor not in module.sections):
                    says = f"there is no section {place}; name one that teaches it."
                    yield Problem(exam.file, reading.title, says)


def _says(name: str, there: bool) -> str:
    if there:
        return f"{name} is written; remove planned and minutes, or name what is not."
    return (
        f"there is no {name}; correct the name, or give the title of what will be "
        "written in planned, with its minutes."
    )


def unwritten(course: Course) -> list[dict[str, Any]]:
    """A row for each step of a path that cannot be opened yet."""
    return [
        {
            "exam": exam.code,
            "step": number,
            "not written yet": step.lab or " #".join((step.module, *step.sections)),
            "minutes": step.minutes,
            "title": step.planned,
        }
        for exam in course.certifications.values()
        for number, step in enumerate(exam.path, 1)
        if not is_written(course, step)
    ]


def _named(course: Course, step: Step) -> dict[str, bool]:
    """What a step names, and whether it is there."""
    if step.lab:
        return {f"lab {step.lab}": step.lab in course.labs}
    module = course.modules.get(step.module)
    there = module.sections if module else {}
    if step.sections and (module or step.planned):
        return {f"section {step.module}#{one}": one in there for one in step.sections}
    return {f"module {step.module}": module is not None}
