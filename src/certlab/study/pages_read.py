"""Pages that the learner has read: marked as read, or asked about enough."""

from collections.abc import Collection, Iterable

from certlab.course import Course
from certlab.course.items import Item
from certlab.study.answers import Answer

STEP, UNREAD = "read", "unread"  # outcomes of the rows; their `page` is the page's id
_ENOUGH = 5  # answers about a page; where it has few questions, more than half


def pages_read(rows: Iterable[Answer]) -> frozenset[str]:
    """The pages that are marked as read, by id.

    Args:
        rows: of the history, in order of time: a mark may be taken back.
    """
    marked: set[str] = set()
    for row in rows:
        page = row.more.get("page")
        if not isinstance(page, str):
            continue
        if row.outcome == STEP:
            marked.add(page)
        elif row.outcome == UNREAD:
            marked.discard(page)
    return frozenset(marked)


def is_read(
    course: Course, module: str, marked: Collection[str], sections: Iterable[str] = ()
) -> bool:
    """Whether the pages of a module that hold these sections are marked; () for all."""
    pages = course.modules[module].pages
    wanted = [page for page in pages if page.sections.keys() & set(sections)]
    return all(page.id in marked for page in wanted or pages)


def asked_enough(
    items: Iterable[Item],
    drilled: Collection[str],
    module: str,
    sections: Collection[str] = (),
) -> bool:
    """Whether so much was asked about a page that it need not be marked as read.

    Who reads it in JupyterLab or on paper has no mark to set. One answer before reading is
    not enough, unless the page has no more. Where no question is on these sections, those
    of the whole module count.

    Args:
        items: that serve the exam.
        drilled: ids of those that were answered, in mock exams left out.
    """
    own = [one for one in items if one.module == module]
    about = [one for one in own if one.section in sections] or own
    answered = sum(one.id in drilled for one in about)
    return answered >= min(_ENOUGH, len(about) // 2 + 1)
