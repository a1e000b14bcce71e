"""The path of an exam on its page: what to read and which labs to do, in order."""

import html

from certlab.app.pages.addresses import lab_page
from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.exam_path import is_written, minutes_of
from certlab.course.steps import Step


def path_of(course: Course, exam: Certification) -> str:
    """The steps as an ordered list with their sum; "" where the exam has no path."""
    if not exam.path:
        return ""
    reading = sum(minutes_of(course, one) for one in exam.path if not one.lab)
    labs = sum(minutes_of(course, one) for one in exam.path if one.lab)
    there = [one for one in exam.path if is_written(course, one)]
    says = (
        f"In this order: {reading} minutes of reading and {labs} minutes of labs, "
        "without the questions and the mock exams."
    )
    if len(there) < len(exam.path):
        written = sum(minutes_of(course, one) for one in there)
        says += (
            f" {len(there)} of the {len(exam.path)} steps, {written} minutes, are "
            "written; the minutes of the others are estimates."
        )
    rows = "\n".join(f"<li>{_step(course, one)}</li>" for one in exam.path)
    return f'## The path\n\n{says}\n\n<ol class="path">\n{rows}\n</ol>'


def _step(course: Course, step: Step) -> str:
    kind, time = "Lab" if step.lab else "Read", minutes_of(course, step)
    if not is_written(course, step):
        title = html.escape(step.planned)
        return f'<span class="note">{kind}: {title} · not written yet, about {time} min</span>'
    what = _lab(course, step) if step.lab else _reading(course, step)
    return f'{kind}: {what} <span class="note">·&nbsp;{time}&nbsp;min</span>'


def _lab(course: Course, step: Step) -> str:
    lab = course.labs[step.lab]
    return f'<a href="../{lab_page(lab)}">{html.escape(lab.title)}</a>'


def _reading(course: Course, step: Step) -> str:
    module = course.modules[step.module]
    title = html.escape(module.short)
    whole = f'<a href="../modules/{module.id}.html">{title}</a>'
    if not step.sections:
        return f"{whole}, all of it"
    return f"{whole}: " + ", ".join(
        f'<a href="../modules/{module.path(one)}.html{module.mark(one)}">'
        f"{html.escape(module.sections[one])}</a>"
        for one in step.sections
    )
