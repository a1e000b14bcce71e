"""The path of an exam on its page: what to read and which labs to do, in order."""

import html

from certlab.app.exam_paths import steps_to
from certlab.app.pages.addresses import lab_page, labs_that_open
from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.exam_path import is_written, minutes_of
from certlab.course.steps import Step
from certlab.day.path_hours import hours_line, minutes_on_path, papers_of
from certlab.study.standing import Standing


def path_of(course: Course, exam: Certification, opens: dict[str, str]) -> str:
    """The steps as an ordered list with their sum; "" where there is nothing to open."""
    there = steps_to(course, exam)
    later = [one for one in exam.path if not is_written(course, one)]
    if not there and not later:
        return ""
    reading = sum(minutes_of(course, one) for one in there if not one.lab)
    labs = sum(minutes_of(course, one) for one in there if one.lab)
    order = (
        "In this order"
        if exam.path
        else "No path was written for this exam yet, so the modules with most questions "
        "for it come first"
    )
    hours = hours_line(minutes_on_path(Standing(course, ()), exam.id))
    of_labs = f" and {labs} minutes of labs" if labs else ""
    says = (
        f"{order}: {reading} minutes of reading{of_labs}; with its questions and papers, "
        f"{hours}."
    )
    if (papers := papers_of(course, exam.id)[0]) > 1:
        to = f"../mock-exam.html?paper={exam.id}-"
        links = ", ".join(f"[{n}]({to}{n})" for n in range(1, papers + 1))
        says += f" Papers {links} come last."
    rows = "\n".join(f"<li>{_step(course, one)}</li>" for one in there)
    place = (
        f'<div class="certlab" data-certlab="way" data-exam="{exam.id}" '
        f'data-labs="{labs_that_open(course, opens)}">'
    )
    listed = f'<ol class="path">\n{rows}\n</ol>\n{_planned(course, later)}'
    return f"## The path\n\n{says}\n\n{place}\n{listed}\n</div>"


def _planned(course: Course, later: list[Step]) -> str:
    """What is not written yet, folded behind its number; "" where there is nothing."""
    if not later:
        return ""
    count = len(later)
    names = "1 step is" if count == 1 else f"{count} steps are"
    rows = "\n".join(f"<li>{_step(course, one)}</li>" for one in later)
    return (
        f"<details><summary>{names} not written yet</summary>\n"
        f"<ul>\n{rows}\n</ul>\n</details>"
    )


def _step(course: Course, step: Step) -> str:
    kind, time = "Lab" if step.lab else "Read", minutes_of(course, step)
    if not is_written(course, step):
        title = html.escape(step.planned)
        return f'<span class="note">{kind}: {title} · about {time} min</span>'
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
