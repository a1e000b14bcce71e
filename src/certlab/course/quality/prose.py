"""How pages and labs read: how long their sentences are, and words used too early.

What is measured is prose: code, tables, formulas and figures are left out. The bounds are
those of texts that readers learn well from (Modal's GPU glossary has 17 to 21 words a
sentence, "How to scale your model" 15 to 17, and up to 24 % of its sentences are short). A section may
swing further than a page. Keeping to them does not make a text good, but a page
outside of them was hard to follow each time. A word that comes too early is a warning.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from certlab.course.catalogue import Course
from certlab.course.notebook import source
from certlab.course.pages import FENCE, HEADING, anchor
from certlab.course.problems import Problem
from certlab.course.quality.terms import unexplained

SHORT = 6  # words of a sentence that is a point, or in a row with others a telegram


@dataclass(frozen=True)
class Bounds:
    """Words a sentence on average, from and to, and the greatest share of short ones."""

    least: int
    most: int
    short: float


WHOLE, SECTION = Bounds(14, 20, 0.25), Bounds(12, 22, 0.34)
ENOUGH = 6  # sentences of a section, for an average to say something

_FIGURE = re.compile(r"!\[[^\]]{0,400}\]\([^)]{0,400}\)")
_LINK = re.compile(r"\[([^\]]{0,400})\]\([^)]{0,400}\)")
_ATOM = re.compile(r"\$[^$\n]+\$|(?<!`)(`++).+?(?<!`)\1(?!`)|\{\w+:[^}]*\}", re.DOTALL)
_BLOCK = re.compile(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?])[\"”*)\]]*\s+(?=[\"“*(\[]*[A-Z0-9])")
# What names a part of a lab and is no sentence: **Exercise 1.**, - **Why NVLink?**
_LABEL = re.compile(r"^((?:[-*]|\d+\.)\s+)?\*\*[^*\n]+\*\*:?", re.MULTILINE)
_WORD = re.compile(r"\w[\w'’.,/-]*")


@dataclass(frozen=True)
class Measure:
    """How long the sentences of a text are, each by its words."""

    lengths: tuple[int, ...]

    @property
    def mean(self) -> float:
        """Words a sentence."""
        return sum(self.lengths) / len(self.lengths)

    @property
    def short(self) -> float:
        """The share of sentences with six words or fewer."""
        return sum(words <= SHORT for words in self.lengths) / len(self.lengths)

    def faults(self, bounds: Bounds = WHOLE) -> Iterator[str]:
        """What of it is out of bounds; nothing is said of a few sentences."""
        if len(self.lengths) < ENOUGH:
            return
        if not bounds.least <= self.mean <= bounds.most:
            wanted = f"{bounds.least} to {bounds.most}"
            yield f"{self.mean:.1f} words a sentence, not {wanted}"
        if self.short > bounds.short:
            share = f"{100 * self.short:.0f} % of sentences have {SHORT} words or fewer"
            yield f"{share}, more than {100 * bounds.short:.0f} %"


def sections(body: str) -> dict[str, str]:
    """A page's text by the anchor of its heading; what stands before the first has ""."""
    parts = HEADING.split(FENCE.sub("", body))
    texts = {"": parts[0]}
    for title, text in zip(parts[2::3], parts[3::3], strict=True):
        texts[anchor(title)] = text
    return texts


def measure(text: str) -> Measure:
    """The sentences of some Markdown, without its code, tables and figures.

    A formula, a span of code and a placeholder count as one word. Entries of a list
    count where they are sentences, with a stop at their end.
    """
    lines = [re.sub(r"^\s*(> ?)+", "", line) for line in text.split("\n")]
    prose = "\n".join(line for line in lines if not line.startswith("|"))
    prose = _LINK.sub(r"\1", _FIGURE.sub("", prose))
    prose = _ATOM.sub("X", prose)  # a capital: it may begin a sentence
    return Measure(
        tuple(
            words
            for block in _BLOCK.split(f"\n{prose}")
            if block.rstrip('*_"”) \n').endswith((".", "!", "?", ":"))
            for sentence in _END.split(block)
            if (words := len(_WORD.findall(sentence)))
        )
    )


def lab_text(notebook: dict[str, Any]) -> str:
    """What a lab's text cells say, without code, headings and labels in bold type."""
    texts = [source(one) for one in notebook["cells"] if one["cell_type"] == "markdown"]
    return _LABEL.sub(r"\1", HEADING.sub("", FENCE.sub("", "\n\n".join(texts))))


def labs_read_well(course: Course) -> Iterator[Problem]:
    """Sentences of a natural length over a whole lab."""
    for lab in course.labs.values():
        text = lab_text(json.loads(lab.path.read_text("utf-8"))) if lab.module else ""
        for says in measure(text).faults():
            yield Problem(lab.file, "", f"{says}.")


def pages_read_well(course: Course) -> Iterator[Problem]:
    """Sentences of a natural length, and each word explained before it is used."""
    for module in course.modules.values():
        cut = {page.id: sections(page.body) for page in module.pages}
        early = unexplained(
            course,
            module.id,
            {(id, name): text for id in cut for name, text in cut[id].items()},
        )
        for page in module.pages:
            texts = cut[page.id]
            whole = Measure(
                tuple(n for text in texts.values() for n in measure(text).lengths)
            )
            for says in whole.faults():
                yield Problem(page.file, "", f"{says}.")
            for name, text in texts.items():
                for says in measure(text).faults(SECTION):
                    yield Problem(page.file, f"#{name}", f"{says}.")
                for says in early.get((page.id, name), ()):
                    yield Problem(page.file, f"#{name}", f"{says}.", warning=True)
