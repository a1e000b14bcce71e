"""The path to the learner's exam as a whole, and all exams by level."""

import html

from certlab.app.exam_paths import steps_to
from certlab.app.pages.addresses import labs_that_open
from certlab.app.pages.exam_levels import by_level
from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.day.path_hours import hours_line, minutes_on_path
from certlab.study.exams.blueprint import covered, in_all
from certlab.study.standing import Standing


def path_page(course: Course, opens: dict[str, str]) -> str:
    """Without an exam, and without JavaScript, there are the exams to choose from."""
    place = (
        f'<div class="certlab" data-certlab="way" data-exam="" '
        f'data-labs="{labs_that_open(course, opens)}">'
    )
    says = (
        'Choose your exam on <a href="index.html">Today</a>, and its path stands '
        "here: what to read and which labs to do, in order. The path of each exam is "
        "also on its own page below."
    )
    exams = (
        '<details class="exams" data-certlab="exams" open>\n'
        "<summary>All exams, by level</summary>\n"
        f'<div class="columns">\n{_exams(course)}\n</div>\n</details>'
    )
    return f"# Path\n\n{place}\n<p>{says}</p>\n</div>\n\n{exams}\n"


def _exams(course: Course) -> str:
    """A column a level, as HTML."""
    return "\n".join(
        f'<div>\n<h2 class="over">{html.escape(level.capitalize())}</h2>\n'
        f'<div class="rows">\n{rows}\n</div>\n</div>'
        for level, exams in by_level(course).items()
        if (rows := "\n".join(_row(course, exam) for exam in exams))
    )


def _row(course: Course, exam: Certification) -> str:
    there, objectives = in_all(covered(course, exam.id))
    steps = steps_to(course, exam)
    says = [f"questions on {there} of {objectives} objectives"]
    if steps:
        step = "step" if len(steps) == 1 else "steps"
        hours = hours_line(minutes_on_path(Standing(course, ()), exam.id))
        says.append(f"{len(steps)} {step}, {hours}")
    link = f'<a href="certifications/{exam.id}.html">{exam.code}</a>'
    return (
        f'<div class="row"><p>{link} {html.escape(exam.name)}</p>'
        f'<p class="note">{" · ".join(says)}</p></div>'
    )
