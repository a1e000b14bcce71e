"""Pages that the learner has marked as read: a step of the history for each."""

from collections.abc import Collection, Iterable

from certlab.course import Course
from certlab.study.answers import Answer

STEP = "read"  # outcome of the row; its `page` is the page's id


def pages_read(rows: Iterable[Answer]) -> frozenset[str]:
    """The pages that were marked as read, by id."""
    marked = (row.more.get("page") for row in rows if row.outcome == STEP)
    return frozenset(page for page in marked if isinstance(page, str))


def is_read(
    course: Course, module: str, marked: Collection[str], sections: Iterable[str] = ()
) -> bool:
    """Whether the pages of a module that hold these sections are read; () for all."""
    pages = course.modules[module].pages
    wanted = [page for page in pages if page.sections.keys() & set(sections)]
    return all(page.id in marked for page in wanted or pages)
