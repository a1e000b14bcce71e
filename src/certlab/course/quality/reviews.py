"""Items whose review is due: what they ask may no longer be so."""

from collections.abc import Iterator
from datetime import date, timedelta

from certlab.course.catalogue import Course
from certlab.course.problems import Problem

AHEAD = timedelta(days=60)  # room to read a few items again without haste


def reviews_are_done(course: Course, today: date) -> Iterator[Problem]:
    """No `review_by` has passed; one that is near is warned of."""
    for item in course.items.values():
        due = item.review_by
        if due is None or item.status == "retired" or due > today + AHEAD:
            continue
        late = due < today
        was = "was due" if late else "is due"
        says = f"its review {was} on {due}; read its sources and move review_by."
        yield Problem(item.file, item.id, says, warning=not late)
