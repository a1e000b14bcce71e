"""What the search of the pages looks through: sections, labs, terms, facts and exams.

The browser makes its index of these rows when somebody searches first. They hold each
word of a section once, which is a third less than the sections themselves:

    {"pages": [["modules/mig.html", "MIG", "section"], ...],
     "rows": [[0, "profiles", "Profiles", "A profile is ...", "memory slice ..."], ...],
     "frequent": ["a", "about", ...]}

A row is the number of its page, the anchor there ("" for the top), the title, a sentence
to show, and more words to find it by. `frequent` are words that tell nothing apart.

The sentences of a page lie in a file of their own, which the browser asks for when a word
was found there: all of them would make the rows half as large again.

    {"profiles": ["A profile is ...", "It has ..."], ...}
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Any

from certlab.app.pages.addresses import lab_page, page_of
from certlab.app.pages.evidence import facts_title
from certlab.app.pages.exam_day import EXAM_DAY
from certlab.course import Course
from certlab.course.boxes import box_words
from certlab.course.labs import Lab
from certlab.course.markup import plain
from certlab.course.notebook import source
from certlab.course.pages import FENCE, HEADING, Page, cut
from certlab.course.render import facts_of
from certlab.course.template import Values, fill
from certlab.words import ENGLISH, text

# Too frequent to tell one section from another.
_COMMON = """a about all also an and any are as at be been but by can do does each for from
had has have how if in into is it its may more most must no not of on one only or other
out over same so some such than that the their them then there these they this those to
two up was what when where which who why will with you your"""
_FREQUENT = frozenset(_COMMON.split())
# Only in what somebody types: in a text they may be words like others.
_ASKED = """aren between compare could did difference doesn don explain get happens i is
isn many me mean means much my need please s should show t tell there use used using
versus vs want we work works would"""
# What a question is asked with; Chinese is written without spaces.
_QUESTION_WORDS = {
    ENGLISH.lang: (*_COMMON.split(), *_ASKED.split()),
    "zh_TW": (
        *("什麼是", "是什麼", "為什麼", "什麼", "如何", "怎麼", "為何"),
        *("多少", "哪些", "哪個", "可以", "嗎", "呢", "的"),
    ),
}
_LINKED = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[`*$\\]+|^[ \t]*(?:[#>+-]+[ \t]|>$)", re.MULTILINE)
_EDGES = re.compile(r"\||</?\w[^>]*>")
_WORD = re.compile(r"[^\s,;:()\"“”]*[^\W\d_][^\s,;:()\"“”]*")
_PROSE = re.compile(
    r"(?![|>#!~`+-]|\d+\.)\S"
)  # what a paragraph of sentences begins with
_SENTENCE = re.compile(r".+?(?:[.:?!](?=\s|$)|[。：？！])", re.DOTALL)
_SENTENCE_OR_REST = re.compile(_SENTENCE.pattern + r"|\S.*", re.DOTALL)
# A paragraph, an item of a list, a row of a table.
_BLOCK = re.compile(r"\n\s*\n|\n(?=[ \t]*(?:\||(?:[-+*]|\d+\.)[ \t]))")
_LONGEST = 160  # characters of the sentence that is shown
Row = tuple[str, str, str, str]  # anchor, title, sentence, more words
Found = Iterator[tuple[tuple[str, str, str], Iterable[Row]]]


def search_rows(course: Course, only: Iterable[str] | None = None) -> dict[str, Any]:
    """The rows of a course.

    Args:
        only: ids of the pages that are translated, for another language: there is
            nothing else to find in it.
    """
    pages: list[tuple[str, str, str]] = []
    rows: list[list[object]] = []
    for page, found in _sections(course, only) if only is not None else _all(course):
        rows += [[len(pages), *row] for row in found]
        pages.append(page)
    frequent = _QUESTION_WORDS.get(course.lang, ())
    return {"pages": pages, "rows": rows, "frequent": frequent}


def search_sentences(
    course: Course, only: Iterable[str] | None = None
) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """The sentences of each page by section, with the page's path; `only` as above."""
    for id in course.pages if only is None else only:
        page = course.pages[id]
        found = {anchor: _sentences(under) for anchor, _, under in _parts(course, page)}
        yield page_of(page), found


def _sentences(body: str) -> list[str]:
    """What a text says, a sentence or a line of a table each, in its order."""
    blocks = _BLOCK.split(FENCE.sub(lambda code: f"\n\n{code[0]}\n\n", body))
    bare = [_bare(one) for one in blocks if not HEADING.match(one.strip())]
    return [
        sentence.group().strip()
        for one in bare
        for sentence in _SENTENCE_OR_REST.finditer(one)
        if _WORD.search(sentence.group())
    ]


def _all(course: Course) -> Found:
    yield from _sections(course, course.pages)
    for lab in course.labs.values():
        if module := course.modules.get(lab.module):
            yield (lab_page(lab), module.short, "lab"), [_lab(lab)]
    if course.glossary:
        terms = (
            (
                f"term-{one.id}",
                ", ".join(one.spellings),
                plain(one.shown(course.facts)),
                "",
            )
            for one in course.glossary.values()
        )
        yield ("glossary.html", "", "term"), terms
    yield from _facts(course)
    for exam in course.certifications.values():
        domains = ", ".join(one.name for one in exam.domains)
        row = ("", f"{exam.code} {exam.name}", domains, " ".join(exam.alias).lower())
        yield (f"certifications/{exam.id}.html", exam.level, "exam"), [row]
    if course.programme.rules:
        rules = (("", one.id, one.says, "") for one in course.programme.rules)
        yield (f"{EXAM_DAY}.html", "The day of the exam", "exam"), rules


def _sections(course: Course, ids: Iterable[str]) -> Found:
    for id in ids:
        page = course.pages[id]
        short = course.modules[page.module].short
        label = short if page.short == short else f"{short} · {page.short}"
        yield (page_of(page), label, "section"), _of_page(course, page)


def _of_page(course: Course, page: Page) -> Iterator[Row]:
    for anchor, title, under in _parts(course, page):
        yield anchor, title, *_told(title, under, page.lang)


def _parts(course: Course, page: Page) -> Iterator[tuple[str, str, str]]:
    """The page's beginning, then its sections, each without those below it."""
    body = fill(page.body, Values(course.facts))
    titles = {"": page.title, **page.sections}
    for (anchor, title), part in zip(titles.items(), cut(body), strict=True):
        yield anchor, title, part.partition("\n")[2] if anchor else part


def _told(title: str, body: str, lang: str) -> tuple[str, str]:
    """The sentence to show of a text, and what words it has besides."""
    boxes = box_words(text(lang))
    paragraphs = [FENCE.sub("", one).strip() for one in body.split("\n\n")]
    prose = (
        _bare(one)
        for one in paragraphs
        if _PROSE.match(one) and not _bare(one).startswith(tuple(boxes))
    )
    first = next(prose, "")
    sentence = _SENTENCE.match(first)
    shown = (sentence.group() if sentence else first)[:_LONGEST]
    return shown, " ".join(_words(_bare(body), _FREQUENT | _known(title, shown)))


def _known(*texts: str) -> set[str]:
    return {word for one in texts for word in _words(one, frozenset())}


def _words(text: str, without: frozenset[str] | set[str]) -> list[str]:
    """The words of a text that hold a letter, each once, in lower case and in order."""
    found = (word.strip("._-/'’?!…").lower() for word in _WORD.findall(text))
    return [word for word in dict.fromkeys(found) if word and word not in without]


def _bare(text: str) -> str:
    """A text without marks: the words of its links and figures, code as it is."""
    words = _MARKS.sub("", _LINKED.sub(r"\1", text))
    return " ".join(_EDGES.sub(" ", words).split())


def _lab(lab: Lab) -> Row:
    """A lab by its title and the headings of its notebook."""
    cells = json.loads(lab.path.read_text("utf-8"))["cells"]
    texts = [source(one) for one in cells if one["cell_type"] == "markdown"]
    heads = " ".join(title for one in texts for _, title in HEADING.findall(one))
    words = _words(_bare(heads), _FREQUENT | _known(lab.title))
    return "", lab.title, "", " ".join(words)


def _facts(course: Course) -> Found:
    """The facts that a page names, by the page of facts they stand on."""
    named = {
        fact.id for page in course.pages.values() for fact in facts_of(course, page)
    }
    files: dict[str, list[Row]] = {}
    for fact in course.facts.values():
        if fact.id in named:
            file = PurePosixPath(fact.file).stem
            kind = "".join(f", {one}" for one in (fact.form, fact.sparsity) if one)
            row = (fact.id, plain(fact.what) + kind, fact.shown, "")
            files.setdefault(file, []).append(row)
    for file, rows in files.items():
        yield (f"facts/{file}.html", facts_title(course, file), "fact"), rows
