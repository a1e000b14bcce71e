"""A course with an exam whose questions carry three papers."""

from dataclasses import replace

from certlab.course import Course

EXAM = "nca-aiio"
OBJECTIVES = ("nca-aiio.1.1", "nca-aiio.1.8")


def carrying(course: Course) -> Course:
    """The small course with an NCA-AIIO of three questions, all kept for exams."""
    exam = course.certifications[EXAM]
    domain = exam.domains[0]
    asked = tuple(one for one in domain.objectives if one.id in OBJECTIVES)
    exam = replace(
        exam,
        questions=(3, 3),
        minutes=6,
        domains=(replace(domain, weight=100, objectives=asked),),
    )
    items = {
        id: replace(item, pool="exam", enemies=())
        if {item.objective, *item.also} & {*OBJECTIVES}
        else item
        for id, item in course.items.items()
    }
    return replace(
        course, items=items, certifications={**course.certifications, EXAM: exam}
    )
