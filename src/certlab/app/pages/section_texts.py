"""The text of each section of a page, in sentences without marks."""

import re
from collections.abc import Iterator

from certlab.course import Course
from certlab.course.pages import FENCE, HEADING, Page, cut
from certlab.course.template import Values, fill

_LINKED = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[`*$\\]+|^[ \t]*(?:[#>+-]+[ \t]|>$)", re.MULTILINE)
_EDGES = re.compile(r"\||</?\w[^>]*>")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r".+?(?:[.:?!](?=\s|$)|[。：？！])|\S.*", re.DOTALL)
# A paragraph, an item of a list, a row of a table.
_FENCED = re.compile(r"^(?:```|~~~).*$", re.MULTILINE)  # the lines around code
_TABLE = re.compile(r"^\|.*\n\|[-:| ]+\|?[ \t]*\n(?:\|.*(?:\n|\Z))*", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")
_BLOCK = re.compile(r"\n\s*\n|\n(?=[ \t]*(?:\||(?:[-+*]|\d+\.)[ \t]))")


def parts(course: Course, page: Page) -> Iterator[tuple[str, str, str]]:
    """The page's beginning, then its sections, each without those below it.

    Of each its anchor, its title and its Markdown, filled in.
    """
    body = fill(page.body, Values(course.facts))
    titles = {"": page.title, **page.sections}
    for (anchor, title), part in zip(titles.items(), cut(body), strict=True):
        yield anchor, title, part.partition("\n")[2] if anchor else part


def sentences(body: str) -> list[str]:
    """What a text says, a sentence or a line of a table each, in its order."""
    text = FENCE.sub(lambda code: f"\n\n{_FENCED.sub('', code[0])}\n\n", body)
    blocks = _BLOCK.split(_TABLE.sub(lambda rows: f"\n\n{_told(rows[0])}\n\n", text))
    plain = [bare(one) for one in blocks if not HEADING.match(one.strip())]
    return [
        sentence.group().strip()
        for one in plain
        for sentence in _SENTENCE.finditer(one)
        if _LETTER.search(sentence.group())
    ]


def _told(table: str) -> str:
    """The rows of a table as paragraphs, each cell after the head of its column."""
    heads, _, *rows = [
        [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]
        for line in table.strip().splitlines()
    ]
    told = []
    for first, *cells in rows:
        named = zip(heads[1:], cells, strict=False)
        more = (f"{head} {cell}".strip() for head, cell in named if cell)
        told.append(" · ".join(filter(None, (first, *more))))
    return "\n\n".join(told)


def bare(text: str) -> str:
    """A text without marks: the words of its links and figures, code as it is."""
    words = _MARKS.sub("", _LINKED.sub(r"\1", text))
    return " ".join(_EDGES.sub(" ", words).split())
