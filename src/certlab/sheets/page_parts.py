"""What a page has already brought into a short form: tables, traps, commands, the exam's list."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.course.boxes import english_boxes
from certlab.course.pages import FENCE, Page, cut
from certlab.course.template import PLACEHOLDER
from certlab.words import text

ASKS = "what-the-exam-asks"  # begins the anchor of the section that ends a page
_TOLD = 280  # characters of what holds instead; half of a longer one could mislead
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_TRAP = re.compile(r"^> \*\*Trap\*\*(?:.*\n?)(?:^>.*\n?)*", re.MULTILINE)
_LISTED = re.compile(r"^- (.+)$", re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(r"^\$ (.*?\S)\s+# (?:\d+ )?(.+)$", re.MULTILINE)
# One or several things that people say, and what is to be said of them.
_SAID = re.compile(
    r'("[^"]+"(?:,? (?:and )?"[^"]+")*|「[^」]+」)[.。]?\s*([A-Z`{*0-9\u2e80-\uffef].*)',
    re.DOTALL,
)


@dataclass(frozen=True)
class Part:
    """A section of a page: its anchor, its heading and its own text, without those below."""

    page: Page
    anchor: str
    title: str
    body: str

    @property
    def where(self) -> str:
        """For who has to correct it."""
        return f"{self.page.file}, {self.title}" if self.title else self.page.file


def parts(page: Page) -> Iterator[Part]:
    """The sections of a page, in order; first what stands above them."""
    texts = cut(english_boxes(page.body, text(page.lang)))
    names = [("", ""), *page.sections.items()]
    for (anchor, title), body in zip(names, texts, strict=False):
        yield Part(page, anchor, title, body)


def tables(part: Part) -> list[list[str]]:
    """Each table as its rows of Markdown, the heads first, without the line below them."""
    found = _TABLE.findall(FENCE.sub("", part.body))
    rows = (table.strip().splitlines() for table in found)
    return [[head, *cells] for head, _line, *cells in (row for row in rows if row[2:])]


def cells(row: str) -> tuple[str, ...]:
    """The cells of a row that is filled in."""
    found = re.split(r"(?<!\\)\|", row.strip().strip("|"))
    return tuple(one.replace("\\|", "|").strip() for one in found)


def traps(part: Part) -> Iterator[tuple[str, str]]:
    """What circulates, in quotation marks, and what holds instead.

    A paragraph that begins otherwise may quote what is false in any of its sentences, so
    none of these can be taken along by itself.
    """
    for box in _TRAP.findall(part.body):
        lines = "\n".join(line.removeprefix(">").strip() for line in box.splitlines())
        for paragraph in lines.removeprefix("**Trap** ").split("\n\n"):
            said = _SAID.fullmatch(" ".join(paragraph.split()))
            if said and len(PLACEHOLDER.sub("F", said[2])) <= _TOLD:
                yield said[1], said[2]


def asked(part: Part) -> list[str]:
    """The lines of what the exam asks."""
    return _LISTED.findall(part.body) if part.anchor.startswith(ASKS) else []


def typed(part: Part) -> Iterator[tuple[str, str]]:
    """Lines for a terminal and the remarks behind them."""
    for block in _CONSOLE.findall(part.body):
        yield from _TYPED.findall(block)
