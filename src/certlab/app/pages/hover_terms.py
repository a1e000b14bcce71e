"""The glossary's sentence at the first use of a term in a section, on hover and on focus.

A page takes the terms of its own module and of modules that are learnt before it. A word of
another module is taken where it can mean one thing only: "profile" means something else in
each. The first module of the course begins from zero, so all of its words are taken. What is
a heading, a link, code, a formula, a table or HTML stays as it is, and so does what is set in
emphasis, as that is where it is explained. It works without a script: what a term means
stands beside it.
"""

import re
from itertools import chain

from certlab.app.pages.prose import Prose
from certlab.course import Course
from certlab.course.glossary import Term, folded, is_name
from certlab.course.markup import html as to_html
from certlab.course.pages import HEADING, Page, anchor, cut

_SAME = r"(?:(?!\n[ \t>]*\n).)"  # a character of the same paragraph
_LEFT = (
    r"^(?P<fence>```|~~~).*?^(?P=fence)[^\n]*$",
    rf"(?P<ticks>`+)[^`]{_SAME}*?(?<!`)(?P=ticks)(?!`)",
    r"\$\$.*?\$\$|\$[^$\n]+\$",
    r"!?\[(?:[^\[\]]|\[[^\[\]]{0,400}\]){0,400}\](?:\((?:[^()]|\([^()]*\)){0,400}\))?",
    r"<(?P<tag>[a-z][a-z0-9]*)\b.*?</(?P=tag)>",
    r"<!--.*?-->|</?[a-z][^>]*>",
    r"https?://\S+|&\w+;",
    rf"(?<![\w*\\])(?P<stars>\*{{1,3}})(?=[^\s*]){_SAME}+?(?<=[^\s*\\])(?P=stars)(?!\*)",
    rf"(?<![\w\\])(?P<bars>_{{1,3}})(?=[^\s_]){_SAME}+?(?<=[^\s_\\])(?P=bars)(?!\w)",
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
    marks = _Marks(course, terms, body)
    parts = []
    for part in cut(body):
        heading = HEADING.match(part)
        name = anchor(heading[2]) if heading else ""
        taught = {
            one.id
            for one in terms.values()
            if (one.module, one.section) == (page.module, name)
        }
        marks.begin(part, taught, again=heading is None or heading[1] == "##")
        parts.append(pattern.sub(marks, part))
    return "".join(parts)


class _Marks:
    """What stands in place of each thing that the pattern finds, over one page."""

    def __init__(self, course: Course, terms: dict[str, Term], body: str) -> None:
        self._facts = course.facts
        self._terms = terms
        self._prose = Prose(body)
        self._at = 0  # where in the body the part begins that is looked at
        self._next = 0
        self._seen: set[str] = set()
        self._taught: set[str] = set()
        self._count = 0

    def begin(self, part: str, taught: set[str], *, again: bool) -> None:
        """Another heading; `again` where a section of the page begins."""
        self._at, self._next = self._next, self._next + len(part)
        self._taught = taught
        if again:
            self._seen = set()

    def __call__(self, found: re.Match[str]) -> str:
        if self._at + found.start() not in self._prose:
            return found[0]
        said = found["term"]
        term = self._meant(said) if said else None
        if not said:
            self._see_emphasised(found)
        if term is None or term.id in self._seen | self._taught:
            return found[0]
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

    def _meant(self, said: str) -> Term | None:
        """The term that a spelling stands for."""
        term = self._terms.get(folded(said))
        same = (
            [one for one in term.spellings if folded(one) == folded(said)]
            if term
            else []
        )
        if all(_has_capitals(one) and _joined(one) != _joined(said) for one in same):
            return None  # "aware" is no AWARE
        return term

    def _see_emphasised(self, found: re.Match[str]) -> None:
        """A term that is set in emphasis is explained there; a sentence may name some."""
        sign = found["stars"] or found["bars"]
        said = found[0].strip(sign) if sign else ""
        for one in (said, re.sub(r"(?:s|es)$", "", said)):
            if term := self._meant(one):
                self._seen.add(term.id)


def _terms(course: Course, page: Page) -> dict[str, Term]:
    """The terms a page may use, by each of their spellings; its own module's come first."""
    order = [one.id for one in chain.from_iterable(course.grouped.values())]
    place = order.index(page.module) if page.module in order else len(order)
    first = order[:1]
    before = {*order[:place], *first}
    found: dict[str, Term] = {}
    for term in sorted(
        course.glossary.values(), key=lambda one: one.module != page.module
    ):
        if term.module != page.module and term.module not in before:
            continue
        for one in term.spellings:
            own = term.module in (page.module, *first)
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
