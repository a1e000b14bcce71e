"""Gate of paths that name sections: their words are explained, and the exam's own is read."""

from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.certifications import Certification
from certlab.course.modules import Module
from certlab.course.problems import Problem

EXAM = "what-the-exam-asks"  # how the anchor of a page's section on the exam begins
_OFTEN = 3  # times that a step says a word; a word said less is met in passing


def paths_explain_their_words(course: Course) -> Iterator[Problem]:
    """What a path cuts off from a page's sections that it names, as warnings."""
    for exam in course.certifications.values():
        for step, says in _cut_off(course, exam):
            yield Problem(exam.file, f"path {step}", says, warning=True)


def _cut_off(course: Course, exam: Certification) -> Iterator[tuple[int, str]]:
    """A step's number, and which section is missing there."""
    read: dict[str, set[str]] = {}  # anchors of a module, up to the step
    last: dict[tuple[str, str], int] = {}  # the step that reads last of a page
    for number, step in enumerate(exam.path, 1):
        module = course.modules.get(step.module)
        if step.lab or step.planned or module is None:
            continue
        texts = module.texts(step.sections or module.sections)
        known = read.setdefault(module.id, set())
        known.update(texts)
        for section, words in _unexplained(course, module, texts, known).items():
            said, where = " and ".join(words), f"{module.id}#{section}"
            says = f"it often says {said}, explained in {where}; "
            yield number, says + "name that section too, here or before."
        for page in module.pages:
            if texts.keys() & page.sections.keys():
                last[module.id, page.id] = number
    for (id, page_id), number in last.items():
        (page,) = (one for one in course.modules[id].pages if one.id == page_id)
        own = [one for one in page.sections if one.startswith(EXAM)]
        for missing in own if not read[id] & {*own} else ():
            yield number, f"it leaves out {id}#{missing}; name that section last."


def _unexplained(
    course: Course, module: Module, texts: dict[str, str], known: set[str]
) -> dict[str, list[str]]:
    """Words said often, by the earlier section that teaches them and that nobody read."""
    places = {anchor: place for place, anchor in enumerate(module.sections)}
    found: dict[str, list[str]] = {}
    for term in course.glossary.values():
        place = places.get(term.section)
        if term.module != module.id or place is None or term.section in known:
            continue
        later = (
            text
            for anchor, text in texts.items()
            if places[anchor] > place and not anchor.startswith(EXAM)
        )
        if term.times_in("\n".join(later)) >= _OFTEN:
            found.setdefault(term.section, []).append(term.term)
    return found
