"""Which sheets there are, and the one that somebody names."""

from certlab.course import Course
from certlab.errors import CourseError
from certlab.near_names import choice
from certlab.sheets import exam_sheet, module_sheet
from certlab.sheets.rows import Sheet
from certlab.words import Sentence


def has_sheet(course: Course, name: str) -> bool:
    """Whether a module, by its slug, or an exam, by its id, has something to carry along."""
    if module := course.modules.get(name):
        return module_sheet.has_rows(course, module)
    exam = course.certifications.get(name)
    return exam is not None and exam_sheet.has_rows(course, exam)


def sheet_names(course: Course) -> list[str]:
    """The modules in the order in which one learns them, then the exams."""
    modules = (one.id for group in course.grouped.values() for one in group)
    return [
        name for name in (*modules, *course.certifications) if has_sheet(course, name)
    ]


def sheet(course: Course, name: str) -> Sheet:
    """The sheet of a module or an exam, however its name is written.

    Raises:
        CourseError: there is none of that name, or it has nothing to say.
        ContentError: a text names a fact that is gone.
    """
    typed = name.strip().lower()
    exams = course.certifications
    aliases = {alias.lower(): one.id for one in exams.values() for alias in one.alias}
    typed = aliases.get(typed, typed)
    if module := course.modules.get(typed):
        made = module_sheet.module_sheet(course, module)
    elif exam := exams.get(typed):
        made = exam_sheet.exam_sheet(course, exam)
    else:
        there = choice(name, (*course.modules, *exams), "certlab sheet")
        raise CourseError(
            Sentence(
                "There is no module and no exam called {name}; {choice}",
                name=name,
                choice=there,
            )
        )
    if not made.sections:
        raise CourseError(
            Sentence(
                "There is no sheet of {name} yet, because the course has no card, command, trap "
                "or graded number for it; certlab sheet lists those that there are.",
                name=name,
            )
        )
    return made
