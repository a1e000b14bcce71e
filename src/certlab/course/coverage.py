"""Coverage: how much of each certification the course serves, by objective."""

from collections import Counter

from certlab.course.catalogue import Course

ENOUGH_ITEMS = 3


def coverage(course: Course) -> list[dict[str, object]]:
    """A row for each certification, counting its objectives.

    An objective is covered when a page serves it, a lab practises it and three items
    ask for it.
    """
    read = {one for page in course.modules.values() for one in page.objectives}
    run = {one for lab in course.labs.values() for one in lab.objectives}
    asked = Counter(
        objective
        for item in course.items.values()
        for objective in {item.objective, *item.also}
    )
    rows: list[dict[str, object]] = []
    for one in course.certifications.values():
        ids = {goal.id for domain in one.domains for goal in domain.objectives}
        enough = {id for id in ids if asked[id] >= ENOUGH_ITEMS}
        rows.append(
            {
                "exam": one.code,
                "objectives": len(ids),
                "with a page": len(ids & read),
                "with a lab": len(ids & run),
                f"with {ENOUGH_ITEMS} items": len(enough),
                "covered": len(enough & read & run),
            }
        )
    return rows
