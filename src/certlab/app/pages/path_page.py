"""The path to the learner's exam as a whole, and all exams by level."""

import html

from certlab.app.pages.addresses import labs_that_open
from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.exam_path import is_written, minutes_of
from certlab.study.exams.blueprint import covered, in_all


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
        f"{exams_by_level(course)}\n</details>"
    )
    return f"# Path\n\n{place}\n<p>{says}</p>\n</div>\n\n{exams}\n"


def exams_by_level(course: Course) -> str:
    """The exams of each level, those that the course covers best first, as HTML."""
    levels: dict[str, list[Certification]] = {}
    for exam in course.certifications.values():
        levels.setdefault(exam.level, []).append(exam)
    return "\n".join(
        f'<h2 class="over">{html.escape(level.capitalize())}</h2>\n'
        f'<div class="rows">\n{_rows(course, exams)}\n</div>'
        for level, exams in levels.items()
    )


def _rows(course: Course, exams: list[Certification]) -> str:
    def share(exam: Certification) -> float:
        there, all_ = in_all(covered(course, exam.id))
        return there / all_ if all_ else 0

    best_first = sorted(exams, key=share, reverse=True)
    return "\n".join(_row(course, exam) for exam in best_first)


def _row(course: Course, exam: Certification) -> str:
    there, objectives = in_all(covered(course, exam.id))
    steps = [one for one in exam.path if is_written(course, one)]
    hours = max(1, round(sum(minutes_of(course, one) for one in steps) / 60))
    says = [f"questions on {there} of {objectives} objectives"]
    if steps:
        unit = "hour" if hours == 1 else "hours"
        says.append(f"{len(steps)} steps, about {hours} {unit}")
    link = f'<a href="certifications/{exam.id}.html">{exam.code}</a>'
    return (
        f'<div class="row"><p>{link} {html.escape(exam.name)}</p>'
        f'<p class="note">{" · ".join(says)}</p></div>'
    )
