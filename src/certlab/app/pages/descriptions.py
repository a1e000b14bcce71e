"""What each page is about, in a line: what a search shows below the page's title.

A source ends with its line, in a block that theme.py takes out and puts into the page's
head. So a line that changes makes Sphinx read its own page anew, and no other.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from certlab.app.page_widgets import own_pages
from certlab.app.pages.addresses import paths_in_words
from certlab.app.pages.evidence import fact_files, facts_title
from certlab.app.pages.section_texts import parts, sentences
from certlab.app.pages.theme import description_block
from certlab.course import Course
from certlab.course.certifications import Certification
from certlab.course.labs import Lab
from certlab.course.modules import Module
from certlab.course.pages import Page
from certlab.sheets.choice import sheet_names
from certlab.study.bank import practice
from certlab.words import ENGLISH, text

LEAST, MOST = 50, 160  # characters: fewer say little, and of more a search shows no end
_OF_ALL = {
    "path": "The way to each exam: what to read and which labs to run, in the order in which one learns it.",
    "library": "Every module with its labs, and what you can look things up in: the glossary, the exams and the facts.",
    "drill": "Questions and flashcards over all modules: what is due comes first, then what you have not seen yet.",
    "mock-exam": "A mock exam against the clock, in the proportions that are published, with a score and its interval.",
    "progress": "What you have answered and what is due, and your answers as a file to keep or to take elsewhere.",
    "search": "Search the sections, terms, facts, labs and exams of the course; the search runs in your browser.",
    "about": "What certlab is and whose, how sure its numbers are, what happens to your answers, and the licence.",
    "glossary": "Every term of the course in a sentence or two, with its older names and the page that teaches it.",
    "certifications/index": "What each certification exam asks, and how much of it this course covers, by objective.",
    "certifications/exam-day": "The rules that hold for every exam: booking, another attempt, the room, the document, what to do before.",
    "certifications/false-facts": "Numbers about the exams that circulate and are not so, exam by exam, and what this course goes by.",
    "sheets/index": "What one reads once more on the evening before an exam: each module and each exam on two sides of A4.",
    "facts/index": "Each number of the course with its source, the day on which that was opened, and how sure it is.",
}


def with_descriptions(course: Course, texts: dict[str, str]) -> dict[str, str]:
    """Sources by path, each with its line at its end."""
    pages = [one for one in course.pages.values() if f"modules/{one.id}.md" in texts]
    about = {
        "index": about_course(course),
        **_OF_ALL,
        **dict(chain.from_iterable(map(_of_module, course.modules.values()))),
        **{f"modules/{one.id}": about_page(course, one) for one in pages},
        **{f"questions/{id}": _questions(course, id) for id in course.modules},
        **{f"labs/{id}": about_lab(course, lab) for id, lab in course.labs.items()},
        **{
            f"certifications/{id}": about_exam(course, exam)
            for id, exam in course.certifications.items()
        },
        **{f"sheets/{name}": _sheet(course, name) for name in sheet_names(course)},
        **{one.name: one.about for one in own_pages(course)},
        **{
            f"facts/{file}": about_facts(course, file, len(facts))
            for file, facts in fact_files(course).items()
        },
    }
    return {
        path: f"{source}\n{description_block(about[path.removesuffix('.md')])}\n"
        for path, source in texts.items()
    }


def about_course(course: Course) -> str:
    """The start page, and so the course as a whole."""
    return _fit([summary(course)])


def summary(course: Course) -> str:
    """The course in a sentence, with all its exams; where it has none, with its modules."""
    codes = [one.code for one in course.certifications.values()]
    titles = [one.short for one in course.modules.values()]
    what = "Pages to read, labs to run and questions that come again in time"
    return f"{what}, for {', '.join(codes or titles)}."


def about_page(course: Course, page: Page) -> str:
    """What a page of a module begins with."""
    said = (sentences(under) for _, _, under in parts(course, page))
    return _fit(chain.from_iterable(said)) or page.title


def about_lab(course: Course, lab: Lab) -> str:
    """A lab by its module, its time and where it runs."""
    module = course.modules.get(lab.module)
    of = f" on {module.short}" if module else ""
    told = (
        f"{lab.title}: a lab{of} of {lab.minutes} minutes that {paths_in_words(lab)}."
    )
    return _fit([told, "This page shows its recorded run with all outputs."])


def about_exam(course: Course, exam: Certification) -> str:
    """An exam by its name and size."""
    count = sum(len(domain.objectives) for domain in exam.domains)
    whose = f"{course.publisher}'s" if course.publisher else "The"
    first = f"{whose} exam {exam.code}, {exam.name}: its {count} objectives"
    return _fit(
        [
            f"{first}, and for each what to read, which labs to run and how many questions there are."
        ]
    )


def about_facts(course: Course, file: str, count: int) -> str:
    """A file of so many facts by what it holds."""
    says = f"{count} facts" if count > 1 else "One fact"
    return _fit(
        [
            f"{says} about {facts_title(course, file)}, with value, source and how sure it is."
        ]
    )


def _of_module(module: Module) -> Iterator[tuple[str, str]]:
    """The list of a module's pages, where it has several."""
    if module.several:
        titles = "; ".join(page.title for page in module.pages)
        yield f"modules/{module.id}", _fit([f"{module.title}: {titles}"])


def _questions(course: Course, id: str) -> str:
    """The questions of a module, in its language."""
    module, items = course.modules[id], practice(course, id)
    cards = sum(one.kind == "card" for one in items)
    words = text(module.lang)
    told = (
        words("Questions on {module}", module=module.title),
        words.ngettext("{n} question", "{n} questions", len(items) - cards),
        words.ngettext("{n} card", "{n} cards", cards),
    )
    return _fit([" · ".join(told)])


def _sheet(course: Course, name: str) -> str:
    """The sheet of a module or of an exam, in its language."""
    module = course.modules.get(name)
    words = text(module.lang if module else ENGLISH.lang)
    title = module.title if module else course.certifications[name].code
    told = words(
        "Two sides of A4 to print: the numbers, commands, cards and traps of {title}.",
        title=title,
    )
    return _fit([told])


def _fit(sentences: Iterable[str]) -> str:
    """As many whole sentences as there is room for; where they say too little, cut."""
    told = ""
    for one in sentences:
        if one.endswith((":", "：")) and len(told) >= LEAST:
            return told  # what it announces has no room
        more = f"{told} {one}".strip()
        if len(more) > MOST:
            return told if len(told) >= LEAST else _cut(more)
        told = more
    return told


def _cut(text: str) -> str:
    """After a word; Chinese has no spaces to cut at."""
    whole = text[: MOST - 1]
    words = whole.rpartition(" ")[0].rstrip(",;:")
    return f"{words if len(words) >= LEAST else whole}…"
