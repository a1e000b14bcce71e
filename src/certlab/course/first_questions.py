"""What somebody new to an exam is asked first: five easy questions, with their pictures.

`first` of a certification names the questions, chosen by hand, easiest first. Up to seven
more may follow the five: they are asked of who wants to be placed on the path. A picture is
a row of content/pictures.toml: what one of the live widgets of the pages shows before the
answer and after it.
"""

from collections.abc import Iterable, Iterator

from certlab import module_parts
from certlab.course.catalogue import Course
from certlab.course.certifications import Certification
from certlab.course.items import LEVELS, Item
from certlab.course.problems import Problem

COUNT = 5
MOST = 12


def first_questions(course: Course, exam: str) -> tuple[Item, ...]:
    """The questions for an exam, in the order in which they are asked; () where it has none.

    Where nobody has chosen, those that need the least, and a new objective each time as
    long as there is one.
    """
    chosen = course.certifications[exam].first
    if chosen:
        return _chosen(course, exam, chosen[:COUNT])
    rest = [one for one in course.items.values() if one.id not in course.situations]
    easy = [one for one in rest if _may_be_asked(one, exam)]
    easy.sort(key=lambda one: LEVELS.index(one.level))
    asked: list[Item] = []
    while easy and len(asked) < COUNT:
        touched = {_objective(one, exam) for one in asked}
        fresh = (one for one in easy if _objective(one, exam) not in touched)
        asked.append(next(fresh, easy[0]))
        easy.remove(asked[-1])
    return tuple(asked)


def more_questions(course: Course, exam: str) -> tuple[Item, ...]:
    """Those that follow the first five; () where nobody has chosen any."""
    return _chosen(course, exam, course.certifications[exam].first[COUNT:])


def _chosen(course: Course, exam: str, names: Iterable[str]) -> tuple[Item, ...]:
    known = (course.items[id] for id in names if id in course.items)
    return tuple(one for one in known if _may_be_asked(one, exam))


def first_questions_are_easy(course: Course) -> Iterator[Problem]:
    """Five to twelve single choices of the exam, to be recalled, that practice may ask."""
    for exam in course.certifications.values():
        count = len(set(exam.first))
        if exam.first and not COUNT <= count <= MOST:
            says = f"first names {count} questions; name {COUNT} to {MOST} of them."
            yield Problem(exam.file, "first", says)
        if count < len(exam.first):
            yield Problem(
                exam.file, "first", "first names a question twice; remove one."
            )
        for id in exam.first:
            if lacks := _lacks(course.items.get(id), exam):
                says = f"{id} {lacks}; choose another question for newcomers."
                yield Problem(exam.file, "first", says)


def pictures_show_something(course: Course) -> Iterator[Problem]:
    """Each belongs to a question, and both its sides are of one widget that a page can hold."""
    parts = module_parts.find("page") if course.pictures else ()
    known = [name for part in parts for name in part.BEGINS]
    for one in course.pictures.values():
        if one.id not in course.items:
            yield Problem(one.file, one.id, "there is no such item.")
        if one.before[0] not in known:
            says = f'no widget "{one.before[0]}"; choose one of {", ".join(known)}.'
            yield Problem(one.file, one.id, says)
        if one.before[0] != one.after[0] or one.before == one.after:
            says = "before and after are to be two views of one widget."
            yield Problem(one.file, one.id, says)


def _lacks(item: Item | None, exam: Certification) -> str:
    if item is None:
        return "is no item"
    if not _is_single(item) or item.level != LEVELS[0]:
        return f"is of kind {item.kind} and level {item.level}, not single and recall"
    if item.pool != "practice" or item.status != "reviewed":
        return (
            f"is in pool {item.pool} with status {item.status}, not asked in practice"
        )
    return "" if _objective(item, exam.id) else f"is of no objective of {exam.code}"


def _may_be_asked(item: Item, exam: str) -> bool:
    open_to_all = item.pool == "practice" and item.status == "reviewed"
    return _is_single(item) and open_to_all and bool(_objective(item, exam))


def _is_single(item: Item) -> bool:
    """Whether one option is to be picked."""
    return sum(option.correct for option in item.body.offered) == 1


def _objective(item: Item, exam: str) -> str:
    """The first objective of the exam that it names, "" for none."""
    named = (item.objective, *item.also)
    return next((one for one in named if one.startswith(f"{exam}.")), "")
