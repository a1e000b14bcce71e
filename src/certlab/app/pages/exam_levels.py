"""The exams in the order in which pages list them."""

from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.study.exams.blueprint import covered, in_all


def by_level(course: Course) -> dict[str, list[Certification]]:
    """The exams of each level, those of which the course has most questions first."""
    levels: dict[str, list[Certification]] = {}
    for exam in course.certifications.values():
        levels.setdefault(exam.level, []).append(exam)

    def share(exam: Certification) -> float:
        there, objectives = in_all(covered(course, exam.id))
        return there / objectives if objectives else 0

    return {
        level: sorted(exams, key=share, reverse=True) for level, exams in levels.items()
    }
