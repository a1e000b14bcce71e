"""Pages that the learner has read: marked as read, asked about enough, or passed by."""

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


# What was passed, and what was told to read and is not passed yet.
Passed = tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]


def sections_passed(before: Passed | None, rows: Iterable[Answer]) -> Passed:
    """Modules and sections that a list told to read, and that the learner went on from.

    Who went on answered something after it, or was told to read it again. For a part of a
    page on which nothing is asked there is no better sign. Of a whole page it is ("mig", "").

    Args:
        before: by the rows before these.
    """
    passed, told = map(set, before or ((), ()))
    for row in rows:
        if row.mode == "plan":
            again = _told(row) & told
            passed |= again
            told = (told | _told(row)) - again
        elif row.item:
            passed |= told
            told = set()
    return frozenset(passed), frozenset(told)


def _told(row: Answer) -> set[tuple[str, str]]:
    tasks = row.more.get("tasks")
    found: set[tuple[str, str]] = set()
    for task in tasks if isinstance(tasks, list) else ():
        if isinstance(task, dict) and task.get("kind") == "page":
            module, sections = task.get("opens"), task.get("sections")
            if isinstance(module, str) and isinstance(sections, list | tuple):
                found |= {(module, str(one)) for one in sections or [""]}
    return found


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
    not enough, unless the page has no more.

    Args:
        items: that serve the exam.
        sections: with those below them; () for all of the module.
        drilled: ids of those that were answered, in mock exams left out.
    """
    about = [
        one
        for one in items
        if one.module == module and (not sections or one.section in sections)
    ]
    answered = sum(one.id in drilled for one in about)
    asking = sum(
        one.kind != "card" for one in about
    )  # on a card's day no question comes
    return answered >= min(_ENOUGH, (asking or len(about)) // 2 + 1)
