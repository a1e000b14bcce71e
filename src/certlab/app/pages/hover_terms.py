"""The glossary's sentence at the first use of a term in a section, on hover and on focus.

A page takes the terms of its own module, of modules that are learnt before it, and those for
a beginner, wherever their module stands. A word of another module is taken where it can mean
one thing only: "profile" means something else in each. What is a heading, a link, code, a
formula, a table or HTML stays as it is, and so does what a sentence sets in emphasis, as that
is where it is explained. It works without a script: what a term means stands beside it.
"""

import re
from itertools import chain

from certlab.course import Course
from certlab.course.glossary import Term, folded, is_name
from certlab.course.markup import html as to_html
from certlab.course.pages import HEADING, Page, anchor, cut

BEGINNERS = "ai-essentials"  # the module whose terms every page may use
_LEFT = (
    r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$",
    r"^[ \t>]*(?:#{1,6} |\|)[^\n]*$",
    r"(?P<ticks>`+)[^`].*?(?<!`)(?P=ticks)(?!`)",
    r"\$\$.*?\$\$|\$[^$\n]+\$",
    r"!?\[[^\]]{0,400}\]\([^)]{0,400}\)|\[\d+\]",
    r"<(?P<tag>figure|math|div|table|svg|a|code|sup|details)\b.*?</(?P=tag)>",
    r"<!--.*?-->|</?[a-z][^>]*>",
)
_MARKDOWN = {ord(sign): f"&#{ord(sign)};" for sign in "*_`[]|$\\~"} | {10: " "}


def with_terms(course: Course, page: Page, body: str) -> str:
    """The page's Markdown, before figures and formulas are drawn, with its terms marked."""
    if page.lang != "en":  # the glossary is English
        return body
    there = folded(
        body
    )  # a page says few of all terms, and a pattern of each takes long
    terms = {name: one for name, one in _terms(course, page).items() if name in there}
    if not terms:
        return body
    pattern = _pattern(tuple(sorted(terms, key=lambda one: (-len(one), one))))
    marks = _Marks(course, terms)
    parts = []
    for part in cut(body):
        heading = HEADING.match(part)
        name = anchor(heading[2]) if heading else ""
        taught = {
            one.id
            for one in terms.values()
            if (one.module, one.section) == (page.module, name)
        }
        marks.begin(taught, again=heading is None or heading[1] == "##")
        parts.append(pattern.sub(marks, part))
    return "".join(parts)


class _Marks:
    """What stands in place of each thing that the pattern finds, over one page."""

    def __init__(self, course: Course, terms: dict[str, Term]) -> None:
        self._facts = course.facts
        self._terms = terms
        self._seen: set[str] = set()
        self._taught: set[str] = set()
        self._count = 0

    def begin(self, taught: set[str], *, again: bool) -> None:
        """Another heading; `again` where a section of the page begins."""
        self._taught = taught
        if again:
            self._seen = set()

    def __call__(self, found: re.Match[str]) -> str:
        said = found["term"]
        term = self._terms.get(folded(said)) if said else None
        if term is None or term.id in self._seen | self._taught:
            return found[0]
        same = [one for one in term.spellings if folded(one) == folded(said)]
        if all(_has_capitals(one) and _joined(one) != _joined(said) for one in same):
            return found[0]  # "aware" is no AWARE
        self._seen.add(term.id)
        around = found.string[: found.start()][-1:] + found.string[found.end() :][:1]
        if set(around) & {"*", "_"}:
            return found[0]
        self._count += 1
        id, says = f"term-says-{self._count}", to_html(term.shown(self._facts))
        return (
            f'<span class="says-what" tabindex="0" aria-describedby="{id}">{found[0]}'
            f'<span class="says" role="tooltip" id="{id}">'
            f"{says.translate(_MARKDOWN)}</span></span>"
        )


def _terms(course: Course, page: Page) -> dict[str, Term]:
    """The terms a page may use, by each of their spellings; its own module's come first."""
    order = [one.id for one in chain.from_iterable(course.grouped.values())]
    place = order.index(page.module) if page.module in order else len(order)
    before = {*order[:place], BEGINNERS}
    found: dict[str, Term] = {}
    for term in sorted(
        course.glossary.values(), key=lambda one: one.module != page.module
    ):
        if term.module != page.module and term.module not in before:
            continue
        for one in term.spellings:
            own = term.module in (page.module, BEGINNERS)
            if own or is_name(one):
                found.setdefault(folded(one), term)
    return found


def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """What is left alone, and after that the longest term that stands there."""
    phrases = (r"[\s-]+".join(map(re.escape, one.split())) for one in names)
    said = rf"(?<![\w/.-])(?P<term>{'|'.join(phrases)})(?:s|es)?(?![\w/-]|\.\w)"
    flags = re.MULTILINE | re.DOTALL | re.IGNORECASE
    return re.compile("|".join((*_LEFT, said)), flags)


def _joined(spelling: str) -> str:
    return " ".join(re.split(r"[\s-]+", spelling.strip()))


def _has_capitals(spelling: str) -> bool:
    return spelling != spelling.lower()
