"""Gates of the glossary: what a term must be, and where it must be taught."""

from collections.abc import Iterator

from certlab.course.catalogue import Course
from certlab.course.glossary import Term, folded
from certlab.course.problems import Problem

_LONGEST = 50  # words of a definition; what is longer belongs on the page
_ARTICLES = ("A ", "An ", "The ")


def terms_are_taught(course: Course) -> Iterator[Problem]:
    """A term's module and section are there, and the page says the word."""
    for term in course.glossary.values():
        page = course.modules.get(term.module)
        if page is None:
            says = f"module {term.module} has no page in content/modules."
            yield Problem(term.file, "", says)
            continue
        if term.section and term.section not in page.sections:
            says = f"the page {page.id} has no section {term.section}."
            yield Problem(term.file, term.id, says)
        if not term.is_said_in(page.body):
            says = f"the page {page.id} never says {term.term}; teach it or leave it."
            yield Problem(term.file, term.id, says)


def spellings_are_used_once(course: Course) -> Iterator[Problem]:
    """A word means one term only, however it is written."""
    first: dict[str, Term] = {}
    for term in course.glossary.values():
        for spelling in term.spellings:
            other = first.setdefault(folded(spelling), term)
            if other is not term:
                says = (
                    f"{spelling} is already a spelling of {other.id} in {other.file}."
                )
                yield Problem(term.file, term.id, says)
        if len({folded(one) for one in term.spellings}) < len(term.spellings):
            yield Problem(term.file, term.id, "also says a spelling twice.")


def modules_have_terms(course: Course) -> Iterator[Problem]:
    """In a course with a glossary, each module has terms in it."""
    there = {term.module for term in course.glossary.values()}
    for page in course.modules.values():
        if there and page.id not in there:
            says = f"has no terms; add content/glossary/{page.id}.toml."
            yield Problem(page.file, page.id, says)


def definitions_define(course: Course) -> Iterator[Problem]:
    """A definition is a short sentence that does not begin with its own word."""
    for term in course.glossary.values():
        says = ""
        head = term.text
        for article in _ARTICLES:
            head = head.removeprefix(article)
        if head.casefold().startswith(term.term.casefold()):
            says = "begins with the word it defines; begin with what it is."
        elif not term.text.rstrip().endswith("."):
            says = "text is not a sentence; end it with a full stop."
        elif (words := len(term.text.split())) > _LONGEST:
            says = f"has {words} words; say it in {_LONGEST}, and the rest on the page."
        if says:
            yield Problem(term.file, term.id, says)


GATES = (
    terms_are_taught,
    spellings_are_used_once,
    modules_have_terms,
    definitions_define,
)
